import type { LogicalType } from '../comparison/logical-type.ts';
import { familyOf, isNumeric } from '../comparison/logical-type-traits.ts';

export type BoundSide = 'least' | 'greatest';

/** Enough to see the size of numbers, too few to know one. */
const significantDigits = 2;

/**
 * A bound of all values, from the least or greatest of them in canonical text, rounded outward: two significant digits
 * of a number (`9.2e3`), the month of a date or timestamp (`2026-03`), the hour of a time (`08`). The month and hour
 * are those that the value lies in. Null for every other type, and for values that have no such bound.
 */
export function boundOf(type: LogicalType, value: string | null, side: BoundSide): string | null {
  if (value === null) return null;
  if (isNumeric(type)) return numberBound(value, side);
  if (type.kind === 'time') return /^(\d\d):/.exec(value)?.[1] ?? null;
  if (familyOf(type) === 'temporal') return /^(\d{4,9}-\d\d)-/.exec(value)?.[1] ?? null;
  return null;
}

/** In digits, never through a double: 38 of them can occur. */
function numberBound(value: string, side: BoundSide): string | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?$/.exec(value);
  if (match === null || !/\d/.test(value)) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  // The value is 0.digits × 10^scale.
  const scale = Number(exponent) + whole.length - (whole.length + fraction.length - digits.length);
  const isNegative = sign === '-';
  const isUp = (side === 'greatest') !== isNegative;
  const kept = Number(digits.slice(0, significantDigits).padEnd(significantDigits, '0'));
  const isCut = /[1-9]/.test(digits.slice(significantDigits));
  const rounded = String(kept + (isCut && isUp ? 1 : 0));
  const power = scale - 1 + (rounded.length - significantDigits);
  const tail = rounded.slice(1).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${rounded.charAt(0)}${tail && `.${tail}`}e${power}`;
}
