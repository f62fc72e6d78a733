import type { FingerprintDialect } from '../../fingerprint/fingerprint-dialect.ts';
import type { Column } from '../../plan/plan.ts';
import { freshName } from '../fresh-name.ts';
import { call, cast, letBe, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';

export const databricksFingerprint: FingerprintDialect = Object.freeze({
  text: (value: string, column: Column) => ({
    sql: column.comparisonType.kind === 'double' ? bitsOf(value) : readingOf(column).text(value),
  }),
  textLiteral,
  concat: (texts: readonly string[]) => call('concat', ...texts),
  length: (text: string) => cast(call('length', text), 'STRING'),
  md5: (text: string) => call('md5', cast(text, 'BINARY')),
  word: (digits: string) => cast(call('conv', digits, '16', '-10'), 'DECIMAL(28, 0)'),
});

/**
 * By its bits (IEEE 754), but for the zeros and the NaNs, of which all are one. No function tells them: the exponent is
 * looked for, and what a power of two leaves is exact.
 */
function bitsOf(double: string): string {
  const sign = `CASE WHEN ${double} < 0 THEN '1' ELSE '0' END`;
  const text = (exponent: string, fraction: string) => {
    const bits = `conv(concat(${sign}, lpad(bin(${exponent}), 11, '0'), lpad(bin(CAST(${fraction} AS BIGINT)), 52, '0')), 2, 16)`;
    return `lower(lpad(${bits}, 16, '0'))`;
  };
  const size = `abs(${double})`;
  // A logarithm may be off by one at a power of two.
  const about = `CAST(floor(log2(${size})) AS INT)`;
  const name = freshName('power', double);
  const normal = letBe(name, about, (power) => {
    const above = `CASE WHEN ${size} / pow(2D, ${power}) >= 2D THEN 1 WHEN ${size} / pow(2D, ${power}) < 1D THEN -1 ELSE 0 END`;
    return letBe(freshName('exponent', double), `${power} + ${above}`, (exponent) =>
      text(`${exponent} + 1023`, `(${size} / pow(2D, ${exponent}) - 1D) * pow(2D, 52)`),
    );
  });
  const subnormal = text('0', `${size} * pow(2D, 537) * pow(2D, 537)`);
  return [
    `CASE WHEN ${double} IS NULL THEN NULL WHEN ${double} = 0D THEN '0' WHEN isnan(${double}) THEN 'nan'`,
    `WHEN ${double} = double('Infinity') THEN '7ff0000000000000' WHEN ${double} = double('-Infinity') THEN 'fff0000000000000'`,
    `WHEN ${size} < pow(2D, -1022) THEN ${subnormal} ELSE ${normal} END`,
  ].join(' ');
}
