import type { FormatToken, PatternFormat, PatternLetters } from './format.ts';

/**
 * The exact shape of a text that a pattern reads, as a regular expression for the whole text, in the part of the
 * language that RE2, Java, ICU and PostgreSQL share. Engines' own parsers are lax in different ways (missing digits,
 * trailing text, other letter case); a text counts as convertible only if it has this shape *and* is a real date.
 */
export function formatShape(format: PatternFormat): string {
  return format.tokens.map(shapeOf).join('');
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const shapes: Record<PatternLetters, string> = {
  // Java's `y` is the year of the era: there is no year 0.
  yyyy: '(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})',
  yy: '[0-9]{2}',
  MM: '(0[1-9]|1[0-2])',
  M: '(0?[1-9]|1[0-2])',
  MMM: anyOf(monthNames.map((name) => name.slice(0, 3))),
  MMMM: anyOf(monthNames),
  dd: '(0[1-9]|[12][0-9]|3[01])',
  d: '(0?[1-9]|[12][0-9]|3[01])',
  HH: '([01][0-9]|2[0-3])',
  H: '([01]?[0-9]|2[0-3])',
  hh: '(0[1-9]|1[0-2])',
  h: '(0?[1-9]|1[0-2])',
  mm: '[0-5][0-9]',
  ss: '[0-5][0-9]',
  a: '[AaPp][Mm]',
  // ISO 8601 offsets in use lie between -12:00 and +14:00; Java takes up to 18:00.
  X: '(Z|[+-](0[0-9]|1[0-7])([0-5][0-9])?|[+-]18(00)?)',
  XX: '(Z|[+-](0[0-9]|1[0-7])[0-5][0-9]|[+-]1800)',
  XXX: '(Z|[+-](0[0-9]|1[0-7]):[0-5][0-9]|[+-]18:00)',
  Z: '([+-](0[0-9]|1[0-7])[0-5][0-9]|[+-]1800)',
};

function shapeOf(token: FormatToken): string {
  switch (token.kind) {
    case 'literal':
      return token.text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
    case 'fraction':
      return `[0-9]{${token.digits}}`;
    case 'field':
      return shapes[token.letters];
  }
}

/** Any letter case, spelt out: an inline flag means different things to different engines. */
function anyOf(names: readonly string[]): string {
  const spelt = names.map((name) =>
    name.replace(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
  );
  return `(${spelt.join('|')})`;
}
