/**
 * How far apart two values may be and still agree. Decimal quantities are texts, so that 0.01 is exactly 0.01: an edge
 * like |0.58 - 0.57| ≤ 0.01 must not fall to a binary artefact.
 */
export type Tolerance = AbsoluteTolerance | RelativeTolerance | DurationTolerance;

/** |a - b| ≤ amount. */
export interface AbsoluteTolerance {
  readonly kind: 'absolute';
  readonly amount: string;
}

/** |a - b| ≤ ratio × max(|a|, |b|): symmetric, and with nothing to divide by. */
export interface RelativeTolerance {
  readonly kind: 'relative';
  readonly ratio: string;
}

/** Dates, times and timestamps at most so far apart. Nanoseconds as text: they outgrow 2^53 after 104 days. */
export interface DurationTolerance {
  readonly kind: 'duration';
  readonly nanoseconds: string;
}

/** How texts are made alike before they are compared; all off unless asked for. */
export interface TextOptions {
  readonly caseInsensitive: boolean;
  /** White space at both ends. */
  readonly trimWhitespace: boolean;
  /** Unicode normalisation form C. */
  readonly normalizeUnicode: boolean;
}

export const exactText: TextOptions = Object.freeze({
  caseInsensitive: false,
  trimWhitespace: false,
  normalizeUnicode: false,
});

/** Whether the order of a list's items counts. In a bag it does not, but how often each occurs does. */
export type ListOrder = 'ordered' | 'bag';
