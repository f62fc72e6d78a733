/** How many rows may mismatch before the test fails. Both limits hold where both are given; none given: no row may. */
export interface Threshold {
  /** A whole number as text: counts can outgrow 2^53. */
  readonly maxRows: string | null;
  /** Mismatching rows by compared rows, a decimal text from 0 to 1. */
  readonly maxRatio: string | null;
}

export const noMismatch: Threshold = Object.freeze({ maxRows: null, maxRatio: null });

/** What duplicate keys mean for the verdict. They are always counted, reported and compared as multisets. */
export type DuplicateKeyRule = 'fail' | 'allow';
