import { exactNumberShape, specialDoubleShape } from '../../../domain/comparison/canonical-text.ts';
import type { ExactNumericComparison } from '../../../domain/comparison/comparison-type.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { exactType } from '../exact-type.ts';
import { impossible } from '../impossible.ts';
import { losslessShape } from '../text-shapes.ts';
import { doubleText, plainNumber } from './functions.ts';
import { fixedInput, textInput } from './hashes.ts';
import { call, cast, isMatch, tryCast } from './lexical.ts';

export function isBigint(column: Column): boolean {
  const type = column.comparisonType;
  return type.kind === 'exactNumeric' && exactType(column, type) === 'BIGINT';
}

export function readExactNumber(column: Column, type: ExactNumericComparison): Reading {
  const sqlType = exactType(column, type);
  const { kind } = column.field.logicalType;
  const text = (v: string) => (type.scale === 0 ? cast(v, 'VARCHAR') : withoutLooseZeros(cast(v, 'VARCHAR')));
  return {
    value: (x) => exactValue(column, type, sqlType, x),
    fallible: kind === 'string',
    hashInputs: (_x, v) =>
      sqlType === 'BIGINT' ? fixedInput(call('to_big_endian_64', v)) : textInput(cast(v, 'VARCHAR')),
    text,
    position: text,
    showsRaw: kind === 'long' || kind === 'decimal',
  };
}

function exactValue(column: Column, { scale }: ExactNumericComparison, sqlType: string, x: string): string {
  switch (column.field.logicalType.kind) {
    case 'long':
    case 'decimal':
      return cast(x, sqlType);
    case 'boolean':
      return cast(cast(x, 'INTEGER'), sqlType);
    case 'string': {
      const plain = `CASE WHEN strpos(lower(${x}), 'e') > 0 AND ${isMatch(x, exactNumberShape)} THEN ${call(plainNumber.name, x)} ELSE ${x} END`;
      const trimmed = `regexp_replace(${plain}, '[ \\t\\r\\n+]', '')`;
      // A number is rounded where a decimal cannot hold it; the shape lets only such through as need no rounding.
      const held =
        sqlType === 'BIGINT'
          ? tryCast(tryCast(trimmed, 'DECIMAL(38, 0)'), 'BIGINT')
          : tryCast(trimmed, sqlType);
      return `CASE WHEN ${isMatch(plain, losslessShape(scale))} THEN ${held} END`;
    }
    default:
      return impossible(column);
  }
}

/** Trino writes every digit of a decimal's scale. */
export function withoutLooseZeros(decimalText: string): string {
  return `regexp_replace(${decimalText}, '\\.?0+$', '')`;
}

export function readDouble(column: Column): Reading {
  const text = (v: string) => call(doubleText.name, v);
  return {
    value: (x) => doubleValue(column, x),
    fallible: column.field.logicalType.kind === 'string',
    hashInputs: (_x, v) => fixedInput(call('to_ieee754_64', v)),
    text,
    position: text,
    showsRaw: column.field.logicalType.kind === 'double',
  };
}

/** One NaN and one zero, whatever bits they come in. */
export function doubleValue(column: Column, x: string): string {
  const { logicalType } = column.field;
  switch (logicalType.kind) {
    case 'double': {
      const wide = cast(x, 'DOUBLE');
      return `IF(is_nan(${wide}), nan(), ${wide} + 0e0)`;
    }
    case 'long':
      return cast(x, 'DOUBLE');
    case 'decimal':
      // Its text is rounded once, as every text is; the cast of a wide decimal would round twice.
      return cast(cast(x, 'VARCHAR'), 'DOUBLE');
    case 'boolean':
      return cast(cast(x, 'INTEGER'), 'DOUBLE');
    case 'string': {
      const read = `${tryCast(`regexp_replace(${x}, '[ \\t\\r\\n]', '')`, 'DOUBLE')} + 0e0`;
      const special = `CASE WHEN strpos(lower(${x}), 'nan') > 0 THEN nan() WHEN strpos(${x}, '-') > 0 THEN -infinity() ELSE infinity() END`;
      // A number beyond the doubles is read as infinite, which it is not.
      return `CASE WHEN ${isMatch(x, exactNumberShape)} THEN IF(is_finite(${read}), ${read}) WHEN ${isMatch(x, specialDoubleShape)} THEN ${special} END`;
    }
    default:
      return impossible(column);
  }
}
