import { bytes, count, counted, duration, share } from '../../../domain/reports/numbers.ts';
import type {
  ComparisonSummary,
  FunctionOutcome,
  SummaryColumn,
  SummaryDataset,
  UnmatchedRows,
} from '../../../executor/one-shot/comparison-summary.ts';
import { describeComparisonType, describeTolerance } from './describe-comparison.ts';
import { balanceOf, figuresOf } from './figures.ts';
import { remediesFor, remediesForLone } from './remedies.ts';
import type {
  DifferentColumn,
  FunctionRow,
  Report,
  ReportSide,
  UncomparedColumn,
  UnmatchedSection,
} from './report-model.ts';
import { verdictOf } from './verdict.ts';

/** A comparison in the terms of a report: what to show, in which order, in which words. */
export function buildReport(summary: ComparisonSummary, peakMemoryBytes: number): Report {
  const different = differentColumns(summary);
  return Object.freeze({
    ...verdictOf(summary, different),
    sides: { source: sideOf(summary.datasets.source), target: sideOf(summary.datasets.target) },
    matching: matchingOf(summary),
    figures: figuresOf(summary),
    balance: balanceOf(summary),
    different,
    equal: summary.columns.filter(({ status }) => status === 'equal').map(nameOf),
    uncompared: uncomparedColumns(summary),
    unmatched: unmatchedSections(summary),
    functions: functionRows(summary.functions),
    notes: notesOf(summary),
    measured: [summary.engine, duration(summary.durationMs), `${bytes(peakMemoryBytes)} of memory at most`],
  });
}

function sideOf({ name, format, files, rows }: SummaryDataset): ReportSide {
  const formats: Readonly<Record<string, string>> = {
    csv: 'CSV',
    json: 'JSON',
    parquet: 'Parquet',
    postgresql: 'PostgreSQL',
    mysql: 'MySQL',
    trino: 'Trino',
  };
  const many = files === 1 ? '' : `, ${counted(files, 'file')}`;
  const shortName = name.split(/[/\\]/).findLast((part) => part !== '') ?? name;
  return { name, shortName, detail: `${formats[format] ?? format}${many}, ${counted(rows, 'row')}` };
}

function matchingOf({ matching, filtered, comparison }: ComparisonSummary): string {
  if (comparison === null) return 'Only functions of columns were compared, not rows.';
  const filter = filtered.source || filtered.target ? ' Only rows that pass the filter were compared.' : '';
  if (matching.kind === 'multiset') {
    const why =
      matching.chosenBy === 'search' ? 'No column identifies the rows of both sides, so whole' : 'Whole';
    return `${why} rows were compared, as a multiset.${filter}`;
  }
  const names = matching.columns.map(nameOf).join(', ');
  const found = matching.chosenBy === 'search' ? ', which was found to identify every row on both sides' : '';
  return `Rows were matched by ${names}${found}.${filter}`;
}

function differentColumns(summary: ComparisonSummary): readonly DifferentColumn[] {
  const { matching, comparison } = summary;
  const keyNames = matching.kind === 'keys' ? matching.columns.map(nameOf) : [];
  return summary.columns
    .filter(({ status }) => status === 'different')
    .toSorted((a, b) => b.mismatches - a.mismatches)
    .map((column) => ({
      name: nameOf(column),
      comparedAs: comparedAs(column),
      mismatches: column.mismatches,
      of: keyNames.length > 0 ? (comparison?.matchedRows ?? null) : null,
      findings: [
        ...findingsOf(column, keyNames.length > 0 ? (comparison?.matchedRows ?? null) : null),
        ...failedFunctions(column, summary.functions),
      ],
      keyNames,
      examples: column.examples,
    }));
}

function comparedAs({ comparisonType, tolerance }: SummaryColumn): string {
  const type = comparisonType === null ? '' : describeComparisonType(comparisonType);
  return tolerance === null ? type : `${type}, within ${describeTolerance(tolerance)}`;
}

function findingsOf(
  { mismatches, unconvertible, comparisonType }: SummaryColumn,
  matchedRows: number | null,
): readonly string[] {
  const type = comparisonType === null ? '' : ` as ${describeComparisonType(comparisonType)}`;
  const unread = (['source', 'target'] as const)
    .filter((side) => unconvertible[side] > 0)
    .map((side) => `${counted(unconvertible[side], 'value')} of the ${side} cannot be read${type}`);
  const differ =
    matchedRows === null
      ? `at least ${counted(mismatches, 'value')} ${mismatches === 1 ? 'has' : 'have'} no counterpart`
      : `${counted(mismatches, 'row')} ${mismatches === 1 ? 'differs' : 'differ'} (${share(mismatches, matchedRows)})`;
  return [...(mismatches > 0 ? [differ] : []), ...unread];
}

function failedFunctions(
  { source }: SummaryColumn,
  functions: readonly FunctionOutcome[],
): readonly string[] {
  const failed = functions.filter(({ column, status }) => column?.source === source && status === 'fail');
  if (failed.length === 0) return [];
  return [
    `${failed.map(({ functionCode }) => functionCode).join(', ')} ${failed.length === 1 ? 'fails' : 'fail'}`,
  ];
}

function uncomparedColumns({
  columns,
  onlyInSource,
  onlyInTarget,
}: ComparisonSummary): readonly UncomparedColumn[] {
  const unresolved = columns
    .filter(({ status }) => status === 'selectionRequired' || status === 'incompatible')
    .map((column) => ({ name: nameOf(column), reason: reasonOf(column), remedies: remediesFor(column) }));
  const lone = (names: readonly string[], side: 'source' | 'target') =>
    names.map((name) => ({
      name,
      reason: `Only the ${side} has this column.`,
      remedies: remediesForLone(name, side),
    }));
  return [...unresolved, ...lone(onlyInSource, 'source'), ...lone(onlyInTarget, 'target')];
}

function reasonOf({ types, diagnostics, error }: SummaryColumn): string {
  if (error !== null) return error;
  // That a choice is needed is said by the flags that make it.
  const details = diagnostics
    .filter(({ severity, code }) => severity === 'error' && code !== 'selection_required')
    .map(({ detail }) => detail);
  return `The source has ${types.source}, the target ${types.target}.${details.length > 0 ? ` ${details.join(' ')}` : ''}`;
}

function unmatchedSections({ unmatched, matching }: ComparisonSummary): readonly UnmatchedSection[] {
  const keys = matching.kind === 'keys' ? matching.columns : [];
  const section = (
    side: 'source' | 'target',
    { count: rows, columns, examples }: UnmatchedRows,
  ): UnmatchedSection => {
    const keyNames = keys.map((key) => key[side]);
    // Where a row is known by its key, the key stands first and is not repeated.
    const others = columns
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => !keyNames.includes(name));
    const copies = examples.some((example) => example.copies > 1);
    return {
      title: `Rows only in the ${side}`,
      count: rows,
      more: rows - examples.reduce((sum, example) => sum + example.copies, 0),
      columns: [...keyNames, ...others.map(({ name }) => name), ...(copies ? ['copies'] : [])],
      rows: examples.map(({ key, values, copies: times }) => [
        ...key,
        ...others.map(({ index }) => values[index] ?? null),
        ...(copies ? [count(times)] : []),
      ]),
    };
  };
  return [section('source', unmatched.source), section('target', unmatched.target)].filter(
    ({ count: rows }) => rows > 0,
  );
}

/** Those that agree come last. */
function functionRows(functions: readonly FunctionOutcome[]): readonly FunctionRow[] {
  const rank = { fail: 0, error: 1, pass: 2 };
  return functions.toSorted((a, b) => rank[a.status] - rank[b.status]).map(functionRow);
}

function functionRow({
  functionCode,
  column,
  status,
  source,
  target,
  missingInSource,
  missingInTarget,
  detail,
}: FunctionOutcome): FunctionRow {
  const missing =
    missingInSource === null || missingInTarget === null
      ? ''
      : `${counted(missingInTarget, 'value')} only in the source, ${counted(missingInSource, 'value')} only in the target`;
  return {
    name: column === null ? `${functionCode} of rows` : `${functionCode} of ${nameOf(column)}`,
    verdict: status,
    source,
    target,
    detail: detail ?? missing,
  };
}

function notesOf({ notes, columns, evidence }: ComparisonSummary): readonly string[] {
  const ofColumns = columns.flatMap((column) =>
    column.diagnostics
      .filter(({ severity }) => column.comparisonType !== null && severity === 'warning')
      .map(({ detail }) => `${nameOf(column)}: ${detail}`),
  );
  const ofEvidence =
    evidence === null
      ? []
      : [
          `${counted(evidence.rows, 'row')} of evidence in ${evidence.file}${evidence.capped ? '; there are more differences than were kept, the counts are exact' : ''}.`,
        ];
  return [...notes, ...ofColumns, ...ofEvidence];
}

/** `amount`, or `amount → total` where the sides call it differently. */
function nameOf({ source, target }: { readonly source: string; readonly target: string }): string {
  return source === target ? source : `${source} → ${target}`;
}
