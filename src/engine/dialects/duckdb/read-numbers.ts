import { exactNumberShape, specialDoubleShape } from '../../../domain/comparison/canonical-text.ts';
import type { ExactNumericComparison } from '../../../domain/comparison/comparison-type.ts';
import type { Column } from '../../plan/plan.ts';
import type { HashInputs, Reading } from '../dialect.ts';
import { exactType } from '../exact-type.ts';
import { impossible } from '../impossible.ts';
import { losslessShape } from '../text-shapes.ts';
import { doubleTextFunction, plainNumberFunction } from './functions.ts';
import { textInputs, wideDecimalInputs, wordInputs } from './hash-inputs.ts';
import { call, cast, isMatch, tryCast } from './lexical.ts';

/** BIGNUM holds `value × 10^scale` where a decimal is too narrow. */
function carrierType(column: Column, type: ExactNumericComparison): string {
  return type.carrier === 'digits' ? 'BIGNUM' : exactType(column, type);
}

export function isBigint(column: Column): boolean {
  const type = column.comparisonType;
  return type.kind === 'exactNumeric' && carrierType(column, type) === 'BIGINT';
}

export function readExactNumber(column: Column, type: ExactNumericComparison): Reading {
  const sqlType = carrierType(column, type);
  const { kind } = column.field.logicalType;
  const value =
    sqlType === 'BIGNUM' ? unscaled(column, type.scale) : (x: string) => exactValue(column, type, sqlType, x);
  const text = (v: string) => exactText(v, sqlType, type.scale);
  return {
    value,
    fallible: kind === 'string' || isWiderThanDeclared(column),
    hashInputs: (_x, v) => exactInputs(v, sqlType),
    text,
    position: text,
    showsRaw: kind === 'long' || kind === 'decimal',
  };
}

function exactInputs(value: string, sqlType: string): HashInputs {
  if (sqlType === 'BIGINT') return wordInputs(value);
  if (sqlType === 'BIGNUM') return textInputs(cast(value, 'VARCHAR'));
  return isOfOneWord(sqlType) ? wordInputs(value) : wideDecimalInputs(value);
}

/** DuckDB keeps decimals of up to 18 digits in 64 bits. */
function isOfOneWord(sqlType: string): boolean {
  return Number(/^DECIMAL\((\d+)/.exec(sqlType)?.[1]) <= 18;
}

function exactValue(column: Column, { scale }: ExactNumericComparison, sqlType: string, x: string): string {
  switch (column.field.logicalType.kind) {
    case 'long':
    case 'decimal':
      return isWiderThanDeclared(column) ? tryCast(x, sqlType) : cast(x, sqlType);
    case 'boolean':
      return cast(cast(x, 'INTEGER'), sqlType);
    case 'string': {
      const plain = withoutExponent(x);
      const held =
        sqlType === 'BIGINT' ? tryCast(tryCast(plain, 'DECIMAL(38, 0)'), 'BIGINT') : tryCast(plain, sqlType);
      // DuckDB rounds what a decimal cannot hold; the shape lets only such fractions through as need no rounding.
      return `CASE WHEN ${isMatch(plain, losslessShape(scale))} THEN ${held} END`;
    }
    default:
      return impossible(column);
  }
}

/** DuckDB's 128-bit integers and UBIGINT hold more than the decimals or the long that they may be declared as. */
function isWiderThanDeclared({ field: { nativeType } }: Column): boolean {
  return /^(U?HUGEINT|UBIGINT)$/i.test(nativeType);
}

function withoutExponent(x: string): string {
  return `CASE WHEN contains(lower(${x}), 'e') THEN ${call(plainNumberFunction.name, x)} ELSE ${x} END`;
}

/** `value × 10^scale` as a whole number of any length. */
function unscaled(column: Column, scale: number): (x: string) => string {
  const { logicalType } = column.field;
  const zeros = (count: number) => (count > 0 ? ` || '${'0'.repeat(count)}'` : '');
  switch (logicalType.kind) {
    case 'long':
      return (x) => cast(`${cast(x, 'VARCHAR')}${zeros(scale)}`, 'BIGNUM');
    case 'decimal':
      return (x) =>
        cast(`replace(${cast(x, 'VARCHAR')}, '.', '')${zeros(scale - logicalType.scale)}`, 'BIGNUM');
    case 'boolean':
      return (x) => cast(`${cast(cast(x, 'INTEGER'), 'VARCHAR')}${zeros(scale)}`, 'BIGNUM');
    case 'string':
      return (x) => {
        const plain = call(plainNumberFunction.name, x);
        const integers = call('regexp_extract', plain, `'^-?[0-9]+'`);
        const fraction = `rpad(regexp_extract(${plain}, '\\.([0-9]+)$', 1), ${scale}, '0')`;
        return `CASE WHEN ${isMatch(plain, `-?[0-9]+(\\.[0-9]{1,${Math.max(1, scale)}})?`)} THEN ${tryCast(`${integers} || ${fraction}`, 'BIGNUM')} END`;
      };
    default:
      return impossible(column);
  }
}

function exactText(value: string, sqlType: string, scale: number): string {
  const text = cast(value, 'VARCHAR');
  if (sqlType === 'BIGNUM') return call(plainNumberFunction.name, `${text} || 'e-${scale}'`);
  return scale === 0 ? text : withoutLooseZeros(text);
}

/** DuckDB writes .50 where a decimal has no integer digits, and every digit of its scale. */
export function withoutLooseZeros(decimalText: string): string {
  return `regexp_replace(regexp_replace(${decimalText}, '\\.?0+$', ''), '^(-?)(\\.|$)', '\\1' || '0' || '\\2')`;
}

/** Up to 15 digits a decimal is the quotient of two exact doubles, which is rounded once; beyond, the text is read. */
const exactlyDividedDigits = 15;

export function readDouble(column: Column): Reading {
  const text = (v: string) => call(doubleTextFunction.name, v);
  return {
    value: (x) => doubleValue(column, x),
    fallible: column.field.logicalType.kind === 'string',
    hashInputs: (_x, v) => wordInputs(v),
    text,
    position: text,
    showsRaw: column.field.logicalType.kind === 'double',
  };
}

function doubleValue(column: Column, x: string): string {
  const { logicalType } = column.field;
  switch (logicalType.kind) {
    case 'double':
      return cast(x, 'DOUBLE');
    case 'long':
      return isWiderThanDeclared(column) ? cast(cast(x, 'VARCHAR'), 'DOUBLE') : cast(x, 'DOUBLE');
    case 'decimal':
      return logicalType.precision <= exactlyDividedDigits
        ? cast(x, 'DOUBLE')
        : cast(cast(x, 'VARCHAR'), 'DOUBLE');
    case 'boolean':
      return cast(cast(x, 'INTEGER'), 'DOUBLE');
    case 'string': {
      const read = tryCast(x, 'DOUBLE');
      // A number beyond the doubles is read as infinite, which it is not.
      return `CASE WHEN ${isMatch(x, exactNumberShape)} AND isfinite(${read}) OR ${isMatch(x, specialDoubleShape)} THEN ${read} END`;
    }
    default:
      return impossible(column);
  }
}
