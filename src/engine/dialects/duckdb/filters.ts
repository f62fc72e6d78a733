import { parseDecimal } from '../../../domain/comparison/exact-decimal.ts';
import type { DatasetField } from '../../../domain/comparison/pair-specification.ts';
import { cast, textLiteral } from './lexical.ts';

/** A filter's value in the type of its field; nothing is rounded to fit. */
export function filterLiteral({ logicalType }: DatasetField, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  switch (logicalType.kind) {
    case 'long':
    case 'decimal':
      return decimalLiteral(value);
    case 'double':
      return cast(textLiteral(value), 'DOUBLE');
    case 'date':
      return cast(textLiteral(value), 'DATE');
    case 'time':
      return cast(textLiteral(value), logicalType.precision > 6 ? 'TIME_NS' : 'TIME');
    case 'timestamp':
      if (logicalType.zoned) return cast(textLiteral(value), 'TIMESTAMPTZ');
      return cast(textLiteral(value), logicalType.precision > 6 ? 'TIMESTAMP_NS' : 'TIMESTAMP');
    case 'uuid':
      return cast(textLiteral(value), 'UUID');
    case 'binary':
      return `unhex(${textLiteral(value)})`;
    default:
      return textLiteral(value);
  }
}

function decimalLiteral(text: string): string {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new TypeError('A number in a filter is a decimal text.');
  const digits = decimal.unscaled.toString().replace('-', '').length;
  const precision = Math.max(digits, decimal.scale + 1);
  return cast(textLiteral(text), precision > 38 ? 'DOUBLE' : `DECIMAL(${precision}, ${decimal.scale})`);
}

export function filterOperand({ logicalType, nativeType }: DatasetField, x: string): string {
  if (logicalType.kind === 'json') return cast(x, 'VARCHAR');
  if (logicalType.kind === 'string' && /^(N?CHAR|CHARACTER|BPCHAR)\b(?! VARYING)/i.test(nativeType)) {
    return `rtrim(${x}, ' ')`;
  }
  return x;
}
