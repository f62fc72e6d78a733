import { parseDecimal } from '../../../domain/comparison/exact-decimal.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { DatasetField } from '../../../domain/comparison/pair-specification.ts';
import { cast, textLiteral } from './lexical.ts';
import { ownText } from './read-texts.ts';

/** A filter's value in the type of its field; nothing is rounded to fit. */
export function filterLiteral({ logicalType }: DatasetField, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  switch (logicalType.kind) {
    case 'long':
    case 'decimal':
      return decimalLiteral(logicalType, value);
    case 'double':
      return cast(textLiteral(value), 'DOUBLE');
    case 'date':
      return `DATE ${textLiteral(value)}`;
    case 'timestamp': {
      const wall = value.replace('T', ' ').replace(/Z$/, '');
      return logicalType.zoned
        ? `TIMESTAMP ${textLiteral(`${wall} UTC`)}`
        : `TIMESTAMP_NTZ ${textLiteral(wall)}`;
    }
    case 'binary':
      return `unhex(${textLiteral(value)})`;
    default:
      return textLiteral(value);
  }
}

/** Digits of a BIGINT, by which Spark compares it with decimals. */
const longDigits = 20;

/** A number that no decimal holds beside those of the field is compared as the nearest double is. */
function decimalLiteral(type: LogicalType, text: string): string {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new TypeError('A number in a filter is a decimal text.');
  const { scale } = decimal;
  const digits = Math.max(decimal.unscaled.toString().replace('-', '').length, scale + 1);
  const own = type.kind === 'decimal' ? type : { precision: longDigits, scale: 0 };
  const both = Math.max(digits - scale, own.precision - own.scale) + Math.max(scale, own.scale);
  return both > 38
    ? cast(textLiteral(text), 'DOUBLE')
    : cast(textLiteral(text), `DECIMAL(${digits}, ${scale})`);
}

export function filterOperand({ logicalType, nativeType }: DatasetField, x: string): string {
  return logicalType.kind === 'string' ? ownText(nativeType, x) : x;
}
