import type { Binding } from '../../../../src/domain/comparison/binding.ts';
import type {
  ComparisonType,
  TimestampComparison,
} from '../../../../src/domain/comparison/comparison-type.ts';
import { epochDigits } from '../../../../src/domain/comparison/format.ts';
import type { LogicalType } from '../../../../src/domain/comparison/logical-type.ts';
import type { FieldOptions } from '../../../../src/domain/comparison/pair-specification.ts';
import { parseFormat } from '../../../../src/domain/comparison/parse-format.ts';
import type { Side } from '../../../../src/domain/comparison/resolution.ts';
import type { StoredType, Value } from '../../../support/relations.ts';
import { type Canonical, identityOf, nothing, unconvertible } from './canonical.ts';
import { canonicalJson } from './json.ts';
import { fitsDecimal, multiply, nearestDouble, type Rational, rational, readDecimal } from './rational.ts';
import { readPattern } from './read-pattern.ts';
import { alike, encodedText, writtenText } from './text.ts';
import {
  cut,
  dateText,
  instantOf,
  type Point,
  readDate,
  readTime,
  readTimestamp,
  timestampText,
  timeText,
  wallClock,
} from './time.ts';

/** How a field of one side is read. */
export interface Reader {
  readonly side: Side;
  readonly binding: Binding;
  /** What the other side is. */
  readonly peerType: LogicalType;
  readonly options: FieldOptions;
}

/** A value in the type that both sides compare in. */
export function readValue(value: Value, stored: StoredType, as: ComparisonType, reader: Reader): Canonical {
  if (value === null) return nothing;
  switch (as.kind) {
    case 'presence':
      return { kind: 'boolean', value: true };
    case 'perSide':
      return readValue(value, stored, as[reader.side], reader);
    case 'exactNumeric': {
      const number = readExact(value, stored);
      const fits =
        number !== null && fitsDecimal(number, as.precision, as.scale) && fitsPeer(number, stored, reader);
      return fits ? { kind: 'exact', value: number } : unconvertible;
    }
    case 'double': {
      const number = readDouble(value, stored);
      return number === null ? unconvertible : { kind: 'double', value: number === 0 ? 0 : number };
    }
    case 'text':
      return readText(value, stored, reader);
    case 'boolean':
      return { kind: 'boolean', value: value === true };
    case 'date': {
      const day = readDay(String(value), stored, reader.binding);
      return day === null ? unconvertible : { kind: 'point', value: day, text: dateText(day) };
    }
    case 'time': {
      const time = readTimeOfDay(String(value), stored, reader.binding);
      if (time === null) return unconvertible;
      const cutTime = time - (time % 10n ** BigInt(9 - as.precision));
      return { kind: 'point', value: cutTime, text: timeText(cutTime) };
    }
    case 'timestamp': {
      const point = readPoint(String(value), stored, as, reader);
      if (point === null) return unconvertible;
      const cutPoint = cut(point, as.precision);
      return { kind: 'point', value: cutPoint, text: timestampText(cutPoint, as.clock === 'instant') };
    }
    case 'uuid': {
      const shape = /^\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i;
      const digits = String(value).toLowerCase().replace(/[{}-]/g, '');
      return shape.test(String(value)) ? { kind: 'text', value: digits } : unconvertible;
    }
    case 'binary':
      return { kind: 'text', value: String(value).toLowerCase() };
    case 'json':
      return canonicalJson(String(value)) ?? unconvertible;
    case 'struct':
      return readStruct(value, stored, as, reader);
    case 'list':
      return readList(value, stored, as, reader);
    case 'map':
      return readMap(value, stored, as, reader);
  }
}

/** Text beside a 64-bit integer is a 64-bit integer or nothing. */
function fitsPeer(number: Rational, stored: StoredType, { peerType }: Reader): boolean {
  if (stored.kind !== 'text' || peerType.kind !== 'long') return true;
  return BigInt.asIntN(64, number.numerator) === number.numerator;
}

const spacedNumber = /^[ \t\r\n]*([^ \t\r\n]*)[ \t\r\n]*$/;

function readExact(value: Value, stored: StoredType): Rational | null {
  if (typeof value === 'boolean') return rational(value ? 1n : 0n);
  if (stored.kind !== 'text') return readDecimal(String(value));
  return readDecimal(spacedNumber.exec(String(value))?.[1] ?? '');
}

function readDouble(value: Value, stored: StoredType): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const notation = String(value);
  if (stored.kind === 'float') return stored.bits === 32 ? Math.fround(Number(notation)) : Number(notation);
  if (stored.kind !== 'text') {
    const exact = readDecimal(notation);
    return exact === null ? null : nearestDouble(exact);
  }
  const bare = spacedNumber.exec(notation)?.[1] ?? '';
  if (/^nan$/i.test(bare)) return Number.NaN;
  const infinite = /^([+-]?)inf(inity)?$/i.exec(bare);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  if (readDecimal(bare) === null) return null;
  // A finite number that is beyond every double is not infinity.
  const number = Number(bare);
  return Number.isFinite(number) ? number : null;
}

function readText(value: Value, stored: StoredType, { binding, options }: Reader): Canonical {
  if (binding.format !== '') {
    const encoded = encodedText(String(value), stored, binding.format);
    return encoded === null ? unconvertible : { kind: 'text', value: encoded };
  }
  return { kind: 'text', value: alike(writtenText(value, stored), options.text) };
}

function readDay(value: string, stored: StoredType, { format }: Binding): Point | null {
  return format === '' || stored.kind === 'date' ? readDate(value) : readFormatted(value, stored, format);
}

function readTimeOfDay(value: string, stored: StoredType, { format }: Binding): bigint | null {
  if (format === '' || stored.kind === 'time') return readTime(value);
  const time = readFormatted(value, stored, format);
  return typeof time === 'bigint' ? time : null;
}

function readPoint(
  value: string,
  stored: StoredType,
  as: TimestampComparison,
  { side, binding }: Reader,
): Point | null {
  const point = asWritten(value, stored, binding);
  if (point === null || as.clock === 'instant' || as.zone === null) return point;
  const ownZone = side === 'source' ? as.sourceZone : as.targetZone;
  if (ownZone === as.zone) return point;
  return wallClock(ownZone === null ? point : instantOf(point, ownZone), as.zone);
}

function asWritten(value: string, stored: StoredType, { format }: Binding): Point | null {
  switch (stored.kind) {
    case 'date':
      return readDate(value);
    case 'timestamp':
    case 'int96':
      return readTimestamp(value);
    default:
      return readFormatted(value, stored, format);
  }
}

/** Text or a number read with the format of a binding. */
function readFormatted(value: string, stored: StoredType, text: string): Point | null {
  const format = parseFormat(text);
  if (!format.ok) throw new TypeError(`A binding holds the format ${text}, which cannot be read.`);
  switch (format.value.kind) {
    case 'encoding':
      throw new TypeError('No point in time is written in hex or base64.');
    case 'pattern':
      return readPattern(value, format.value);
    case 'epoch': {
      // Text counts whole units; numbers may have a fraction of one.
      const count = stored.kind === 'text' && !/^[+-]?\d{1,19}$/.test(value) ? null : readDecimal(value);
      if (count === null) return null;
      const nanoseconds = multiply(count, rational(10n ** BigInt(9 - epochDigits[format.value.unit])));
      const whole = nanoseconds.numerator / nanoseconds.denominator;
      return nanoseconds.numerator < 0n && nanoseconds.denominator !== 1n ? whole - 1n : whole;
    }
  }
}

function readStruct(value: Value, stored: StoredType, as: ComparisonType, reader: Reader): Canonical {
  if (as.kind !== 'struct' || stored.kind !== 'struct' || !Array.isArray(value)) throw misfit(stored, as);
  const parts = as.fields.map(({ name, type }) => {
    const index = stored.fields.findIndex((field) => field.name === name);
    return readPart(value[index], stored.fields[index]?.type, type, reader);
  });
  return { kind: 'parts', parts };
}

function readList(value: Value, stored: StoredType, as: ComparisonType, reader: Reader): Canonical {
  if (as.kind !== 'list' || stored.kind !== 'list' || !Array.isArray(value)) throw misfit(stored, as);
  const items = value.map((item) => readPart(item, stored.element, as.element, reader));
  return { kind: 'parts', parts: reader.options.listOrder === 'bag' ? sorted(items) : items };
}

function readMap(value: Value, stored: StoredType, as: ComparisonType, reader: Reader): Canonical {
  if (as.kind !== 'map' || stored.kind !== 'map' || !Array.isArray(value)) throw misfit(stored, as);
  const entries = value.map((entry): Canonical => {
    if (!Array.isArray(entry)) throw misfit(stored, as);
    const key = readPart(entry[0], stored.key, as.key, reader);
    return { kind: 'parts', parts: [key, readPart(entry[1], stored.value, as.value, reader)] };
  });
  return { kind: 'parts', parts: sorted(entries) };
}

function readPart(
  value: Value | undefined,
  stored: StoredType | undefined,
  as: ComparisonType,
  reader: Reader,
): Canonical {
  if (value === undefined || stored === undefined)
    throw new TypeError('A container lacks a part that its type has.');
  return readValue(value, stored, as, reader);
}

function sorted(parts: readonly Canonical[]): readonly Canonical[] {
  return parts.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
}

function misfit(stored: StoredType, as: ComparisonType): TypeError {
  return new TypeError(`A value stored as ${stored.kind} cannot be read as ${as.kind}.`);
}
