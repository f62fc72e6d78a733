import type { BySide } from '../../domain/comparison/by-side.ts';
import type {
  ColumnReport,
  ComparisonReport,
  ReportDiagnostic,
  TestReport,
} from '../../domain/comparison/pair-report.ts';
import { type Differences, differencesOf } from '../plan/differences.ts';
import type { RowComparison, RowTest } from '../plan/plan.ts';
import { evidenceReport } from './evidence-report.ts';
import type { RowFindings } from './findings.ts';
import { testReport, unconvertibleDiagnostics } from './test-report.ts';
import { isExcused } from './threshold.ts';

/** The reports of all tests of a comparison. */
export function rowVerdicts(comparison: RowComparison, findings: RowFindings): readonly TestReport[] {
  const differences = differencesOf(comparison);
  return comparison.tests.map((test, index) => rowVerdict(comparison, findings, differences, test, index));
}

function rowVerdict(
  comparison: RowComparison,
  findings: RowFindings,
  differences: Differences,
  test: RowTest,
  index: number,
): TestReport {
  const { matched, missingInSource, missingInTarget, duplicateKeys, rows } = findings;
  const mismatched = findings.differing[differences.ofTest[index] ?? -1] ?? 0;
  const missing = missingInSource + missingInTarget;
  // Without keys a row that has no equal is all that there is to find.
  const unmatchedCount = test.functionCode === 'OUTER_VALUE' || comparison.keys.length === 0;
  const differing = mismatched + (unmatchedCount ? missing : 0);
  const among = matched + (unmatchedCount ? missing : 0);
  const excused = isExcused(test.threshold, differing, among);
  const unconvertible = unconvertibleOf(comparison, findings, test);
  const duplicates = duplicateKeys.source + duplicateKeys.target;
  const duplicatesFail = duplicates > 0 && test.duplicateKeys === 'fail';
  const readable = unconvertible.source + unconvertible.target === 0;
  const evidence = evidenceReport(findings.evidence, test, mismatched + missing);
  return testReport(test, {
    status: excused && readable && !duplicatesFail ? 'pass' : 'fail',
    source: { value: null, rows: rows.source },
    target: { value: null, rows: rows.target },
    matchedRows: matched,
    mismatchedRows: mismatched,
    missingInSource,
    missingInTarget,
    duplicateKeys,
    unconvertible,
    evidence: evidence.report,
    diagnostics: [
      ...unconvertibleDiagnostics(unconvertible),
      ...duplicateDiagnostics(duplicateKeys, duplicatesFail),
      ...(differing > 0 && excused ? [excusedDiagnostic(differing, among)] : []),
      ...evidence.diagnostics,
      ...fetchedDiagnostics(findings),
    ],
  });
}

/** Of the test's own columns and of the keys, which every test of the comparison leans on. */
function unconvertibleOf(
  { keys }: RowComparison,
  { unconvertible }: RowFindings,
  { columns }: RowTest,
): BySide<number> {
  const places = [...keys.map((_, place) => place), ...columns.map((column) => keys.length + column)];
  const sum = (counts: readonly number[]) => places.reduce((total, place) => total + (counts[place] ?? 0), 0);
  return { source: sum(unconvertible.source), target: sum(unconvertible.target) };
}

function duplicateDiagnostics(
  { source, target }: BySide<number>,
  fail: boolean,
): readonly ReportDiagnostic[] {
  if (source + target === 0) return [];
  const detail = `${source} keys of the source and ${target} of the target occur more than once; their rows are compared as multisets.`;
  return [{ code: 'duplicate_keys', severity: fail ? 'error' : 'warning', side: 'both', detail }];
}

function excusedDiagnostic(differing: number, among: number): ReportDiagnostic {
  const detail = `${differing} of ${among} rows differ, which the threshold allows.`;
  return { code: 'threshold_excused', severity: 'warning', side: 'both', detail };
}

function fetchedDiagnostics({ fetchedRows, rows }: RowFindings): readonly ReportDiagnostic[] {
  if (fetchedRows === undefined) return [];
  const detail = `${fetchedRows} of ${rows.source + rows.target} rows were fetched from their systems; the others were found equal where they are.`;
  return [{ code: 'rows_fetched', severity: 'info', side: 'both', detail }];
}

/** What the tests shared. */
export function comparisonReport(comparison: RowComparison, findings: RowFindings): ComparisonReport {
  const { rows, matched, mismatched, missingInSource, missingInTarget, duplicateKeys, method, buckets } =
    findings;
  return Object.freeze({
    keys: comparison.keys.map(({ fieldId }) => fieldId),
    testIds: comparison.tests.map(({ testId }) => testId),
    rows,
    matchedRows: matched,
    mismatchedRows: mismatched,
    missingInSource,
    missingInTarget,
    duplicateKeys,
    columns: columnReports(comparison, findings),
    method,
    buckets,
    evidenceFields: comparison.columns.map(({ fieldId }) => fieldId),
  });
}

function columnReports(comparison: RowComparison, findings: RowFindings): readonly ColumnReport[] {
  const { keys, columns } = comparison;
  const { ofColumn } = differencesOf(comparison);
  const failed = (place: number): BySide<number> => ({
    source: findings.unconvertible.source[place] ?? 0,
    target: findings.unconvertible.target[place] ?? 0,
  });
  const ofKeys = keys.map(({ fieldId }, place) => ({
    field: fieldId,
    mismatches: 0,
    unconvertible: failed(place),
  }));
  const ofValues = columns
    .map(({ fieldId }, column) => ({
      field: fieldId,
      mismatches: findings.differing[ofColumn[column] ?? -1] ?? 0,
      unconvertible: failed(keys.length + column),
    }))
    .filter(({ field }) => !keys.some(({ fieldId }) => fieldId === field));
  return [...ofValues.sort((a, b) => b.mismatches - a.mismatches), ...ofKeys];
}
