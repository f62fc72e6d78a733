import type { TimestampComparison } from '../../../domain/comparison/comparison-type.ts';
import { epochPrecision } from '../../../domain/comparison/epoch-precision.ts';
import type { EpochFormat, PatternFormat } from '../../../domain/comparison/format.ts';
import type { Column } from '../../plan/plan.ts';
import { clockShift } from '../clock-shift.ts';
import type { Reading } from '../dialect.ts';
import { freshName } from '../fresh-name.ts';
import { impossible } from '../impossible.ts';
import { timeFormatOf } from '../time-format.ts';
import { epochCount } from './epoch.ts';
import { textInput } from './hashes.ts';
import { cast, letBe } from './lexical.ts';
import { parsedCount } from './parse-pattern.ts';
import {
  type CountDigits,
  countDigits,
  countOfDate,
  countOfInstant,
  countOfWall,
  cutCount,
  dateOf,
  isoText,
  nanosecondsOf,
  zoneShift,
} from './timestamps.ts';

export function readDate(column: Column): Reading {
  const format = timeFormatOf(column);
  return {
    value: (x) => {
      if (format === null) return cast(x, 'DATE');
      return format.kind === 'pattern' ? parsedDate(format, asDigits(column, x)) : impossible(column);
    },
    fallible: format !== null,
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
    text: (v) => cast(v, 'STRING'),
    showsRaw: format === null,
    position: (v) => cast(`unix_date(${v})`, 'STRING'),
  };
}

function parsedDate(format: PatternFormat, text: string): string {
  const digits = countDigits(format.precision);
  return letBe(freshName('day', text), parsedCount(format, text), (count) => dateOf(count, digits));
}

/** A count on one clock: UTC's for instants, else the wall clock that the comparison names. */
export function readTimestamp(column: Column, type: TimestampComparison): Reading {
  const format = timeFormatOf(column);
  const digits = countDigits(type.precision);
  return {
    value: (x) => timestampValue(column, type, format, x),
    fallible: format !== null,
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
    text: (v) => isoText(v, digits, type.clock === 'instant'),
    showsRaw: false,
    position: (v) => nanosecondsOf(v, digits),
  };
}

function timestampValue(
  column: Column,
  type: TimestampComparison,
  format: PatternFormat | EpochFormat | null,
  x: string,
): string {
  const point = readPoint(column, format, x);
  const cut = cutCount(point.sql, point.digits, type.precision);
  const shift = clockShift(column, type, point.zoned);
  return shift === null ? cut : zoneShift(cut, countDigits(type.precision), shift.from, shift.to);
}

interface Point {
  /** A count: on the clock of UTC where zoned. */
  readonly sql: string;
  readonly digits: CountDigits;
  readonly zoned: boolean;
}

function readPoint(column: Column, format: PatternFormat | EpochFormat | null, x: string): Point {
  const { logicalType } = column.field;
  if (format?.kind === 'pattern') {
    const { precision, zoned } = format;
    return { sql: parsedCount(format, asDigits(column, x)), digits: countDigits(precision), zoned };
  }
  if (format?.kind === 'epoch') {
    const precision = epochPrecision(format, logicalType);
    const sql = epochCount(format, logicalType, x, precision);
    return { sql, digits: countDigits(precision), zoned: true };
  }
  if (logicalType.kind === 'date') return { sql: countOfDate(x), digits: 6, zoned: false };
  if (logicalType.kind !== 'timestamp') return impossible(column);
  const { zoned } = logicalType;
  return { sql: zoned ? countOfInstant(x) : countOfWall(x), digits: 6, zoned };
}

/** A whole number that a pattern of digits reads, or the text itself. */
function asDigits(column: Column, x: string): string {
  return column.field.logicalType.kind === 'string' ? x : cast(x, 'STRING');
}
