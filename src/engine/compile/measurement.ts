import { type Dialect, type RowHashes, type SumPart, sumParts } from '../dialects/dialect.ts';
import type { Measure, Measurement } from '../plan/plan.ts';
import type { Relation, Row, Statement } from '../sql-session.ts';
import { chunks } from './chunks.ts';
import { memberBuckets, memberHalves } from './member-buckets.ts';
import { type ScannedColumn, scanValues, type ValueScan } from './scan-values.ts';

/** What a measure came to. */
export type MeasureResult =
  | CountResult<'rows'>
  | CountResult<'count'>
  | CountResult<'unconvertible'>
  | ExtremeResult<'min'>
  | ExtremeResult<'max'>
  | { readonly kind: 'sum'; readonly parts: Readonly<Record<SumPart, string | null>> }
  | DistinctResult;

interface CountResult<K> {
  readonly kind: K;
  readonly count: number;
}

interface ExtremeResult<K> {
  readonly kind: K;
  readonly text: string | null;
  readonly position: string | null;
}

/** The distinct values of a column that are not NULL. */
export interface DistinctResult {
  readonly kind: 'distinct';
  readonly values: number;
  /**
   * By bucket, how many there are and the sums of their two hashes, as one text; null where only their number is known,
   * so that no other side's can be found to be the same.
   */
  readonly buckets: ReadonlyMap<number, string> | null;
}

/** The statements of a measurement; their rows make its results. */
export interface CompiledMeasurement {
  readonly statements: readonly Statement[];
  /** One result for each measure, from the rows of each statement. */
  readonly results: (rows: readonly (readonly Row[])[]) => readonly MeasureResult[];
}

/** Distinct values of so many columns are gathered in one pass: each takes a hash table of its own. */
const columnsGatheredAtOnce = 16;

/** All aggregates in one pass, and the distinct values of the columns that need them in as few as fit. */
export function compileMeasurement(
  dialect: Dialect,
  hashes: RowHashes,
  relation: Relation,
  measurement: Measurement,
): CompiledMeasurement {
  const scan = scanValues(dialect, relation, measurement.scan, measurement.columns);
  const gathered = [
    ...new Set(
      measurement.measures.flatMap(({ kind, column }) =>
        kind === 'distinct' && column !== null ? [column] : [],
      ),
    ),
  ];
  const groups = chunks(gathered, columnsGatheredAtOnce);
  return {
    statements: [
      aggregateStatement(dialect, scan, measurement),
      ...groups.map((columns) => distinctStatement(dialect, hashes, scan, columns)),
    ],
    results: ([aggregates = [], ...distinct]) =>
      measurement.measures.map(({ kind, column }, index): MeasureResult => {
        if (kind !== 'distinct') return aggregateResult(kind, index, aggregates[0] ?? {});
        const group = groups.findIndex((columns) => columns.includes(column ?? -1));
        const place = groups[group]?.indexOf(column ?? -1) ?? 0;
        return distinctResult((distinct[group] ?? []).filter((row) => Number(row.place) === place));
      }),
  };
}

function aggregateStatement(dialect: Dialect, scan: ValueScan, { measures }: Measurement): Statement {
  const terms = measures.flatMap((measure, index) => aggregateTerms(dialect, scan, measure, index));
  const inner = terms.length === 0 ? ['count(*) AS m0'] : terms.flatMap((term) => term.inner);
  const outer = terms.length === 0 ? ['m0'] : terms.flatMap((term) => term.outer);
  return {
    sql: `SELECT ${outer.join(', ')} FROM (SELECT ${inner.join(', ')} FROM (${scan.sql})${onlyItems(scan)})`,
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
      return [];
  }
}

function aggregateResult(
  kind: Exclude<MeasureResult['kind'], 'distinct'>,
  index: number,
  row: Row,
): MeasureResult {
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

/**
 * How many distinct values each of some columns has, and a fingerprint of them, in one pass: a grouping set for each
 * column, of which the number says to which one a value belongs.
 */
function distinctStatement(
  dialect: Dialect,
  hashes: RowHashes,
  scan: ValueScan,
  columns: readonly number[],
): Statement {
  const gathered = columns.flatMap((index) => scan.columns[index] ?? []);
  const values = gathered.map(({ value }) => value);
  const everySet = 2 ** values.length - 1;
  const placeOf = values.map(
    (_, place) => `WHEN ${everySet - 2 ** (values.length - 1 - place)} THEN ${place}`,
  );
  const each = (expression: (column: ScannedColumn) => string) =>
    `CASE place ${gathered.map((column, place) => `WHEN ${place} THEN ${expression(column)}`).join(' ')} END`;
  const halves = ['half_a', 'half_b'];
  return {
    sql: [
      'SELECT place, bucket, count(*) AS members,',
      `  ${dialect.hashSum('first_hash')} AS first_sum, ${dialect.hashSum('second_hash')} AS second_sum`,
      `FROM (SELECT place, ${dialect.bucket('first_hash', memberBuckets)} AS bucket, first_hash, second_hash`,
      `FROM (SELECT place, ${hashes.first(halves)} AS first_hash, ${hashes.second(halves)} AS second_hash`,
      `FROM (SELECT place, ${each((column) => memberHalves(dialect, column).a)} AS half_a,`,
      `  ${each((column) => memberHalves(dialect, column).b)} AS half_b`,
      `  FROM (SELECT CASE ${dialect.groupingSet(values)} ${placeOf.join(' ')} END AS place, ${values.join(', ')}`,
      `    FROM (${scan.sql})${onlyItems(scan)} GROUP BY GROUPING SETS (${values.map((value) => `(${value})`).join(', ')}))`,
      `  WHERE ${each(({ value }) => `${value} IS NOT NULL`)})))`,
      'GROUP BY place, bucket',
    ].join('\n'),
  };
}

/** No row at all where a column has no value but NULL. */
function distinctResult(rows: readonly Row[]): DistinctResult {
  const buckets = rows.map(
    ({ bucket, members, first_sum, second_sum }) =>
      [Number(bucket), `${members} ${first_sum} ${second_sum}`] as const,
  );
  return {
    kind: 'distinct',
    values: rows.reduce((sum, { members }) => sum + Number(members), 0),
    buckets: new Map(buckets),
  };
}

/** A parent without items is no item: it is compared with its peer, but neither counted nor summed. */
function onlyItems({ absence }: ValueScan): string {
  return absence === null ? '' : ` WHERE ${absence} = 0`;
}
