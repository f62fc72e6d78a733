import type { Tolerance } from '../../../../src/domain/comparison/tolerance.ts';
import type { Aggregate, DoubleTotal } from './aggregate.ts';
import { agree } from './agree.ts';
import { type Canonical, nothing, valueText } from './canonical.ts';
import { absolute, add, compare, decimalText, subtract } from './rational.ts';

export type Answer = 'pass' | 'fail' | 'either';

export function aggregatesAgree(source: Aggregate, target: Aggregate, tolerance: Tolerance | null): Answer {
  if (
    source.kind === 'double' &&
    target.kind === 'double' &&
    source.value !== null &&
    target.value !== null
  ) {
    return doublesAgree(source.value, target.value, tolerance);
  }
  return agree(canonicalOf(source), canonicalOf(target), tolerance) ? 'pass' : 'fail';
}

/**
 * Sums that are equal pass. Sums that are further apart than any order of adding explains fail. In between, and
 * wherever a tolerance is asked for near its edge, the engine's own rounding decides.
 */
function doublesAgree(source: DoubleTotal, target: DoubleTotal, tolerance: Tolerance | null): Answer {
  if (source.kind === 'special' || target.kind === 'special') {
    const same =
      source.kind === 'special' && target.kind === 'special' && Object.is(source.value, target.value);
    return same ? 'pass' : 'fail';
  }
  if (tolerance !== null) return 'either';
  const apart = absolute(subtract(source.exact, target.exact));
  if (apart.numerator === 0n) return 'pass';
  const explained = add(source.slack, target.slack);
  return compare(apart, { ...explained, numerator: explained.numerator * 16n }) > 0 ? 'fail' : 'either';
}

/** As a report shows it; null for NULL, and for what has no one text: a sum of doubles, a third. */
export function aggregateText(result: Aggregate): string | null {
  switch (result.kind) {
    case 'value':
      return valueText(result.value);
    case 'exact':
      return result.value === null ? null : decimalText(result.value);
    case 'double':
      return result.value?.kind === 'special' ? String(result.value.value) : null;
  }
}

function canonicalOf(result: Aggregate): Canonical {
  if (result.kind === 'value') return result.value;
  if (result.kind === 'exact' && result.value !== null) return { kind: 'exact', value: result.value };
  return nothing;
}
