/** The longest format that the interface takes, in code points. */
export const maxFormatLength = 64;

/**
 * The letters that a pattern may hold, in the meaning of Java's DateTimeFormatter. A dialect maps each; a letter of
 * Java that is not here is refused by name. Two letters are exactly two digits, one letter is one or two.
 */
export const patternLetters = [
  'yyyy',
  'yy',
  'MM',
  'M',
  'MMM',
  'MMMM',
  'dd',
  'd',
  'HH',
  'H',
  'hh',
  'h',
  'mm',
  'ss',
  'a',
  'X',
  'XX',
  'XXX',
  'Z',
] as const;
export type PatternLetters = (typeof patternLetters)[number];

export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly letters: PatternLetters }
  /** Exactly so many fractional digits of a second, 1 to 9. */
  | { readonly kind: 'fraction'; readonly digits: number };

/** A format as the dialects compile it. */
export type Format = PatternFormat | EpochFormat | EncodingFormat;

export interface PatternFormat {
  readonly kind: 'pattern';
  readonly tokens: readonly FormatToken[];
  /** What a text of this pattern holds. */
  readonly reads: 'date' | 'time' | 'timestamp';
  readonly precision: number;
  /** Whether the text carries its offset. */
  readonly zoned: boolean;
}

/** A count of units since 1970-01-01T00:00:00Z: an instant. */
export interface EpochFormat {
  readonly kind: 'epoch';
  readonly unit: 's' | 'ms' | 'us';
}

/** How bytes are written as text. */
export interface EncodingFormat {
  readonly kind: 'encoding';
  readonly encoding: 'hex' | 'base64';
}

export interface FormatFault {
  /** Where, counted in code points from 0. */
  readonly position: number;
  readonly detail: string;
}
