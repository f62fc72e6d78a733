import { digitsOf, parseDecimal, printDecimal } from './exact-decimal.ts';
import type { FilterValue } from './filter.ts';
import { canonicalDate, canonicalTime, canonicalTimestamp } from './iso-date-time.ts';
import type { LogicalType } from './logical-type.ts';
import { printLogicalType } from './logical-type-text.ts';

export type ReadValue =
  | { readonly ok: true; readonly value: FilterValue }
  | { readonly ok: false; readonly detail: string };

/** Reads a value of a request in a field's own type, to its canonical form; nothing is rounded or cut to fit. */
export function readFilterValue(value: unknown, type: LogicalType): ReadValue {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? taken(value) : refused('true or false');
    case 'long':
      return readLong(value);
    case 'decimal':
      return readDecimal(value, type.precision, type.scale);
    case 'double':
      return readDouble(value);
    case 'string':
      return typeof value === 'string' ? taken(value) : refused('a text');
    case 'date':
      return read(value, canonicalDate, 'a date such as "2024-01-31"');
    case 'time':
      return read(
        value,
        (text) => canonicalTime(text, type.precision),
        `a time such as "07:05:00" with at most ${type.precision} fractional digits`,
      );
    case 'timestamp':
      return read(
        value,
        (text) => canonicalTimestamp(text, type.precision, type.zoned),
        type.zoned
          ? `a timestamp with its offset, such as "2024-01-31T07:05:00Z", with at most ${type.precision} fractional digits`
          : `a timestamp without offset, such as "2024-01-31T07:05:00", with at most ${type.precision} fractional digits`,
      );
    case 'uuid':
      return read(value, canonicalUuid, 'a UUID');
    case 'binary':
      return read(value, canonicalHex, 'bytes in hex, such as "00ff"');
    default:
      return { ok: false, detail: `Values of ${printLogicalType(type)} cannot be given in a filter.` };
  }
}

function readLong(value: unknown): ReadValue {
  const number = exactNumber(value);
  const text = number === null ? '' : printDecimal(number);
  const fits = /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
  return fits ? taken(text) : refused('a whole number of 64 bits, as text where it is beyond 2^53');
}

function readDecimal(value: unknown, precision: number, scale: number): ReadValue {
  const number = exactNumber(value);
  const digits = number && digitsOf(number);
  const fits = digits !== null && digits.fraction <= scale && digits.integers <= precision - scale;
  return number !== null && fits
    ? taken(printDecimal(number))
    : refused(`a number that decimal(${precision},${scale}) can hold`);
}

/** A JSON number is taken at the shortest decimal that it is written as; text is exact anyway. */
function exactNumber(value: unknown) {
  if (typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))) {
    return parseDecimal(String(value));
  }
  return typeof value === 'string' ? parseDecimal(value) : null;
}

function readDouble(value: unknown): ReadValue {
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return taken(value);
  const number = typeof value === 'string' && parseDecimal(value) !== null ? Number(value) : value;
  const fits = typeof number === 'number' && Number.isFinite(number);
  return fits ? taken(String(number)) : refused('a number, or "NaN", "Infinity" or "-Infinity"');
}

function canonicalUuid(text: string): string | null {
  const digits = text
    .toLowerCase()
    .match(/^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/);
  return digits === null ? null : digits.slice(1).join('-');
}

function canonicalHex(text: string): string | null {
  return /^([0-9A-Fa-f]{2})*$/.test(text) ? text.toLowerCase() : null;
}

function read(value: unknown, canonical: (text: string) => string | null, wanted: string): ReadValue {
  const text = typeof value === 'string' ? canonical(value) : null;
  return text === null ? refused(wanted) : taken(text);
}

function taken(value: FilterValue): ReadValue {
  return { ok: true, value };
}

function refused(wanted: string): ReadValue {
  return { ok: false, detail: `The value must be ${wanted}.` };
}
