import type { EvidenceReport, ReportDiagnostic } from '../../domain/comparison/pair-report.ts';
import type { WrittenEvidence } from './findings.ts';
import { noEvidence } from './test-report.ts';

interface Described {
  readonly report: EvidenceReport;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** What the evidence of a test is, and whether there are more differences than it shows. */
export function evidenceReport(
  written: WrittenEvidence | null,
  { testId, evidenceRows }: { readonly testId: string; readonly evidenceRows: number },
  differences: number,
): Described {
  if (evidenceRows === 0) return { report: { ...noEvidence, state: 'notRequested' }, diagnostics: [] };
  if (written === null) return { report: noEvidence, diagnostics: [] };
  const { file, rowsOfTest, unmatched } = written;
  const rows = (rowsOfTest[testId] ?? 0) + unmatched.source + unmatched.target;
  const capped = rows < differences;
  const report: EvidenceReport = rows === 0 ? noEvidence : { state: 'written', file, rows, capped };
  const detail = `${rows} of ${differences} differences are kept as evidence; all of them are counted.`;
  return {
    report,
    diagnostics: capped ? [{ code: 'evidence_capped', severity: 'info', side: 'both', detail }] : [],
  };
}
