import type { Dialect, RowHashes } from '../dialects/dialect.ts';
import { type RowHalves, rowHalves } from './row-halves.ts';
import type { ScannedColumn } from './scan-values.ts';

/**
 * Members of a set are told apart by buckets as rows are: only those of differing ones are looked at. Fewer than those
 * of rows, because there are as many for each column, and all of them come out of the engine.
 */
export const memberBuckets = 1024;

/** The two half hashes of a value. */
export function memberHalves(dialect: Dialect, { reading, value }: ScannedColumn): RowHalves {
  return rowHalves(dialect, [{ value, hashInputs: reading.hashInputs(value, value) }]);
}

/** That a value is NULL or in one of some buckets. */
export function isMemberOf(
  dialect: Dialect,
  hashes: RowHashes,
  column: ScannedColumn,
  buckets: readonly number[],
): string {
  const { a, b } = memberHalves(dialect, column);
  const bucket = dialect.bucket(hashes.first([a, b]), memberBuckets);
  return `(${column.value} IS NULL OR ${dialect.isAmong(bucket, buckets, memberBuckets)})`;
}
