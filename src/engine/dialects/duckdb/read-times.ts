import type { TimestampComparison } from '../../../domain/comparison/comparison-type.ts';
import { epochPrecision } from '../../../domain/comparison/epoch-precision.ts';
import type { EpochFormat, PatternFormat } from '../../../domain/comparison/format.ts';
import type { Column } from '../../plan/plan.ts';
import { clockShift, isAsWritten } from '../clock-shift.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { timeFormatOf } from '../time-format.ts';
import { epochTimestamp } from './epoch.ts';
import { narrowInputs, wordInputs } from './hash-inputs.ts';
import { cast, tryCast } from './lexical.ts';
import { parsedDate, parsedTime, parsedTimestamp } from './parse-pattern.ts';
import { cutTime, cutTimestamp, isoText, type Unit, unitOf, utcWall, zoneShift } from './timestamps.ts';

export function readDate(column: Column): Reading {
  const format = timeFormatOf(column);
  return {
    value: (x) => {
      if (format === null) return cast(x, 'DATE');
      return format.kind === 'pattern'
        ? parsedDate(format, asDigits(column, x), unitOf(0))
        : impossible(column);
    },
    fallible: format !== null,
    hashInputs: (_x, v) => narrowInputs(v),
    text: (v) => cast(v, 'VARCHAR'),
    showsRaw: format === null,
    position: (v) =>
      `CASE WHEN isfinite(${v}) THEN ${cast(`datediff('day', DATE '1970-01-01', ${v})`, 'VARCHAR')} ELSE ${cast(v, 'VARCHAR')} END`,
  };
}

export function readTime(column: Column, precision: number): Reading {
  const format = timeFormatOf(column);
  const unit = unitOf(precision);
  return {
    value: (x) => {
      const { logicalType, nativeType } = column.field;
      if (format?.kind === 'pattern')
        return cutTime(parsedTime(format, x, unit), format.precision, precision, unit);
      if (format !== null || logicalType.kind !== 'time') return impossible(column);
      // A time with an offset is the time of day in UTC.
      const naive = /WITH TIME ZONE|TIMETZ/i.test(nativeType) ? `timezone('UTC', ${x})` : x;
      return cutTime(naive, logicalType.precision, precision, unit);
    },
    fallible: format !== null,
    hashInputs: (_x, v) => narrowInputs(v),
    text: (v) => cast(v, 'VARCHAR'),
    position: (v) => nanoseconds(v, unit),
    showsRaw: false,
  };
}

/** A TIMESTAMP on one clock: UTC's for instants, else the wall clock that the comparison names. */
export function readTimestamp(column: Column, type: TimestampComparison): Reading {
  const unit = unitOf(type.precision);
  const format = timeFormatOf(column);
  return {
    value: (x) => timestampValue(column, type, format, unit, x),
    // A date can lie beyond the timestamps.
    fallible: format !== null || column.field.logicalType.kind === 'date',
    hashInputs: (_x, v) => wordInputs(v),
    text: (v) => isoText(v, type.clock === 'instant'),
    showsRaw: isAsWritten(column, type),
    position: (v) => `CASE WHEN isfinite(${v}) THEN ${nanoseconds(v, unit)} ELSE ${cast(v, 'VARCHAR')} END`,
  };
}

/** As text: nanoseconds of the years that only microseconds reach are beyond 64 bits. */
function nanoseconds(v: string, unit: Unit): string {
  return unit.digits === 9
    ? cast(`epoch_ns(${v})`, 'VARCHAR')
    : cast(`${cast(`epoch_us(${v})`, 'HUGEINT')} * 1000`, 'VARCHAR');
}

function timestampValue(
  column: Column,
  type: TimestampComparison,
  format: PatternFormat | EpochFormat | null,
  unit: Unit,
  x: string,
): string {
  const read = readPoint(column, format, unit, x);
  const cut = cutTimestamp(read.sql, read.precision, type.precision, unit);
  const shift = clockShift(column, type, read.zoned);
  return shift === null ? cut : zoneShift(cut, shift.from, shift.to, unit);
}

interface Point {
  /** A TIMESTAMP or TIMESTAMP_NS: of UTC where zoned. */
  readonly sql: string;
  readonly precision: number;
  readonly zoned: boolean;
}

function readPoint(column: Column, format: PatternFormat | EpochFormat | null, unit: Unit, x: string): Point {
  const { logicalType } = column.field;
  if (format?.kind === 'pattern') {
    const { precision, zoned } = format;
    if (format.reads === 'date') {
      return {
        sql: tryCast(parsedDate(format, asDigits(column, x), unitOf(0)), unit.timestamp),
        precision: 0,
        zoned,
      };
    }
    return { sql: parsedTimestamp(format, asDigits(column, x), unitOf(precision)), precision, zoned };
  }
  if (format?.kind === 'epoch') {
    const precision = epochPrecision(format, logicalType);
    return { sql: epochTimestamp(format, logicalType, x, unitOf(precision)), precision, zoned: true };
  }
  if (logicalType.kind === 'date') return { sql: tryCast(x, unit.timestamp), precision: 0, zoned: false };
  if (logicalType.kind !== 'timestamp') return impossible(column);
  const { precision, zoned } = logicalType;
  return { sql: zoned ? utcWall(x) : x, precision, zoned };
}

/** A whole number that a pattern of digits reads, or the text itself. */
function asDigits(column: Column, x: string): string {
  return column.field.logicalType.kind === 'string' ? x : cast(x, 'VARCHAR');
}
