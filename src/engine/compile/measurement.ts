import { type Dialect, type RowHashes, type SumPart, sumParts } from '../dialects/dialect.ts';
import type { Measure, MeasureKind, Measurement } from '../plan/plan.ts';
import type { Relation, Row, Statement } from '../sql-session.ts';
import { chunks } from './chunks.ts';
import { type MemberBuckets, membersStatement, readMembers } from './member-buckets.ts';
import { itemsOf, type ScannedColumn, scanValues, type ValueScan } from './scan-values.ts';
import { type SharedScan, sharedScan } from './shared-scan.ts';

/** What a measure came to. */
export type MeasureResult =
  | CountResult<'rows'>
  | CountResult<'count'>
  | CountResult<'unconvertible'>
  | ExtremeResult<'min'>
  | ExtremeResult<'max'>
  | { readonly kind: 'sum'; readonly parts: Readonly<Record<SumPart, string | null>> }
  /** How many distinct values there are that are not NULL. */
  | { readonly kind: 'distinct'; readonly values: number }
  | { readonly kind: 'members'; readonly buckets: MemberBuckets };

interface CountResult<K> {
  readonly kind: K;
  readonly count: number;
}

interface ExtremeResult<K> {
  readonly kind: K;
  readonly text: string | null;
  readonly position: string | null;
}

/** The statements of a measurement; their rows make its results. */
export interface CompiledMeasurement {
  readonly statements: readonly Statement[];
  /** One result for each measure, from the rows of each statement. */
  readonly results: (rows: readonly (readonly Row[])[]) => readonly MeasureResult[];
}

/** So many columns are gathered by one statement: the engine may give each a hash table of its own at the same time. */
const columnsGatheredAtOnce = 16;

/** Measures that cost a pass over their column each. */
type GatheredKind = Extract<MeasureKind, 'distinct' | 'members'>;

/** All aggregates in one pass, and what has to be gathered of a column in one of its own. */
export function compileMeasurement(
  dialect: Dialect,
  hashes: RowHashes,
  relation: Relation,
  measurement: Measurement,
): CompiledMeasurement {
  const scan = scanValues(dialect, relation, measurement.scan, measurement.columns);
  const shared = sharedScan(dialect, relation, scan);
  const gathered = (kind: GatheredKind) =>
    chunks(
      measurement.measures.flatMap((measure) => (measure.kind === kind ? (measure.column ?? []) : [])),
      columnsGatheredAtOnce,
    ).map((columns) => ({ kind, columns, scanned: columns.flatMap((index) => scan.columns[index] ?? []) }));
  const groups = [...gathered('distinct'), ...gathered('members')];
  return {
    statements: [
      aggregateStatement(dialect, scan, measurement),
      ...groups.map(({ kind, scanned }) =>
        kind === 'distinct'
          ? distinctStatement(shared, scanned)
          : membersStatement(dialect, hashes, shared, scanned),
      ),
    ],
    results: ([aggregates = [], ...answers]) =>
      measurement.measures.map(({ kind, column }, index): MeasureResult => {
        if (kind !== 'distinct' && kind !== 'members')
          return aggregateResult(kind, index, aggregates[0] ?? {});
        const group = groups.findIndex((each) => each.kind === kind && each.columns.includes(column ?? -1));
        const place = groups[group]?.columns.indexOf(column ?? -1) ?? 0;
        const rows = answers[group] ?? [];
        return kind === 'distinct'
          ? { kind, values: readDistinct(rows, place) }
          : { kind, buckets: readMembers(rows, place) };
      }),
  };
}

function aggregateStatement(dialect: Dialect, scan: ValueScan, { measures }: Measurement): Statement {
  const terms = measures.flatMap((measure, index) => aggregateTerms(dialect, scan, measure, index));
  const inner = terms.length === 0 ? ['count(*) AS m0'] : terms.flatMap((term) => term.inner);
  const outer = terms.length === 0 ? ['m0'] : terms.flatMap((term) => term.outer);
  return {
    sql: `SELECT ${outer.join(', ')} FROM (SELECT ${inner.join(', ')} FROM ${itemsOf(scan)})`,
  };
}

/** What is aggregated, and what is made of it once there is one row. */
interface AggregateTerms {
  readonly inner: readonly string[];
  readonly outer: readonly string[];
}

function aggregateTerms(
  dialect: Dialect,
  scan: ValueScan,
  { kind, column: place }: Measure,
  index: number,
): readonly AggregateTerms[] {
  const column = scan.columns[place ?? -1];
  const name = `m${index}`;
  const count = (sql: string) => [{ inner: [`${sql} AS ${name}`], outer: [name] }];
  if (kind === 'rows' || column === undefined) return count('count(*)');
  switch (kind) {
    case 'count':
      return count(`count(${column.raw})`);
    case 'unconvertible':
      return count(column.failed === null ? 'CAST(0 AS BIGINT)' : dialect.countWhere(column.failed));
    case 'min':
    case 'max': {
      const { text, position } = column.reading;
      const outer = [`${text(name)} AS ${name}_text`, `${position?.(name) ?? 'NULL'} AS ${name}_position`];
      return [{ inner: [`${dialect.extreme(kind, column.column, column.value)} AS ${name}`], outer }];
    }
    case 'sum':
      return Object.entries(dialect.sumParts(column.column, column.value)).map(([part, sql]) => ({
        inner: [`${sql} AS ${name}_${part}`],
        outer: [`${name}_${part}`],
      }));
    case 'distinct':
    case 'members':
      return [];
  }
}

function aggregateResult(kind: Exclude<MeasureKind, GatheredKind>, index: number, row: Row): MeasureResult {
  const text = (name: string) => {
    const cell = row[name];
    return cell === undefined || cell === null ? null : String(cell);
  };
  switch (kind) {
    case 'rows':
    case 'count':
    case 'unconvertible':
      return { kind, count: Number(text(`m${index}`)) };
    case 'min':
    case 'max':
      return { kind, text: text(`m${index}_text`), position: text(`m${index}_position`) };
    case 'sum': {
      const parts = sumParts.map((part) => [part, text(`m${index}_${part}`)] as const);
      return { kind, parts: Object.fromEntries(parts) as Record<SumPart, string | null> };
    }
  }
}

/** How many distinct values each of some columns has. */
function distinctStatement(scan: SharedScan, columns: readonly ScannedColumn[]): Statement {
  return scan.eachOf(
    columns,
    ({ value }, place, from) =>
      `SELECT ${place} AS place, count(DISTINCT ${value}) AS distinct_values FROM ${from}`,
  );
}

function readDistinct(rows: readonly Row[], place: number): number {
  return Number(rows.find((row) => Number(row.place) === place)?.distinct_values);
}
