import type { LogicalKind } from './logical-type.ts';

/** The kinds that can be written as text (`to_string` without a format). */
export type WrittenKind = Extract<
  LogicalKind,
  'boolean' | 'long' | 'decimal' | 'double' | 'date' | 'time' | 'timestamp'
>;

/**
 * The one text that a value has, on every engine. A double's is ECMA-262's Number::toString, which fixes every digit:
 * the shortest that reads back as the same double, with an exponent only below 1e-6 and from 1e21 on.
 */
export const canonicalTexts: Record<WrittenKind, string> = {
  boolean: 'written as true or false',
  long: 'written in digits, with a minus sign where negative: -7',
  decimal:
    'written without exponent, leading or trailing zeros: 1.10 is 1.1, 5.00 is 5, .5 is 0.5, and zero is 0',
  double:
    'written in the shortest digits that read back as the same double, as JavaScript does: 0.1, 5, 1e+21, NaN, Infinity; -0 is 0',
  date: 'written as in ISO 8601: 2024-01-31',
  time: 'written as in ISO 8601, with the fraction only as long as needed: 07:05:00, 07:05:00.25',
  timestamp:
    'written as in ISO 8601, with the fraction only as long as needed, zoned ones in UTC: 2024-01-31T07:05:00, 2024-01-31T07:05:00.25Z',
};

export function isWrittenKind(kind: LogicalKind): kind is WrittenKind {
  return Object.hasOwn(canonicalTexts, kind);
}

/**
 * The shape of a text that is an exact number (`to_peer_numeric`), as a regular expression for the whole text in the
 * language that RE2, Java, ICU and PostgreSQL share. White space around it is allowed, separators of thousands are not.
 * A number that the peer's type cannot hold exactly is unconvertible: it is never rounded.
 */
export const exactNumberShape =
  '[ \\t\\r\\n]*[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?[ \\t\\r\\n]*';

/** Beside a double, these are numbers too, in any letter case. */
export const specialDoubleShape =
  '[ \\t\\r\\n]*([Nn][Aa][Nn]|[+-]?[Ii][Nn][Ff]([Ii][Nn][Ii][Tt][Yy])?)[ \\t\\r\\n]*';
