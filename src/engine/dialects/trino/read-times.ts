import type { TimestampComparison } from '../../../domain/comparison/comparison-type.ts';
import { epochPrecision } from '../../../domain/comparison/epoch-precision.ts';
import type { EpochFormat, PatternFormat } from '../../../domain/comparison/format.ts';
import type { Column } from '../../plan/plan.ts';
import { clockShift, isAsWritten } from '../clock-shift.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { timeFormatOf } from '../time-format.ts';
import { epochTimestamp } from './epoch.ts';
import { fixedInput, textInput } from './hashes.ts';
import { call, cast } from './lexical.ts';
import { nativeDigits } from './native-type.ts';
import { parsedDate, parsedTime, parsedTimestamp } from './parse-pattern.ts';
import {
  cutTime,
  cutTimestamp,
  isoText,
  nanosecondsOf,
  nanosecondsOfClock,
  utcWall,
  withoutLooseFraction,
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
    hashInputs: (_x, v) => fixedInput(call('to_big_endian_64', dayOf(v))),
    text: (v) => cast(v, 'VARCHAR'),
    showsRaw: format === null,
    position: (v) => cast(dayOf(v), 'VARCHAR'),
  };
}

function dayOf(date: string): string {
  return `date_diff('day', DATE '1970-01-01', ${date})`;
}

export function readTime(column: Column, precision: number): Reading {
  const format = timeFormatOf(column);
  return {
    value: (x) => {
      const { logicalType, nativeType } = column.field;
      if (format?.kind === 'pattern') return cutTime(parsedTime(format, x), format.precision, precision);
      if (format !== null || logicalType.kind !== 'time') return impossible(column);
      // A time with an offset is the time of day in UTC.
      const digits = nativeDigits(nativeType, logicalType.precision);
      const naive = /with time zone/i.test(nativeType)
        ? cast(`at_timezone(${x}, 'UTC')`, `TIME(${digits})`)
        : x;
      return cutTime(naive, digits, precision);
    },
    fallible: format !== null,
    hashInputs: (_x, v) => textInput(cast(v, 'VARCHAR')),
    text: (v) => withoutLooseFraction(cast(v, 'VARCHAR')),
    position: (v) => cast(nanosecondsOfClock(v, precision), 'VARCHAR'),
    showsRaw: false,
  };
}

/** A TIMESTAMP on one clock: UTC's for instants, else the wall clock that the comparison names. */
export function readTimestamp(column: Column, type: TimestampComparison): Reading {
  const format = timeFormatOf(column);
  return {
    value: (x) => timestampValue(column, type, format, x),
    fallible: format !== null,
    hashInputs: (_x, v) => textInput(cast(v, 'VARCHAR')),
    text: (v) => isoText(v, type.clock === 'instant'),
    showsRaw: isAsWritten(column, type),
    position: (v) => nanosecondsOf(v, type.precision),
  };
}

function timestampValue(
  column: Column,
  type: TimestampComparison,
  format: PatternFormat | EpochFormat | null,
  x: string,
): string {
  const read = readPoint(column, format, x);
  const cut = cutTimestamp(read.sql, read.precision, type.precision);
  const shift = clockShift(column, type, read.zoned);
  return shift === null ? cut : zoneShift(cut, shift.from, shift.to, type.precision);
}

interface Point {
  /** A TIMESTAMP: of UTC where zoned. */
  readonly sql: string;
  readonly precision: number;
  readonly zoned: boolean;
}

function readPoint(column: Column, format: PatternFormat | EpochFormat | null, x: string): Point {
  const { logicalType, nativeType } = column.field;
  if (format?.kind === 'pattern') {
    const { precision, zoned } = format;
    const text = asDigits(column, x);
    if (format.reads === 'date') {
      return { sql: cast(parsedDate(format, text), 'TIMESTAMP(0)'), precision: 0, zoned };
    }
    return { sql: parsedTimestamp(format, text), precision, zoned };
  }
  if (format?.kind === 'epoch') {
    const precision = epochPrecision(format, logicalType);
    return { sql: epochTimestamp(format, logicalType, x, precision), precision, zoned: true };
  }
  if (logicalType.kind === 'date') return { sql: cast(x, 'TIMESTAMP(0)'), precision: 0, zoned: false };
  if (logicalType.kind !== 'timestamp') return impossible(column);
  const { zoned } = logicalType;
  const precision = nativeDigits(nativeType, logicalType.precision);
  return { sql: zoned ? utcWall(x, precision) : x, precision, zoned };
}

/** A whole number that a pattern of digits reads, or the text itself. */
function asDigits(column: Column, x: string): string {
  return column.field.logicalType.kind === 'string' ? x : cast(x, 'VARCHAR');
}
