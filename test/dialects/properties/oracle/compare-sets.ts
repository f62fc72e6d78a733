import type { BySide } from '../../../../src/domain/comparison/by-side.ts';
import { type Canonical, identityOf, isUnconvertible } from './canonical.ts';

export interface SetCounts {
  /** Distinct values that only the target has. */
  readonly missingInSource: number;
  readonly missingInTarget: number;
}

/** NULL is a value like any other here; a value that cannot be read is in no set but its own. */
export function compareSets(values: BySide<readonly Canonical[]>): SetCounts {
  const source = distinct(values.source);
  const target = distinct(values.target);
  return {
    missingInSource: countOutside(target.readable, source.readable) + target.unreadable,
    missingInTarget: countOutside(source.readable, target.readable) + source.unreadable,
  };
}

function distinct(values: readonly Canonical[]): {
  readonly readable: Set<string>;
  readonly unreadable: number;
} {
  const readable = values.filter((value) => !isUnconvertible(value));
  return { readable: new Set(readable.map(identityOf)), unreadable: values.length - readable.length };
}

function countOutside(set: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...set].filter((value) => !other.has(value)).length;
}
