import type { Side } from '../../domain/comparison/resolution.ts';
import type { Column, RowComparison } from '../plan/plan.ts';
import type { Unsupported } from '../pushdown/pushdown-dialect.ts';
import type { Statement } from '../sql-session.ts';
import { type FingerprintDialect, fingerprintedKinds } from './fingerprint-dialect.ts';

/** The rows of one side of a comparison, as they are fingerprinted. */
export interface FingerprintedRows {
  readonly comparison: RowComparison;
  readonly side: Side;
  /** Stands first in every hashed text. Nobody who writes data knows it, so that no two rows are made to collide. */
  readonly salt: string;
}

/** Those of its rows that fall into some buckets. */
export interface BucketedRows extends FingerprintedRows {
  readonly buckets: readonly string[];
}

/** A value in its comparison type, wherever it stands. */
export interface FingerprintedValue {
  readonly column: Column;
  readonly sql: string;
}

/** Rows with their values under names, and whether any of them cannot be read; null where that cannot be. */
export interface ValueRows {
  readonly sql: string;
  readonly values: readonly FingerprintedValue[];
  readonly failed: string | null;
}

/** Beyond so many the statement itself becomes the work: a server takes 1,664 expressions in a row at most. */
const mostColumns = 500;

/** Why rows cannot be fingerprinted by any system; null where they can. */
export function whyNotFingerprinted({ keys, columns, scans, verification }: RowComparison): string | null {
  const pairs = [...keys, ...columns];
  if (verification === 'exact') return 'The test wants every row compared.';
  if (pairs.length > mostColumns) return `More than ${mostColumns} columns are read by the engine.`;
  if ([scans.source, scans.target].some(({ scope }) => scope.length > 0)) {
    return 'Items of a collection are only looked into by the engine.';
  }
  const kind = pairs
    .map(({ source }) => source.comparisonType.kind)
    .find((each) => !fingerprintedKinds.some((known) => known === each));
  return kind === undefined ? null : `A ${kind} has no text that is the same on every system.`;
}

/** The columns of the side, keys first. */
export function columnsOf({ comparison, side }: FingerprintedRows): readonly Column[] {
  return [...comparison.keys, ...comparison.columns].map((pair) => pair[side]);
}

/**
 * For each bucket: its name, the number of rows, two sums of 64 bits of their hashes, and whether it is doubtful: then
 * only the engine may judge its rows, because a value cannot be read or, where `findsRepeats`, a key occurs twice.
 * Sums, not xor: two copies of a row must not cancel out.
 */
export function fingerprintStatement(
  dialect: FingerprintDialect,
  { comparison, salt }: FingerprintedRows,
  { sql, values, failed }: ValueRows,
  findsRepeats: boolean,
): Statement | Unsupported {
  const row = digest(dialect, salt, values);
  const key =
    comparison.keys.length === 0 ? row : digest(dialect, salt, values.slice(0, comparison.keys.length));
  if ('unsupported' in row) return row;
  if ('unsupported' in key) return key;
  const word = (start: number) => dialect.word(`substr(row_digest, ${start}, 16)`);
  const doubt = failed === null ? '0' : `CASE WHEN ${failed} THEN 1 ELSE 0 END`;
  const digests = `SELECT ${key.sql} AS key_digest, ${row.sql} AS row_digest, ${doubt} AS doubt FROM (${sql}) AS read_rows`;
  // A sum passes over what a system has no hash of: MySQL answers NULL for a text beyond the packets that it sends.
  const unhashed = 'CASE WHEN row_digest IS NULL THEN 1 ELSE doubt END';
  const words = `SELECT key_digest, 1 AS row_count, ${word(1)} AS first_word, ${word(17)} AS second_word, ${unhashed} AS doubt FROM (${digests}) AS digests`;
  const rows = findsRepeats && comparison.keys.length > 0 ? byKey(words) : words;
  return {
    sql: [
      'SELECT substr(key_digest, 1, 3) AS bucket, sum(row_count) AS row_count, sum(first_word) AS first_sum,',
      '  sum(second_word) AS second_sum, max(doubt) AS doubtful',
      `FROM (${rows}) AS hashed_rows`,
      'GROUP BY 1',
    ].join('\n'),
  };
}

/** A key that occurs twice makes its bucket doubtful. Two keys with one hash look like one that does: no harm is done. */
function byKey(words: string): string {
  return [
    'SELECT key_digest, count(*) AS row_count, sum(first_word) AS first_word, sum(second_word) AS second_word,',
    '  CASE WHEN count(*) > 1 THEN 1 ELSE max(doubt) END AS doubt',
    `FROM (${words}) AS word_rows`,
    'GROUP BY key_digest',
  ].join('\n');
}

/** That a row falls into one of some buckets; `values` are its keys, or all of its values where it has no keys. */
export function isInBuckets(
  dialect: FingerprintDialect,
  { salt, buckets }: BucketedRows,
  values: readonly FingerprintedValue[],
): { readonly sql: string } | Unsupported {
  const key = digest(dialect, salt, values);
  if ('unsupported' in key) return key;
  return { sql: `substr(${key.sql}, 1, 3) IN (${buckets.map((bucket) => `'${bucket}'`).join(', ')})` };
}

/** What of its columns a row is put into a bucket by. */
export function bucketedColumns(rows: FingerprintedRows): readonly Column[] {
  const { keys } = rows.comparison;
  return keys.length === 0 ? columnsOf(rows) : keys.map((pair) => pair[rows.side]);
}

function digest(
  dialect: FingerprintDialect,
  salt: string,
  values: readonly FingerprintedValue[],
): { readonly sql: string } | Unsupported {
  const parts: string[] = [];
  for (const { column, sql } of values) {
    const text = dialect.text(sql, column);
    if ('unsupported' in text) return text;
    parts.push(enclosed(dialect, sql, text.sql, column.comparisonType.kind === 'text'));
  }
  return { sql: dialect.md5(dialect.concat([dialect.textLiteral(salt), ...parts])) };
}

/** NULL is a mark that no value begins with; a text says how long it is, and all others end where a semicolon stands. */
function enclosed(dialect: FingerprintDialect, value: string, text: string, isFree: boolean): string {
  const parts = isFree ? [dialect.length(text), "':'", text, "';'"] : [text, "';'"];
  return `CASE WHEN ${value} IS NULL THEN '~' ELSE ${dialect.concat(parts)} END`;
}
