import type { Tolerance } from '../../../../src/domain/comparison/tolerance.ts';
import { type Canonical, identityOf, isUnconvertible } from './canonical.ts';
import {
  absolute,
  compare,
  exactDouble,
  greater,
  multiply,
  type Rational,
  rational,
  readDecimal,
  subtract,
} from './rational.ts';

/** Whether two values are the same, or near enough where a tolerance says how near. */
export function agree(a: Canonical, b: Canonical, tolerance: Tolerance | null): boolean {
  if (isUnconvertible(a) || isUnconvertible(b)) return false;
  if (identityOf(a) === identityOf(b)) return true;
  if (tolerance === null || a.kind === 'null' || b.kind === 'null') return false;
  const distance = distanceBetween(a, b);
  return distance !== null && compare(distance.apart, allowed(tolerance, distance.larger)) <= 0;
}

interface Distance {
  readonly apart: Rational;
  readonly larger: Rational;
}

/** Null where no distance is finite. */
function distanceBetween(a: Canonical, b: Canonical): Distance | null {
  const one = magnitude(a);
  const other = magnitude(b);
  if (one === null || other === null) return null;
  return { apart: absolute(subtract(one, other)), larger: greater(absolute(one), absolute(other)) };
}

function magnitude(value: Canonical): Rational | null {
  switch (value.kind) {
    case 'exact':
      return value.value;
    case 'double':
      return Number.isFinite(value.value) ? decimalOf(value.value) : null;
    case 'point':
      return typeof value.value === 'bigint' ? rational(value.value) : null;
    default:
      throw new TypeError(`There is no distance between values of ${value.kind}.`);
  }
}

/** The number that a double is written as: 0.58 is 58/100, so that 0.01 lies between it and 0.57. */
function decimalOf(value: number): Rational {
  return readDecimal(String(value)) ?? exactDouble(value);
}

function allowed(tolerance: Tolerance, larger: Rational): Rational {
  switch (tolerance.kind) {
    case 'absolute':
      return readDecimal(tolerance.amount) ?? rational(0n);
    case 'relative':
      return multiply(readDecimal(tolerance.ratio) ?? rational(0n), larger);
    case 'duration':
      return rational(BigInt(tolerance.nanoseconds));
  }
}
