import type { Dialect } from '../../dialects/dialect.ts';
import type { Statement } from '../../sql-session.ts';
import type { Candidates } from './candidates.ts';
import { bucketCount, type RowScan } from './row-scan.ts';

/** Rows whose keys can be read; the others match nothing and are no duplicates of each other. */
function readable({ sql, keyFailed }: RowScan): string {
  return keyFailed === null ? `(${sql})` : `(${sql}) WHERE NOT ${keyFailed}`;
}

/** For a single integer key: how many rows there are, how many NULLs, and between which two the keys lie. */
export function keyRangeStatement({ keys, ...scan }: RowScan): Statement {
  const [key] = keys;
  return {
    sql: `SELECT count(*) AS row_count, count(${key}) AS key_count, min(${key}) AS low, max(${key}) AS high FROM ${readable({ keys, ...scan })}`,
  };
}

/** For a single integer key: how many different ones there are, exactly, with one bit for each that there could be. */
export function keyBitmapStatement(
  distinctInRange: NonNullable<Dialect['distinctInRange']>,
  scan: RowScan,
  low: bigint,
  high: bigint,
): Statement {
  return {
    sql: `SELECT ${distinctInRange(scan.keys[0] ?? '', low, high)} AS key_count FROM ${readable(scan)}`,
  };
}

/**
 * How many rows there are and how many different hashes of keys. As many hashes as rows prove that no key is there
 * twice, whatever the keys are; fewer prove nothing yet.
 */
export function keyHashStatement(dialect: Dialect, scan: RowScan): Statement {
  return { sql: dialect.countDistinct(scan.keyHash, readable(scan)) };
}

/** The same of rows that stage 2 looks at. */
export function candidateKeysStatement(dialect: Dialect, { from }: Candidates): Statement {
  return { sql: dialect.countDistinct('key_hash', from) };
}

/** How many keys occur more than once outside some buckets. */
export function repeatedKeysStatement(
  dialect: Dialect,
  scan: RowScan,
  exceptBuckets: readonly number[],
): Statement {
  const keys = scan.keys.join(', ');
  const except =
    exceptBuckets.length === 0
      ? ''
      : ` WHERE NOT ${dialect.isAmong(scan.bucket, exceptBuckets, bucketCount)}`;
  return {
    sql: `SELECT count(*) AS repeated FROM (SELECT ${keys} FROM (SELECT * FROM ${readable(scan)})${except} GROUP BY ${keys} HAVING count(*) > 1)`,
  };
}
