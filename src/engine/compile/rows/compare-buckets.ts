import type { BySide } from '../../../domain/comparison/by-side.ts';
import type { Row } from '../../sql-session.ts';
import { bucketCount } from './row-scan.ts';

/** What stage 1 found: which buckets may be skipped, and what is known of their rows. */
export interface BucketComparison {
  readonly rows: BySide<number>;
  /** Rows in equal buckets: as many on either side. */
  readonly equalRows: number;
  readonly compared: number;
  readonly differing: readonly number[];
  /** By column, keys first: values that cannot be read. */
  readonly unconvertible: BySide<readonly number[]>;
}

interface Bucket {
  readonly rows: number;
  readonly fingerprint: string;
  readonly failed: readonly number[];
}

/**
 * Holds the buckets of both sides against each other. Equal are those with the same number of rows and the same 128
 * bits, and with no value that cannot be read, because such a value equals nothing.
 */
export function compareBuckets(
  source: readonly Row[],
  target: readonly Row[],
  columns: number,
): BucketComparison {
  const buckets = { source: readBuckets(source, columns), target: readBuckets(target, columns) };
  const numbers = [...new Set([...buckets.source.keys(), ...buckets.target.keys()])].sort((a, b) => a - b);
  const differing = numbers.filter(
    (number) => !isEqual(buckets.source.get(number), buckets.target.get(number)),
  );
  const skipped = new Set(differing);
  return {
    rows: { source: rowsIn(buckets.source.values()), target: rowsIn(buckets.target.values()) },
    equalRows: rowsIn(
      [...buckets.source].flatMap(([number, bucket]) => (skipped.has(number) ? [] : [bucket])),
    ),
    compared: numbers.length,
    differing,
    unconvertible: {
      source: failuresIn(buckets.source.values(), columns),
      target: failuresIn(buckets.target.values(), columns),
    },
  };
}

/**
 * Reading everything again for a small rest is worth it, joining it twice over is not: once most buckets differ, all
 * rows are joined at once.
 */
export function mostDiffer({ differing }: BucketComparison): boolean {
  return differing.length > bucketCount / 2;
}

function readBuckets(rows: readonly Row[], columns: number): ReadonlyMap<number, Bucket> {
  return new Map(
    rows.map(({ bucket, row_count, first_sum, second_sum, failed }) => [
      Number(bucket),
      {
        rows: Number(row_count),
        fingerprint: `${row_count} ${first_sum} ${second_sum}`,
        failed: Array.isArray(failed) && failed.length > 0 ? failed.map(Number) : Array(columns).fill(0),
      },
    ]),
  );
}

function isEqual(a: Bucket | undefined, b: Bucket | undefined): boolean {
  if (a === undefined || b === undefined || a.fingerprint !== b.fingerprint) return false;
  return [...a.failed, ...b.failed].every((count) => count === 0);
}

function rowsIn(buckets: Iterable<Bucket>): number {
  return [...buckets].reduce((sum, { rows }) => sum + rows, 0);
}

function failuresIn(buckets: Iterable<Bucket>, columns: number): readonly number[] {
  const all = [...buckets];
  return Array.from({ length: columns }, (_, column) =>
    all.reduce((sum, { failed }) => sum + (failed[column] ?? 0), 0),
  );
}
