import type { FingerprintDialect } from '../../fingerprint/fingerprint-dialect.ts';
import type { Column } from '../../plan/plan.ts';
import type { Comparable } from '../../pushdown/pushdown-dialect.ts';
import { cast, textLiteral } from './lexical.ts';
import { numberText } from './source-column.ts';

export const postgresqlFingerprint: FingerprintDialect = Object.freeze({
  text,
  textLiteral,
  concat: (texts: readonly string[]) => `(${texts.join(' || ')})`,
  length: (value: string) => cast(`char_length(${value})`, 'text'),
  // The database may be in another encoding.
  md5: (value: string) => `md5(convert_to(${value}, 'UTF8'))`,
  word: (digits: string) => cast(cast(`('x' || ${digits})`, 'bit(64)'), 'int8'),
});

function text(value: string, { comparisonType }: Column): Comparable {
  const written = cast(value, 'text');
  switch (comparisonType.kind) {
    case 'exactNumeric':
      return { sql: numberText(value) };
    case 'double':
      // By its bits, but for the zeros and the NaNs, of which all are one.
      return {
        sql: `CASE WHEN ${value} = 0 THEN '0' WHEN ${value} = 'NaN' THEN 'nan' ELSE encode(float8send(${value}), 'hex') END`,
      };
    case 'date':
      return { sql: `replace(${written}, ' BC', ' (BC)')` };
    case 'timestamp': {
      const iso = `replace(${written}, ' ', 'T')`;
      return {
        sql:
          comparisonType.clock === 'instant'
            ? `${iso} || CASE WHEN isfinite(${value}) THEN 'Z' ELSE '' END`
            : iso,
      };
    }
    case 'binary':
      return { sql: `encode(${value}, 'hex')` };
    case 'text':
    case 'boolean':
    case 'time':
    case 'uuid':
      return { sql: written };
    default:
      return { unsupported: `the server has no text of a ${comparisonType.kind} that others have too.` };
  }
}
