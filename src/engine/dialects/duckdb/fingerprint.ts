import type { FingerprintDialect } from '../../fingerprint/fingerprint-dialect.ts';
import type { Column } from '../../plan/plan.ts';
import { call, cast, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';

export const duckDbFingerprint: FingerprintDialect = Object.freeze({
  text: (value: string, column: Column) => ({
    sql: column.comparisonType.kind === 'double' ? bitsOf(value) : readingOf(column).text(value),
  }),
  textLiteral,
  // No operators: DuckDB refuses an expression that is nested a thousand deep.
  concat: (texts: readonly string[]) => call('concat', ...texts),
  length: (text: string) => cast(call('length', text), 'VARCHAR'),
  md5: (text: string) => call('md5', text),
  word: (digits: string) => cast(`'0x' || ${digits}`, 'UBIGINT'),
});

/** By its bits, but for the zeros and the NaNs, of which all are one: its digits would be made in JavaScript. */
function bitsOf(double: string): string {
  const bits = call('lower', call('hex', cast(cast(double, 'BIT'), 'BLOB')));
  return `CASE WHEN ${double} = 0 THEN '0' WHEN isnan(${double}) THEN 'nan' ELSE ${bits} END`;
}
