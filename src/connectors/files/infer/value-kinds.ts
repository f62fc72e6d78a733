import { textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';

/** What a text can be read as without losing anything. A column is of a kind if every one of its values is. */
export const valueKinds = [
  'long',
  'decimal',
  'double',
  // One spelling for a whole column: `TRUE` beside `true` is a difference that a boolean would lose.
  'booleanLower',
  'booleanTitle',
  'booleanUpper',
  'date',
  'timestamp',
  'zonedTimestamp',
] as const;
export type ValueKind = (typeof valueKinds)[number];

/** A set of kinds as bits, which the engine can intersect over a column with BIT_AND. */
export type KindSet = number;

export const allKinds: KindSet = (1 << valueKinds.length) - 1;
export const numberKinds: KindSet = kindSet(['long', 'decimal', 'double']);

export function kindSet(kinds: readonly ValueKind[]): KindSet {
  return kinds.reduce((set, kind) => set | (1 << valueKinds.indexOf(kind)), 0);
}

export function hasKind(set: KindSet, kind: ValueKind): boolean {
  return (set & kindSet([kind])) !== 0;
}

/** Only doubles have these. */
export const notFiniteTexts = [
  'NaN',
  'nan',
  'NAN',
  'inf',
  '-inf',
  'Inf',
  '-Inf',
  'INF',
  '-INF',
  'Infinity',
  '-Infinity',
  'infinity',
  '-infinity',
] as const;

const time = '([01][0-9]|2[0-3]):[0-5][0-9]';
const seconds = ':[0-5][0-9](\\.[0-9]{1,9})?';
const zonedSeconds = ':[0-5][0-9](\\.[0-9]{1,6})?';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/** All three over the value as an expression. */
interface TextForm {
  /** What `kinds` can answer at most. */
  readonly of: KindSet;
  readonly fits: (value: string) => string;
  readonly kinds: (value: string) => string;
}

/**
 * Forms of text, and the kinds that a text of such a form is of. The first that fits decides. Leading zeros, plus
 * signs, blanks and thousands separators fit none, so such a text stays text.
 */
const forms: readonly TextForm[] = [
  {
    of: numberKinds,
    // Printing the number again gives the same text: no leading zero, no plus sign, no blank, and in range.
    fits: (value) => `CAST(TRY_CAST(${value} AS BIGINT) AS VARCHAR) = ${value}`,
    kinds: (value) => withDouble(kindSet(['long', 'decimal']), value),
  },
  {
    of: kindSet(['decimal', 'double']),
    // Trailing zeros, a left-out leading one (`.5`) and the sign of zero say nothing about a number.
    fits: (value) => matches(value, '-?((0|[1-9][0-9]*)(\\.[0-9]+)?|\\.[0-9]+)'),
    kinds: (value) => withDouble(kindSet(['decimal']), value),
  },
  {
    of: kindSet(['double']),
    // One digit before the point, as programs write it: `12E3` is as likely an article number.
    fits: (value) =>
      `${matches(value, '-?[1-9](\\.[0-9]+)?[eE][-+]?[0-9]{1,3}')} AND ${sameDigitsAsDouble(value)}`,
    kinds: () => String(kindSet(['double'])),
  },
  {
    of: kindSet(['double']),
    fits: (value) => isOneOf(value, notFiniteTexts),
    kinds: () => String(kindSet(['double'])),
  },
  booleanForm('booleanLower', ['true', 'false']),
  booleanForm('booleanTitle', ['True', 'False']),
  booleanForm('booleanUpper', ['TRUE', 'FALSE']),
  {
    of: kindSet(['date', 'timestamp']),
    fits: (value) => `${matches(value, day)} AND TRY_CAST(${value} AS DATE) IS NOT NULL`,
    kinds: () => String(kindSet(['date', 'timestamp'])),
  },
  {
    of: kindSet(['timestamp']),
    fits: (value) =>
      `${matches(value, `${day}[T ]${time}(${seconds})?`)} AND TRY_CAST(${value} AS TIMESTAMP) IS NOT NULL`,
    kinds: () => String(kindSet(['timestamp'])),
  },
  {
    of: kindSet(['zonedTimestamp']),
    fits: (value) =>
      `${matches(value, `${day}[T ]${time}${zonedSeconds}(Z|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)`)} AND TRY_CAST(${value} AS TIMESTAMPTZ) IS NOT NULL`,
    kinds: () => String(kindSet(['zonedTimestamp'])),
  },
];

/**
 * The kinds that the text `value` (an expression) is of, as an expression over bits; only kinds in `candidates` are
 * looked for. A text in `nulls` and NULL itself are of every kind.
 */
export function kindsOfValue(value: string, candidates: KindSet, nulls: readonly string[]): string {
  const isNull = nulls.length === 0 ? '' : ` OR ${isOneOf(value, nulls)}`;
  const cases = forms
    .filter((form) => (form.of & candidates) !== 0)
    .map((form) => `WHEN ${form.fits(value)} THEN ${form.kinds(value)}`);
  return `CASE WHEN ${value} IS NULL${isNull} THEN ${allKinds} ${cases.join(' ')} ELSE 0 END`;
}

function booleanForm(kind: ValueKind, texts: readonly string[]): TextForm {
  return {
    of: kindSet([kind]),
    fits: (value) => isOneOf(value, texts),
    kinds: () => String(kindSet([kind])),
  };
}

/** 15 significant digits survive a double whatever they are (IEEE 754); beyond, it has to be looked at. */
function withDouble(exact: KindSet, value: string): string {
  return `CASE WHEN length(${value}) <= 15 OR ${sameDigitsAsDouble(value)} THEN ${exact | kindSet(['double'])} ELSE ${exact} END`;
}

/** The double nearest to the text prints with the same significant digits: nothing was rounded. */
function sameDigitsAsDouble(value: string): string {
  const printed = `CAST(TRY_CAST(${value} AS DOUBLE) AS VARCHAR)`;
  return `isfinite(TRY_CAST(${value} AS DOUBLE)) AND ${significantDigits(value)} = ${significantDigits(printed)}`;
}

function significantDigits(text: string): string {
  return `trim(regexp_replace(regexp_replace(${text}, '[eE].*$', ''), '[-.]', '', 'g'), '0')`;
}

export function isOneOf(value: string, texts: readonly string[]): string {
  return `${value} IN (${texts.map(textLiteral).join(', ')})`;
}

function matches(value: string, pattern: string): string {
  return `regexp_full_match(${value}, ${textLiteral(pattern)})`;
}
