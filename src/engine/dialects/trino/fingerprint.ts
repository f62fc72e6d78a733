import type { FingerprintDialect } from '../../fingerprint/fingerprint-dialect.ts';
import type { Column } from '../../plan/plan.ts';
import { call, cast, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';

export const trinoFingerprint: FingerprintDialect = Object.freeze({
  text: (value: string, column: Column) => ({
    sql: column.comparisonType.kind === 'double' ? bitsOf(value) : readingOf(column).text(value),
  }),
  textLiteral,
  concat: (texts: readonly string[]) => `(${texts.join(' || ')})`,
  length: (text: string) => cast(call('length', text), 'VARCHAR'),
  md5: (text: string) => call('lower', call('to_hex', call('md5', call('to_utf8', text)))),
  word: (digits: string) => cast(call('from_big_endian_64', call('from_hex', digits)), 'DECIMAL(38, 0)'),
});

/** By its bits, but for the zeros and the NaNs, of which all are one. */
function bitsOf(double: string): string {
  const bits = call('lower', call('to_hex', call('to_ieee754_64', double)));
  return `CASE WHEN ${double} = 0 THEN '0' WHEN is_nan(${double}) THEN 'nan' ELSE ${bits} END`;
}
