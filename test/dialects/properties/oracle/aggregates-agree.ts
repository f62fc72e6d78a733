import type { FunctionCode } from '../../../../src/domain/comparison/binding.ts';
import type { Tolerance } from '../../../../src/domain/comparison/tolerance.ts';
import type { Aggregate, DoubleTotal } from './aggregate.ts';
import { agree } from './agree.ts';
import { type Canonical, nothing, valueText } from './canonical.ts';
import { absolute, compare, decimalText, divide, greater, subtract } from './rational.ts';

/** `undecidable`: the sum is beyond what a double holds, and the engine must say so. */
export type Answer = 'pass' | 'fail' | 'either' | 'undecidable';

export function aggregatesAgree(source: Aggregate, target: Aggregate, tolerance: Tolerance | null): Answer {
  const [one, other] = [doublesIn(source), doublesIn(target)];
  if (one !== null && other !== null) return doublesAgree(one, other, tolerance);
  // Doubles on one side and none at all on the other.
  const lone = one ?? other;
  if (lone !== null) return overflows(lone) ? 'undecidable' : 'fail';
  return agree(canonicalOf(source), canonicalOf(target), tolerance) ? 'pass' : 'fail';
}

function doublesIn(result: Aggregate): DoubleTotal | null {
  return result.kind === 'double' ? result.value : null;
}

/**
 * Sums that are no further apart than 2^-51 of their magnitude pass whatever way they are added up, and those that are
 * further apart than 2^-49 fail. In between, and wherever a tolerance is asked for, the engine's rounding decides.
 */
function doublesAgree(source: DoubleTotal, target: DoubleTotal, tolerance: Tolerance | null): Answer {
  if (overflows(source) || overflows(target)) return 'undecidable';
  if (source.kind === 'special' || target.kind === 'special') {
    const same =
      source.kind === 'special' && target.kind === 'special' && Object.is(source.value, target.value);
    return same ? 'pass' : 'fail';
  }
  if (tolerance !== null) return 'either';
  const apart = absolute(subtract(source.exact, target.exact));
  const magnitude = greater(source.magnitude, target.magnitude);
  if (compare(apart, divide(magnitude, 2n ** 51n)) <= 0) return 'pass';
  return compare(apart, divide(magnitude, 2n ** 49n)) > 0 ? 'fail' : 'either';
}

function overflows(total: DoubleTotal): boolean {
  return total.kind === 'finite' && total.overflows;
}

/** Digits that an average is shown with beyond those of its sum. */
const shownDigits = 9;

/** As a report shows it; null for NULL, and for what it can only round: a sum of doubles, a third. */
export function aggregateText(functionCode: FunctionCode, result: Aggregate): string | null {
  switch (result.kind) {
    case 'value':
      return valueText(result.value);
    case 'exact': {
      const text = result.value === null ? null : decimalText(result.value);
      const isShort = (text?.split('.')[1] ?? '').length <= shownDigits;
      return functionCode !== 'AVG' || isShort ? text : null;
    }
    case 'double':
      return result.value?.kind === 'special' ? String(result.value.value) : null;
  }
}

function canonicalOf(result: Aggregate): Canonical {
  if (result.kind === 'value') return result.value;
  if (result.kind === 'exact' && result.value !== null) return { kind: 'exact', value: result.value };
  return nothing;
}
