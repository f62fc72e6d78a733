import type { Column } from '../plan/plan.ts';
import type { Comparable } from '../pushdown/pushdown-dialect.ts';

/**
 * How a system fingerprints rows so that another system comes to the same: by the MD5 of texts that both spell alike,
 * byte for byte. Two values that differ never have the same text. Two that are equal have, but for the rare ones that a
 * system spells in its own way: those rows are fetched and found equal, so that a spelling costs time, never a verdict.
 */
export interface FingerprintDialect {
  /** The text of a value of the column in its comparison type, where that is not NULL. */
  text(value: string, column: Column): Comparable;
  textLiteral(text: string): string;
  /** Of texts that are not NULL. */
  concat(texts: readonly string[]): string;
  /** How many characters of Unicode a text has, as text. */
  length(text: string): string;
  /** Of a text in UTF-8: 32 digits, letters in lower case. */
  md5(text: string): string;
  /** What sixteen hexadecimal digits stand for, signed or not, in a type whose sums are exact. */
  word(digits: string): string;
}

/** What has one text on every system. Containers and documents have none. */
export const fingerprintedKinds = [
  'exactNumeric',
  'double',
  'text',
  'boolean',
  'date',
  'time',
  'timestamp',
  'uuid',
  'binary',
] as const;
