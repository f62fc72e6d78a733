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
const offset = '(Z|[-+](0[0-9]|1[0-5])(:?[0-5][0-9])?)';

interface TextForm {
  readonly kinds: KindSet;
  /** The kinds for whose sake it is looked for; a text of it is of the others by a later form, too. */
  readonly lookedForAs?: KindSet;
  /** A condition over the value as an expression. */
  readonly fits: (value: string) => string;
}

/**
 * Forms of text, and the kinds that a text of such a form is of. The first that fits decides. Leading zeros, plus
 * signs, blanks and thousands separators fit none, so such a text stays text.
 */
const forms: readonly TextForm[] = [
  {
    kinds: numberKinds,
    lookedForAs: kindSet(['long']),
    // Printing the number again gives the same text: no leading zero, no plus sign, no blank, and in range.
    fits: (value) => `CAST(TRY_CAST(${value} AS BIGINT) AS VARCHAR) = ${value}`,
  },
  {
    kinds: kindSet(['decimal', 'double']),
    // Trailing zeros, a left-out leading one (`.5`) and the sign of zero say nothing about a number.
    fits: (value) => matches(value, '-?((0|[1-9][0-9]*)(\\.[0-9]+)?|\\.[0-9]+)'),
  },
  {
    kinds: kindSet(['double']),
    // One digit before the point, as programs write it: `12E3` is as likely an article number.
    fits: (value) => matches(value, '-?[1-9](\\.[0-9]+)?[eE][-+]?[0-9]{1,3}'),
  },
  { kinds: kindSet(['double']), fits: (value) => isOneOf(value, notFiniteTexts) },
  { kinds: kindSet(['booleanLower']), fits: (value) => isOneOf(value, ['true', 'false']) },
  { kinds: kindSet(['booleanTitle']), fits: (value) => isOneOf(value, ['True', 'False']) },
  { kinds: kindSet(['booleanUpper']), fits: (value) => isOneOf(value, ['TRUE', 'FALSE']) },
  {
    kinds: kindSet(['date', 'timestamp']),
    fits: (value) => `${matches(value, day)} AND TRY_CAST(${value} AS DATE) IS NOT NULL`,
  },
  {
    kinds: kindSet(['timestamp']),
    // The engine's own way of writing is told by printing it again, in less than half the time of the pattern below.
    fits: (value) =>
      `length(${value}) BETWEEN 19 AND 26 AND CAST(TRY_CAST(${value} AS TIMESTAMP) AS VARCHAR) = ${value}`,
  },
  {
    kinds: kindSet(['timestamp']),
    fits: (value) =>
      `${matches(value, `${day}[T ]${time}(${seconds})?`)} AND TRY_CAST(${value} AS TIMESTAMP) IS NOT NULL`,
  },
  {
    kinds: kindSet(['zonedTimestamp']),
    fits: (value) =>
      `${matches(value, `${day}[T ]${time}${zonedSeconds}${offset}`)} AND TRY_CAST(${value} AS TIMESTAMPTZ) IS NOT NULL`,
  },
];

/**
 * The kinds that the text `value` (an expression) is of, as an expression over bits; only kinds in `candidates` are
 * looked for. A text in `nulls` and NULL itself are of every kind.
 */
export function kindsOfValue(value: string, candidates: KindSet, nulls: readonly string[]): string {
  const isNull = nulls.length === 0 ? '' : ` OR ${isOneOf(value, nulls)}`;
  const cases = forms
    .filter((form) => ((form.lookedForAs ?? form.kinds) & candidates) !== 0)
    .map((form) => `WHEN ${form.fits(value)} THEN ${form.kinds}`);
  return `CASE WHEN ${value} IS NULL${isNull} THEN ${allKinds} ${cases.join(' ')} ELSE 0 END`;
}

/**
 * Whether nothing of a number is lost in a double: it prints with the same significant digits again. A text that
 * is what the engine prints need not be taken apart.
 */
export function isExactAsDouble(value: string, nulls: readonly string[]): string {
  const double = `TRY_CAST(${value} AS DOUBLE)`;
  const printed = `CAST(${double} AS VARCHAR)`;
  return (
    `CASE WHEN ${value} IS NULL OR ${isOneOf(value, [...nulls, ...notFiniteTexts])} THEN true ` +
    `WHEN NOT isfinite(${double}) THEN false WHEN ${printed} = ${value} THEN true ` +
    `ELSE ${significantDigits(value)} = ${significantDigits(printed)} END`
  );
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
