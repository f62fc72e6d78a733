import type { BySide } from '../../domain/comparison/by-side.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import type { ComparisonReport, PairReport, TestReport } from '../../domain/comparison/pair-report.ts';
import type { PlannedColumn, PlannedComparison } from './build-specification.ts';
import type { ChosenKey } from './choose-key.ts';
import type {
  ComparisonSummary,
  FunctionOutcome,
  Matching,
  RowCounts,
  SummaryColumn,
  SummaryEvidence,
  UnmatchedRows,
} from './comparison-summary.ts';
import type { ObservedDataset } from './open-dataset.ts';
import type { Pairing } from './pair-columns.ts';
import type { Examples } from './read-evidence.ts';
import type { SideFilter } from './request-filters.ts';
import type { Column } from './resolve-pairs.ts';

/** Everything that is known after the engine has answered. */
export interface Findings {
  readonly datasets: BySide<ObservedDataset>;
  readonly pairing: Pairing<Column>;
  readonly chosen: ChosenKey;
  readonly filters: BySide<SideFilter>;
  readonly planned: PlannedComparison;
  readonly report: PairReport;
  /** Without keys: in how many rows each column, compared by itself, differs at least; by name of the source. */
  readonly columnReport: ReadonlyMap<string, number> | null;
  readonly examples: Examples;
  readonly evidence: SummaryEvidence | null;
  readonly durationMs: number;
}

export function summarise(findings: Findings): ComparisonSummary {
  const { datasets, pairing, planned, report } = findings;
  const comparison = report.comparisons[0] ?? null;
  const tests = new Map(report.tests.map((test) => [test.testId, test]));
  const columns = planned.columns.map((column) => summaryColumn(column, findings, comparison, tests));
  const rows = rowsOf(findings, comparison);
  const onlyInSource = pairing.onlyInSource.map(({ name }) => name);
  const onlyInTarget = pairing.onlyInTarget.map(({ name }) => name);
  const decided = report.tests.filter(({ status }) => status !== 'error');
  return Object.freeze({
    equal: decided.length > 0 && decided.every(({ status }) => status === 'pass'),
    different: decided.some(({ status }) => status === 'fail'),
    complete:
      decided.length === report.tests.length &&
      decided.length > 0 &&
      columns.every(({ status }) => status === 'equal' || status === 'different') &&
      onlyInSource.length + onlyInTarget.length === 0,
    datasets: {
      source: summaryDataset(datasets.source, rows.source),
      target: summaryDataset(datasets.target, rows.target),
    },
    matching: matchingOf(findings.chosen),
    rows,
    comparison: comparison === null ? null : countsOf(comparison),
    columns,
    onlyInSource,
    onlyInTarget,
    ignored: pairing.ignored,
    functions: functionsOf(planned, report),
    unmatched: unmatchedOf(findings, comparison),
    filtered: {
      source: findings.filters.source.filter !== null,
      target: findings.filters.target.filter !== null,
    },
    notes: notesOf(findings),
    evidence: findings.evidence,
    engine: `${report.engine.name} ${report.engine.version}`,
    durationMs: findings.durationMs,
  });
}

function summaryColumn(
  column: PlannedColumn,
  { columnReport, examples, planned }: Findings,
  comparison: ComparisonReport | null,
  tests: ReadonlyMap<string, TestReport>,
): SummaryColumn {
  const { pair, resolution, valueTest } = column;
  const counted = comparison?.columns.find(({ field }) => field === column.fieldId);
  const own = [valueTest, ...column.functionTests].flatMap((id) =>
    id === null ? [] : (tests.get(id) ?? []),
  );
  const error = own.find((test) => test.error !== null)?.error?.detail ?? null;
  const mismatches = columnReport?.get(pair.source.name) ?? counted?.mismatches ?? 0;
  const failed = column.functionTests.some((id) => tests.get(id)?.status === 'fail');
  return {
    source: pair.source.name,
    target: pair.target.name,
    isKey: column.isKey,
    status: statusOf(column, error, mismatches > 0 || failed),
    mismatches,
    unconvertible: counted?.unconvertible ?? { source: 0, target: 0 },
    types: {
      source: printLogicalType(pair.source.logicalType),
      target: printLogicalType(pair.target.logicalType),
    },
    comparisonType: resolution.comparisonType,
    tolerance: column.tolerance,
    choices: resolution.choices,
    diagnostics: resolution.diagnostics,
    error,
    examples:
      valueTest !== null && isOfOneColumn(planned, valueTest) ? (examples.byTest.get(valueTest) ?? []) : [],
  };
}

function statusOf(
  { resolution }: PlannedColumn,
  error: string | null,
  differs: boolean,
): SummaryColumn['status'] {
  if (resolution.status !== 'resolved') return resolution.status;
  if (error !== null) return 'incompatible';
  return differs ? 'different' : 'equal';
}

function isOfOneColumn(planned: PlannedComparison, test: string): boolean {
  return planned.pairOfTest.get(test) !== null;
}

function summaryDataset({ name, format, fileCount, rows }: ObservedDataset, compared: number) {
  return { name, format, files: fileCount, rows: rows ?? compared };
}

function matchingOf({ keys, chosenBy }: ChosenKey): Matching {
  if (keys.length === 0) return { kind: 'multiset', chosenBy };
  const columns = keys.map(({ source, target }) => ({ source: source.name, target: target.name }));
  return { kind: 'keys', columns, chosenBy };
}

/** After the filter, which only the engine has applied. */
function rowsOf({ datasets, report }: Findings, comparison: ComparisonReport | null): BySide<number> {
  if (comparison !== null) return comparison.rows;
  const counted = report.tests.find(({ source, target }) => source.rows !== null && target.rows !== null);
  return {
    source: counted?.source.rows ?? datasets.source.rows ?? 0,
    target: counted?.target.rows ?? datasets.target.rows ?? 0,
  };
}

function countsOf(comparison: ComparisonReport): RowCounts {
  const { matchedRows, mismatchedRows, missingInSource, missingInTarget, duplicateKeys } = comparison;
  return { matchedRows, mismatchedRows, missingInSource, missingInTarget, duplicateKeys };
}

const rowFunctions = ['VALUE', 'OUTER_VALUE'];

function functionsOf({ pairOfTest }: PlannedComparison, report: PairReport): readonly FunctionOutcome[] {
  return report.tests
    .filter(({ functionCode }) => !rowFunctions.includes(functionCode))
    .map((test) => {
      const pair = pairOfTest.get(test.testId) ?? null;
      return {
        functionCode: test.functionCode,
        column: pair === null ? null : { source: pair.source.name, target: pair.target.name },
        status: test.status,
        source: test.source.value,
        target: test.target.value,
        missingInSource: test.missingInSource,
        missingInTarget: test.missingInTarget,
        detail: test.error?.detail ?? null,
      };
    });
}

function unmatchedOf(
  { examples, planned, chosen }: Findings,
  comparison: ComparisonReport | null,
): BySide<UnmatchedRows> {
  const names = (side: 'source' | 'target') => {
    const nameOf = (field: string) =>
      planned.columns.find(({ fieldId }) => fieldId === field)?.pair[side].name ??
      chosen.keys[0]?.[side].name ??
      field;
    return (comparison?.evidenceFields ?? []).map(nameOf);
  };
  return {
    source: {
      count: comparison?.missingInTarget ?? 0,
      columns: names('source'),
      examples: examples.onlyInSource,
    },
    target: {
      count: comparison?.missingInSource ?? 0,
      columns: names('target'),
      examples: examples.onlyInTarget,
    },
  };
}

function notesOf({ datasets, pairing, chosen }: Findings): readonly string[] {
  const alike = pairing.pairs
    .filter(({ by }) => by === 'nameWithoutCase')
    .map(
      ({ source, target }) =>
        `${source.name} was paired with ${target.name}: their names differ only in case.`,
    );
  const read = (['source', 'target'] as const).flatMap((side) =>
    datasets[side].notes.map(({ detail }) => `${side === 'source' ? 'Source' : 'Target'}: ${detail}`),
  );
  return [...chosen.notes, ...alike, ...read];
}
