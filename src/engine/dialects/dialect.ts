/** Every engine that a plan can be compiled for. */
export const dialectNames = ['duckdb'] as const;
export type DialectName = (typeof dialectNames)[number];

/**
 * Two hashes of a row, as expressions over expressions of canonical values. They must not be functions of each other:
 * together they are the 128 bits by which a bucket is skipped.
 */
export interface RowHashes {
  readonly first: (values: readonly string[]) => string;
  readonly second: (values: readonly string[]) => string;
}
