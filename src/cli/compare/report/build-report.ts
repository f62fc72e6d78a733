import type { BySide } from '../../../domain/comparison/by-side.ts';
import type {
  ComparisonSummary,
  FunctionOutcome,
  SummaryColumn,
  SummaryDataset,
  UnmatchedRows,
} from '../../../executor/one-shot/comparison-summary.ts';
import { describeComparisonType, describeTolerance } from './describe-comparison.ts';
import { bytes, count, counted, duration, share } from './numbers.ts';
import { remediesFor } from './remedies.ts';
import type {
  Balance,
  DifferentColumn,
  Figure,
  FunctionRow,
  Report,
  ReportSide,
  UncomparedColumn,
  UnmatchedSection,
} from './report-model.ts';

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

function verdictOf(
  summary: ComparisonSummary,
  different: readonly DifferentColumn[],
): Pick<Report, 'verdict' | 'word' | 'headline'> {
  const { columns, onlyInSource, onlyInTarget } = summary;
  const left = columns.filter(
    ({ status }) => status === 'selectionRequired' || status === 'incompatible',
  ).length;
  const uncompared = left + onlyInSource.length + onlyInTarget.length;
  const rest = uncompared === 0 ? '' : ` ${counted(uncompared, 'column')} could not be compared.`;
  const compared = columns.filter(({ status }) => status === 'equal' || status === 'different').length;
  if (summary.equal && summary.complete) {
    return { verdict: 'pass', word: 'Equal', headline: equalHeadline(summary, compared) };
  }
  if (summary.equal) {
    return { verdict: 'error', word: 'Not fully compared', headline: `What was compared is equal.${rest}` };
  }
  if (compared === 0 && summary.functions.length === 0) {
    return { verdict: 'error', word: 'Not compared', headline: `No column could be compared.${rest}` };
  }
  return { verdict: 'fail', word: 'Different', headline: `${differences(summary, different)}.${rest}` };
}

function equalHeadline({ rows, comparison, functions }: ComparisonSummary, compared: number): string {
  if (comparison === null) return `All ${counted(functions.length, 'check')} agree.`;
  if (rows.source === 0) return 'Both sides are empty.';
  return `All ${counted(rows.source, 'row')} agree in ${compared === 1 ? 'the one column' : `all ${counted(compared, 'column')}`}.`;
}

function differences(summary: ComparisonSummary, different: readonly DifferentColumn[]): string {
  const { comparison, functions } = summary;
  const failed = functions.filter(({ status }) => status === 'fail').length;
  const parts = [
    comparison === null || comparison.mismatchedRows === 0
      ? ''
      : `${counted(comparison.mismatchedRows, 'row')} ${comparison.mismatchedRows === 1 ? 'differs' : 'differ'} in ${counted(different.filter(({ mismatches }) => mismatches > 0).length, 'column')}`,
    comparison === null || comparison.missingInTarget === 0
      ? ''
      : `${counted(comparison.missingInTarget, 'row')} only in the source`,
    comparison === null || comparison.missingInSource === 0
      ? ''
      : `${counted(comparison.missingInSource, 'row')} only in the target`,
    failed === 0 ? '' : `${counted(failed, 'check')} of ${count(functions.length)} failed`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'The keys are not unique';
  return sentence(parts);
}

function sentence(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function sideOf({ name, format, files, rows }: SummaryDataset): ReportSide {
  const formats: Readonly<Record<string, string>> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' };
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

function figuresOf(summary: ComparisonSummary): readonly Figure[] {
  const { rows, comparison, matching } = summary;
  const figures: Figure[] = [
    {
      label: 'Rows',
      value: bothSides(rows),
      detail: rows.source === rows.target ? 'on each side' : 'in source / target',
      verdict: null,
    },
  ];
  if (comparison === null) return figures;
  const { matchedRows, mismatchedRows, missingInSource, missingInTarget, duplicateKeys } = comparison;
  const byKey = matching.kind === 'keys';
  const duplicates = duplicateKeys.source + duplicateKeys.target;
  return [
    ...figures,
    {
      label: 'Matched',
      value: count(matchedRows),
      detail: byKey ? 'by key' : 'have an equal row on the other side',
      verdict: null,
    },
    ...(byKey ? [found('Different', mismatchedRows, matchedRows, 'of the matched rows')] : []),
    found('Only in source', missingInTarget, rows.source, 'of the source'),
    found('Only in target', missingInSource, rows.target, 'of the target'),
    ...(duplicates === 0
      ? []
      : [
          {
            label: 'Repeated keys',
            value: bothSides(duplicateKeys),
            detail: `${duplicateKeys.source === duplicateKeys.target ? 'on each side' : 'in source / target'}; their rows were compared as multisets`,
            verdict: 'error' as const,
          },
        ]),
  ];
}

/** One number where both sides have the same, else both. */
function bothSides({ source, target }: BySide<number>): string {
  return source === target ? count(source) : `${count(source)} / ${count(target)}`;
}

/** Rows that should not be; none of them is a pass. */
function found(label: string, rows: number, whole: number, of: string): Figure {
  if (rows === 0) return { label, value: '0', detail: '', verdict: 'pass' };
  return { label, value: count(rows), detail: `${share(rows, whole)} ${of}`, verdict: 'fail' };
}

function balanceOf({ comparison }: ComparisonSummary): Balance | null {
  if (comparison === null) return null;
  return {
    equalRows: comparison.matchedRows - comparison.mismatchedRows,
    differentRows: comparison.mismatchedRows,
    onlyInSource: comparison.missingInTarget,
    onlyInTarget: comparison.missingInSource,
  };
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
  const alone = (names: readonly string[], side: string, other: string) =>
    names.map((name) => ({
      name,
      reason: `Only the ${side} has this column.`,
      remedies: [
        {
          flag: `--map ${side === 'source' ? `${name}=NAME` : `NAME=${name}`}`,
          meaning: `pair it with a column of the ${other}`,
        },
        { flag: `--ignore ${name}`, meaning: 'leave it out' },
      ],
    }));
  return [
    ...unresolved,
    ...alone(onlyInSource, 'source', 'target'),
    ...alone(onlyInTarget, 'target', 'source'),
  ];
}

function reasonOf({ types, diagnostics, error }: SummaryColumn): string {
  if (error !== null) return error;
  const details = diagnostics.filter(({ severity }) => severity === 'error').map(({ detail }) => detail);
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
