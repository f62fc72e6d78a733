import type { BySide } from '../../../../src/domain/comparison/by-side.ts';
import { type Canonical, identityOf, isUnconvertible } from './canonical.ts';

export interface SetCounts {
  /** Distinct values that only the target has. */
  readonly missingInSource: number;
  readonly missingInTarget: number;
}

/** NULL is a value like any other here; a value that cannot be read is a member of no set, and counted apart. */
export function compareSets(values: BySide<readonly Canonical[]>): SetCounts {
  const source = membersOf(values.source);
  const target = membersOf(values.target);
  return { missingInSource: countOutside(target, source), missingInTarget: countOutside(source, target) };
}

function membersOf(values: readonly Canonical[]): ReadonlySet<string> {
  return new Set(values.filter((value) => !isUnconvertible(value)).map(identityOf));
}

function countOutside(set: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...set].filter((value) => !other.has(value)).length;
}
