import { exactNumberShape, specialDoubleShape } from '../../../domain/comparison/canonical-text.ts';
import type { ExactNumericComparison } from '../../../domain/comparison/comparison-type.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { exactType } from '../exact-type.ts';
import { freshName } from '../fresh-name.ts';
import { impossible } from '../impossible.ts';
import { textInput } from './hashes.ts';
import { cast, isMatch, letBe, tryCast, withoutMatches } from './lexical.ts';
import { doubleText, neededScale } from './number-texts.ts';

export function isBigint(column: Column): boolean {
  const type = column.comparisonType;
  return type.kind === 'exactNumeric' && exactType(column, type) === 'BIGINT';
}

export function readExactNumber(column: Column, type: ExactNumericComparison): Reading {
  const { kind } = column.field.logicalType;
  const text = (v: string) => (type.scale === 0 ? cast(v, 'STRING') : withoutLooseZeros(cast(v, 'STRING')));
  return {
    value: (x) => exactValue(column, type, x),
    fallible: kind === 'string',
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
    text,
    position: text,
    showsRaw: kind === 'long' || kind === 'decimal',
  };
}

function exactValue(column: Column, type: ExactNumericComparison, x: string): string {
  const sqlType = exactType(column, type);
  switch (column.field.logicalType.kind) {
    case 'long':
    case 'decimal':
      return cast(x, sqlType);
    case 'boolean':
      return cast(cast(x, 'INT'), sqlType);
    case 'string': {
      const name = freshName('plain', x);
      return letBe(name, `lower(${withoutMatches(x, '[ \\t\\r\\n]')})`, (plain) => {
        const held =
          sqlType === 'BIGINT'
            ? tryCast(tryCast(plain, 'DECIMAL(38, 0)'), 'BIGINT')
            : tryCast(plain, sqlType);
        // A number is rounded where a decimal cannot hold it; only such are let through as need no rounding.
        return `CASE WHEN ${isMatch(x, exactNumberShape)} AND ${neededScale(plain)} <= ${type.scale} THEN ${held} END`;
      });
    }
    default:
      return impossible(column);
  }
}

/** Spark writes every digit of a decimal's scale. */
export function withoutLooseZeros(decimalText: string): string {
  return withoutMatches(decimalText, '\\.?0+$');
}

export function readDouble(column: Column): Reading {
  return {
    value: (x) => doubleValue(column, x),
    fallible: column.field.logicalType.kind === 'string',
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
    text: doubleText,
    position: doubleText,
    showsRaw: column.field.logicalType.kind === 'double',
  };
}

/** Neither infinite nor NaN, which Spark puts above all numbers. */
export function isFiniteDouble(value: string): string {
  return `abs(${value}) < double('Infinity')`;
}

/** One NaN and one zero, whatever bits they come in. */
export function doubleValue(column: Column, x: string): string {
  const { logicalType } = column.field;
  switch (logicalType.kind) {
    case 'double': {
      const wide = cast(x, 'DOUBLE');
      return `CASE WHEN isnan(${wide}) THEN double('NaN') ELSE ${wide} + 0D END`;
    }
    case 'long':
      return cast(x, 'DOUBLE');
    case 'decimal':
      // Its text is rounded once, as every text is; the cast of a wide decimal may round twice.
      return cast(cast(x, 'STRING'), 'DOUBLE');
    case 'boolean':
      return cast(cast(x, 'INT'), 'DOUBLE');
    case 'string': {
      const read = `${tryCast(withoutMatches(x, '[ \\t\\r\\n]'), 'DOUBLE')} + 0D`;
      const special = `CASE WHEN contains(lower(${x}), 'nan') THEN double('NaN') WHEN contains(${x}, '-') THEN double('-Infinity') ELSE double('Infinity') END`;
      // A number beyond the doubles is read as infinite, which it is not.
      return `CASE WHEN ${isMatch(x, exactNumberShape)} THEN CASE WHEN ${isFiniteDouble(read)} THEN ${read} END WHEN ${isMatch(x, specialDoubleShape)} THEN ${special} END`;
    }
    default:
      return impossible(column);
  }
}
