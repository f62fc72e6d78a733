import type { FingerprintDialect } from '../../fingerprint/fingerprint-dialect.ts';
import type { Column } from '../../plan/plan.ts';
import type { Comparable } from '../../pushdown/pushdown-dialect.ts';
import { textLiteral } from './lexical.ts';

export const mysqlFingerprint: FingerprintDialect = Object.freeze({
  text,
  textLiteral,
  concat: (texts: readonly string[]) => `CONCAT(${texts.join(', ')})`,
  length: (value: string) => `CAST(CHAR_LENGTH(${value}) AS CHAR)`,
  md5: (value: string) => `MD5(CONVERT(${value} USING utf8mb4))`,
  word: (digits: string) => `CAST(CONV(${digits}, 16, 10) AS DECIMAL(20, 0))`,
});

function text(value: string, { comparisonType }: Column): Comparable {
  const written = `CAST(${value} AS CHAR)`;
  switch (comparisonType.kind) {
    case 'exactNumeric':
    case 'time':
      return { sql: withoutLooseZeros(written) };
    case 'timestamp': {
      const iso = withoutLooseZeros(`REPLACE(${written}, ' ', 'T')`);
      return { sql: comparisonType.clock === 'instant' ? `CONCAT(${iso}, 'Z')` : iso };
    }
    case 'text':
      // The value is bytes, so that no collation touches it.
      return { sql: `CONVERT(${value} USING utf8mb4)` };
    case 'date':
      return { sql: written };
    case 'uuid':
      return { sql: `LOWER(${written})` };
    case 'binary':
      return { sql: `LOWER(HEX(${value}))` };
    case 'double':
      return { unsupported: 'the server does not tell the bits of a double, and rounds its digits.' };
    default:
      return { unsupported: `the server has no text of a ${comparisonType.kind} that others have too.` };
  }
}

/** Every digit of a scale is written, and those at the end say nothing. */
function withoutLooseZeros(written: string): string {
  const trimmed = `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${written}))`;
  return `CASE WHEN LOCATE('.', ${written}) > 0 THEN ${trimmed} ELSE ${written} END`;
}
