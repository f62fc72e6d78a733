/** The longest format that the interface takes, in code points. */
export const maxFormatLength = 64;

/**
 * The letters that a pattern may hold, in the meaning of Java's DateTimeFormatter, which Spark shares. A dialect maps
 * each of them; any other letter of Java is refused by name.
 */
export const patternLetters = {
  yyyy: { part: 'year', digits: [4, 4], meaning: 'year, four digits' },
  yy: { part: 'year', digits: [2, 2], meaning: 'year, two digits: 2000 to 2099' },
  MM: { part: 'month', digits: [2, 2], meaning: 'month, two digits' },
  M: { part: 'month', digits: [1, 2], meaning: 'month, one or two digits' },
  MMM: { part: 'month', digits: null, meaning: 'month, English short name in any case: Jan' },
  MMMM: { part: 'month', digits: null, meaning: 'month, English name in any case: January' },
  dd: { part: 'day', digits: [2, 2], meaning: 'day of the month, two digits' },
  d: { part: 'day', digits: [1, 2], meaning: 'day of the month, one or two digits' },
  HH: { part: 'hour', digits: [2, 2], meaning: 'hour 00 to 23, two digits' },
  H: { part: 'hour', digits: [1, 2], meaning: 'hour 0 to 23, one or two digits' },
  hh: { part: 'hour', digits: [2, 2], meaning: 'hour 01 to 12, two digits, with `a`' },
  h: { part: 'hour', digits: [1, 2], meaning: 'hour 1 to 12, one or two digits, with `a`' },
  mm: { part: 'minute', digits: [2, 2], meaning: 'minute, two digits' },
  ss: { part: 'second', digits: [2, 2], meaning: 'second 00 to 59, two digits' },
  a: { part: 'halfDay', digits: null, meaning: 'AM or PM, in any case' },
  X: { part: 'offset', digits: null, meaning: 'offset: Z, +hh or +hhmm' },
  XX: { part: 'offset', digits: null, meaning: 'offset: Z or +hhmm' },
  XXX: { part: 'offset', digits: null, meaning: 'offset: Z or +hh:mm' },
  Z: { part: 'offset', digits: null, meaning: 'offset: +hhmm' },
} as const satisfies Record<string, PatternField>;

export type PatternLetters = keyof typeof patternLetters;

export interface PatternField {
  readonly part: PatternPart;
  /** The least and most digits that it takes; null where it is not a number. */
  readonly digits: readonly [number, number] | null;
  readonly meaning: string;
}

export type PatternPart =
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'halfDay'
  | 'offset';

export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly letters: PatternLetters }
  /** `S` to `SSSSSSSSS`: exactly so many fractional digits of a second. */
  | { readonly kind: 'fraction'; readonly digits: number };

/** A format as the dialects compile it. */
export type Format = PatternFormat | EpochFormat | EncodingFormat;

export interface PatternFormat {
  readonly kind: 'pattern';
  readonly tokens: readonly FormatToken[];
  /** What a text of this pattern holds. Parts of a time that it leaves out are zero. */
  readonly reads: 'date' | 'time' | 'timestamp';
  /** Fractional digits of a second. */
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

/** The formats that are a word instead of a pattern. */
export const namedFormats: ReadonlyMap<string, EpochFormat | EncodingFormat> = new Map<
  string,
  EpochFormat | EncodingFormat
>([
  ['epoch_s', Object.freeze({ kind: 'epoch', unit: 's' })],
  ['epoch_ms', Object.freeze({ kind: 'epoch', unit: 'ms' })],
  ['epoch_us', Object.freeze({ kind: 'epoch', unit: 'us' })],
  ['hex', Object.freeze({ kind: 'encoding', encoding: 'hex' })],
  ['base64', Object.freeze({ kind: 'encoding', encoding: 'base64' })],
]);

/** The fractional digits of a second in one epoch unit. */
export const epochDigits = { s: 0, ms: 3, us: 6 } as const satisfies Record<EpochFormat['unit'], number>;
