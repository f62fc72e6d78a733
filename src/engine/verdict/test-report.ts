import {
  type EvidenceReport,
  isValueOfRow,
  type ReportDiagnostic,
  type TestErrorCode,
  type TestReport,
} from '../../domain/comparison/pair-report.ts';
import type { PlannedTest } from '../plan/plan.ts';

export const noEvidence: EvidenceReport = Object.freeze({
  state: 'none',
  file: null,
  rows: 0,
  capped: false,
});

/** A report of a test with everything empty that is not given. */
export function testReport(
  { testId, functionCode }: PlannedTest,
  report: Partial<TestReport> & Pick<TestReport, 'status'>,
): TestReport {
  return Object.freeze({
    testId,
    functionCode,
    source: { value: null, rows: null },
    target: { value: null, rows: null },
    valueIsFromRow: isValueOfRow(functionCode),
    matchedRows: null,
    mismatchedRows: null,
    missingInSource: null,
    missingInTarget: null,
    duplicateKeys: null,
    unconvertible: { source: 0, target: 0 },
    evidence: noEvidence,
    diagnostics: [],
    error: null,
    ...report,
  });
}

export function undecided(
  test: PlannedTest,
  code: TestErrorCode,
  detail: string,
  retryable = false,
): TestReport {
  return testReport(test, { status: 'error', error: { code, detail, retryable } });
}

/** What a report says of values that cannot be read, side by side. */
export function unconvertibleDiagnostics({
  source,
  target,
}: TestReport['unconvertible']): readonly ReportDiagnostic[] {
  const said = (side: 'source' | 'target', count: number): readonly ReportDiagnostic[] =>
    count === 0
      ? []
      : [
          {
            code: 'unconvertible_values',
            severity: 'error',
            side,
            detail: `${count} ${count === 1 ? 'value' : 'values'} of the ${side} cannot be read in the comparison type and equal nothing.`,
          },
        ];
  return [...said('source', source), ...said('target', target)];
}
