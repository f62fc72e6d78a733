import type { Side } from '../../../domain/comparison/resolution.ts';
import type { Dialect, RowHashes } from '../../dialects/dialect.ts';
import type { RowComparison } from '../../plan/plan.ts';
import type { Relation } from '../../sql-session.ts';
import { rowParts } from '../row-parts.ts';
import { anyFailed, type ScannedColumn, scanValues } from '../scan-values.ts';

/**
 * Enough that a few hundred differing rows leave most buckets alone, few enough that a bucket's sums fit the cache
 * beside the scan (measured over 10 million rows: 2^10 to 2^13 cost the same, 2^14 a twentieth more, 2^16 a third).
 */
export const bucketCount = 8192;

/** One side of a row comparison: its keys first, then the compared columns. */
export interface RowScan {
  readonly sql: string;
  readonly columns: readonly ScannedColumn[];
  /** The names of what rows are matched by. */
  readonly keys: readonly string[];
  readonly keyColumns: readonly ScannedColumn[];
  readonly valueColumns: readonly ScannedColumn[];
  readonly absence: string | null;
  /** Whether a key cannot be read, so that the row matches none; null where that cannot be. */
  readonly keyFailed: string | null;
  /** A hash of the keys, or of the whole row where there are none. */
  readonly keyHash: string;
  readonly bucket: string;
  /** The same rows with what their hashes are made of, and how. */
  readonly hashed: HashedScan;
}

/** Rows on their way to being hashed: the query, and the parts that are hashed of each row. */
export interface HashedScan {
  readonly sql: string;
  readonly parts: readonly string[];
}

export function rowScan(
  dialect: Dialect,
  hashes: RowHashes,
  relation: Relation,
  comparison: RowComparison,
  side: Side,
): RowScan {
  const pairs = [...comparison.keys, ...comparison.columns];
  const { sql, columns, absence } = scanValues(
    dialect,
    relation,
    comparison.scans[side],
    pairs.map((pair) => pair[side]),
  );
  const keyColumns = columns.slice(0, comparison.keys.length);
  const valueColumns = columns.slice(comparison.keys.length);
  const marker = absence === null ? [] : [absence];
  const hashedMarker = marker.map((name) => dialect.integerInput(name));
  // Keys that are equal must fall into one bucket however they are spelt, so they are hashed by their values. Whole rows
  // need not: two that are equal make both of their buckets differ, and so meet in stage 2.
  const keyHash =
    comparison.keys.length > 0
      ? hashes.first([...keyColumns.flatMap(keyInputs), ...hashedMarker])
      : hashes.first(rowParts(dialect, columns, hashedMarker));
  return {
    sql,
    columns,
    keys: [...keyColumns.map(({ value }) => value), ...marker],
    keyColumns,
    valueColumns,
    absence,
    keyFailed: anyFailed(keyColumns),
    keyHash,
    bucket: dialect.bucket(keyHash, bucketCount),
    hashed: hashedScan(dialect, sql, columns, hashedMarker),
  };
}

/** Costly inputs of a hash become columns. */
function hashedScan(
  dialect: Dialect,
  sql: string,
  columns: readonly ScannedColumn[],
  more: readonly string[],
): HashedScan {
  const named: string[] = [];
  const reached = columns.map(({ hashInputs, value }, index) => {
    const { column } = hashInputs;
    if (column === undefined) return { hashInputs, value };
    named.push(`${column.sql} AS h${index}`);
    return { value, hashInputs: { ...hashInputs, own: [column.input(`h${index}`)] } };
  });
  return {
    sql: named.length === 0 ? sql : `SELECT ${['*', ...named].join(', ')} FROM (${sql})`,
    parts: rowParts(dialect, reached, more),
  };
}

/** What a key contributes to its hash: its value alone, never the spelling that it was read from. */
function keyInputs({ reading, value }: ScannedColumn): readonly string[] {
  return reading.hashInputs(value, value).own;
}
