import type { Dialect, RowHashes } from '../dialects/dialect.ts';
import { rowHalves } from './row-halves.ts';
import type { ScannedColumn } from './scan-values.ts';

/**
 * Members of a set are told apart by buckets as rows are: only those of differing ones are looked at. Fewer than those
 * of rows, because there are as many for each column, and all of them come out of the engine.
 */
export const memberBuckets = 1024;

/** The two halves of a value's hashes. */
export function memberHalves(dialect: Dialect, { reading, value }: ScannedColumn): readonly string[] {
  const { a, b } = rowHalves(dialect, [{ value, hashInputs: reading.hashInputs(value, value) }]);
  return [a, b];
}

/** That a value is NULL or in one of some buckets. */
export function isMemberOf(
  dialect: Dialect,
  hashes: RowHashes,
  column: ScannedColumn,
  buckets: readonly number[],
): string {
  const bucket = dialect.bucket(hashes.first(memberHalves(dialect, column)), memberBuckets);
  return `(${column.value} IS NULL OR ${dialect.isAmong(bucket, buckets, memberBuckets)})`;
}
