import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import { type ExactDecimal, parseDecimal, printDecimal } from '../../domain/comparison/exact-decimal.ts';
import type { DurationTolerance, Tolerance } from '../../domain/comparison/tolerance.ts';
import type { NumericTolerance } from '../values/within-tolerance.ts';

const nanosecondsOfDay = 86_400_000_000_000n;

/** A duration in the steps that `position` counts: days for dates, else nanoseconds. */
export function stepsOf(type: ComparisonType, { nanoseconds }: DurationTolerance): bigint {
  return type.kind === 'date' ? BigInt(nanoseconds) / nanosecondsOfDay : BigInt(nanoseconds);
}

/** A tolerance of the distance between positions. */
export function ofPositions(type: ComparisonType, tolerance: Tolerance): NumericTolerance {
  return tolerance.kind === 'duration'
    ? { kind: 'absolute', amount: stepsOf(type, tolerance).toString() }
    : tolerance;
}

export function amountOf(tolerance: NumericTolerance): ExactDecimal {
  const amount = parseDecimal(tolerance.kind === 'absolute' ? tolerance.amount : tolerance.ratio);
  if (amount === null) throw new TypeError('A tolerance is a decimal number.');
  return amount;
}

/** All its digits, without an exponent. */
export function amountText(tolerance: NumericTolerance): string {
  return printDecimal(amountOf(tolerance));
}
