import { parseDecimal } from '../../../domain/comparison/exact-decimal.ts';
import type { DatasetField } from '../../../domain/comparison/pair-specification.ts';
import { cast, textLiteral } from './lexical.ts';
import { isChar, unpadded } from './read-texts.ts';

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
      return `DATE ${textLiteral(value)}`;
    case 'time':
      return `TIME ${textLiteral(value)}`;
    case 'timestamp': {
      const wall = value.replace('T', ' ').replace(/Z$/, '');
      return `TIMESTAMP ${textLiteral(logicalType.zoned ? `${wall} UTC` : wall)}`;
    }
    case 'uuid':
      return `UUID ${textLiteral(value)}`;
    case 'binary':
      return `from_hex(${textLiteral(value)})`;
    default:
      return textLiteral(value);
  }
}

/** A number that no decimal holds is compared as the nearest double is. */
function decimalLiteral(text: string): string {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new TypeError('A number in a filter is a decimal text.');
  const digits = Math.max(decimal.unscaled.toString().replace('-', '').length, decimal.scale + 1);
  return digits > 38 ? cast(textLiteral(text), 'DOUBLE') : `DECIMAL ${textLiteral(text)}`;
}

export function filterOperand({ logicalType, nativeType }: DatasetField, x: string): string {
  if (logicalType.kind === 'json') return `json_format(${x})`;
  return logicalType.kind === 'string' && isChar(nativeType) ? unpadded(x) : x;
}
