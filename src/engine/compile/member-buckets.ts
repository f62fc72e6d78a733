import type { Dialect, RowHashes } from '../dialects/dialect.ts';
import type { Row, Statement } from '../sql-session.ts';
import { namedParts, partNames, rowParts } from './row-parts.ts';
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
  const names = partNames(dialect);
  return scan.eachOf(columns, (column, place, from) => {
    return [
      `SELECT ${place} AS place, bucket, count(*) AS members,`,
      `  ${dialect.hashSum(hashes.first(names))} AS first_sum,`,
      `  ${dialect.hashSum(hashes.second(names))} AS second_sum`,
      `FROM (SELECT ${[`${memberBucket(dialect, hashes, names)} AS bucket`, ...names].join(', ')}`,
      `FROM (SELECT ${namedParts(dialect, memberParts(dialect, column)).join(', ')} FROM ${from} WHERE ${column.value} IS NOT NULL))`,
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
  const bucket = memberBucket(dialect, hashes, memberParts(dialect, column));
  return `(${column.value} IS NULL OR ${dialect.isAmong(bucket, buckets, memberBuckets)})`;
}

/** The first part is enough to deal values out, and spares what another costs to make. */
function memberBucket(dialect: Dialect, hashes: RowHashes, parts: readonly string[]): string {
  return dialect.bucket(hashes.first(parts.slice(0, 1)), memberBuckets);
}

/** What a value is hashed to. */
function memberParts(dialect: Dialect, { reading, value }: ScannedColumn): readonly string[] {
  return rowParts(dialect, [{ value, hashInputs: reading.hashInputs(value, value) }]);
}
