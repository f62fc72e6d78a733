import type { Dialect, RowHashes } from '../dialects/dialect.ts';
import type { Row, Statement } from '../sql-session.ts';
import { type RowHalves, rowHalves } from './row-halves.ts';
import type { ScannedColumn } from './scan-values.ts';
import type { SharedScan } from './shared-scan.ts';

/**
 * Members of a set are told apart by buckets as rows are: only those of differing ones are looked at. Fewer than those
 * of rows, because there are as many for each column, and all of them come out of the engine.
 */
export const memberBuckets = 1024;

/** By bucket of a column, how many values that are not NULL there are and the sums of their two hashes, as one text. */
export type MemberBuckets = ReadonlyMap<number, string>;

/**
 * Takes all values of some columns into buckets, however often each occurs: to tell values apart costs several times as
 * much, and two sides on which all occur as often have the same ones.
 */
export function membersStatement(
  dialect: Dialect,
  hashes: RowHashes,
  scan: SharedScan,
  columns: readonly ScannedColumn[],
): Statement {
  const halves = ['half_a', 'half_b'];
  return scan.eachOf(columns, (column, place, from) => {
    const { a, b } = memberHalves(dialect, column);
    return [
      `SELECT ${place} AS place, bucket, count(*) AS members,`,
      `  ${dialect.hashSum(hashes.first(halves))} AS first_sum,`,
      `  ${dialect.hashSum(hashes.second(halves))} AS second_sum`,
      `FROM (SELECT ${memberBucket(dialect, hashes, 'half_a')} AS bucket, half_a, half_b`,
      `FROM (SELECT ${a} AS half_a, ${b} AS half_b FROM ${from} WHERE ${column.value} IS NOT NULL))`,
      'GROUP BY bucket',
    ].join('\n');
  });
}

/** The buckets of one column, out of the statement's rows. */
export function readMembers(rows: readonly Row[], place: number): MemberBuckets {
  return new Map(
    rows
      .filter((row) => Number(row.place) === place)
      .map(({ bucket, members, first_sum, second_sum }) => [
        Number(bucket),
        `${members} ${first_sum} ${second_sum}`,
      ]),
  );
}

/** That a value is NULL or in one of some buckets. */
export function isMemberOf(
  dialect: Dialect,
  hashes: RowHashes,
  column: ScannedColumn,
  buckets: readonly number[],
): string {
  const bucket = memberBucket(dialect, hashes, memberHalves(dialect, column).a);
  return `(${column.value} IS NULL OR ${dialect.isAmong(bucket, buckets, memberBuckets)})`;
}

/** One half is enough to deal values out, and spares what the other costs to make. */
function memberBucket(dialect: Dialect, hashes: RowHashes, half: string): string {
  return dialect.bucket(hashes.first([half]), memberBuckets);
}

/** The two half hashes of a value. */
function memberHalves(dialect: Dialect, { reading, value }: ScannedColumn): RowHalves {
  return rowHalves(dialect, [{ value, hashInputs: reading.hashInputs(value, value) }]);
}
