import type { FunctionCode } from '../../../../src/domain/comparison/binding.ts';
import { type Canonical, identityOf, isUnconvertible, nothing, order } from './canonical.ts';
import { absolute, add, compare, divide, exactDouble, type Rational, rational, zero } from './rational.ts';

/** What an aggregate comes to on one side. */
export type Aggregate =
  | { readonly kind: 'value'; readonly value: Canonical }
  /** An exact number, or NULL where there is nothing to add up. */
  | { readonly kind: 'exact'; readonly value: Rational | null }
  /** What doubles add up to, and what their magnitudes add up to, which is the measure of rounding. */
  | { readonly kind: 'double'; readonly value: DoubleTotal | null };

export type DoubleTotal =
  | { readonly kind: 'special'; readonly value: number }
  | {
      readonly kind: 'finite';
      readonly exact: Rational;
      readonly magnitude: Rational;
      readonly overflows: boolean;
    };

export function aggregate(functionCode: FunctionCode, values: readonly Canonical[]): Aggregate {
  const present = values.filter(({ kind }) => kind !== 'null');
  const readable = present.filter((value) => !isUnconvertible(value));
  switch (functionCode) {
    case 'COUNT':
      return { kind: 'exact', value: rational(BigInt(present.length)) };
    case 'COUNT_DISTINCT':
      return { kind: 'exact', value: rational(BigInt(new Set(readable.map(identityOf)).size)) };
    case 'MIN':
      return { kind: 'value', value: readable.toSorted(order)[0] ?? nothing };
    case 'MAX':
      return { kind: 'value', value: readable.toSorted(order).at(-1) ?? nothing };
    case 'SUM':
      return total(readable, 1n);
    case 'AVG':
      return total(readable, BigInt(readable.length || 1));
    default:
      throw new TypeError(`${functionCode} is no aggregate.`);
  }
}

function total(values: readonly Canonical[], parts: bigint): Aggregate {
  if (values.length === 0) return { kind: 'exact', value: null };
  if (values.some(({ kind }) => kind === 'double')) {
    return { kind: 'double', value: totalOfDoubles(values.map(doubleIn), parts) };
  }
  return { kind: 'exact', value: divide(values.map(exactIn).reduce(add, zero), parts) };
}

/** The least number that is rounded to infinity: half a unit in the last place beyond the greatest double. */
const firstInfinite = rational(2n ** 1024n - 2n ** 970n);

function totalOfDoubles(values: readonly number[], parts: bigint): DoubleTotal {
  const special = values.filter((value) => !Number.isFinite(value));
  if (special.length > 0) return { kind: 'special', value: special.reduce((a, b) => a + b) };
  const exact = values.map(exactDouble);
  const magnitude = exact.map(absolute).reduce(add, zero);
  return {
    kind: 'finite',
    exact: divide(exact.reduce(add, zero), parts),
    magnitude: divide(magnitude, parts),
    overflows: compare(magnitude, firstInfinite) >= 0,
  };
}

function doubleIn(value: Canonical): number {
  if (value.kind !== 'double') throw new TypeError(`A sum of doubles holds ${value.kind}.`);
  return value.value;
}

function exactIn(value: Canonical): Rational {
  if (value.kind !== 'exact') throw new TypeError(`A sum of exact numbers holds ${value.kind}.`);
  return value.value;
}
