import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ColumnOptions } from './column-options.ts';
import { findKey } from './find-key.ts';
import type { KeySide } from './key-side.ts';
import type { ObservedDataset } from './open-dataset.ts';
import { pairNamed } from './pair-columns.ts';
import { type Pair, resolvePair } from './resolve-pairs.ts';

export interface ChosenKey {
  /** Empty: rows are compared as a multiset. */
  readonly keys: readonly Pair[];
  readonly chosenBy: 'request' | 'search';
  /** What the person should know about the choice. */
  readonly notes: readonly string[];
}

/** The key that was asked for, or one that identifies the rows of both sides. Null where only the rows can tell. */
export async function chooseKey(
  requested: readonly string[] | null,
  datasets: BySide<ObservedDataset>,
  pairs: readonly Pair[],
  options: ColumnOptions,
  bySide: BySide<KeySide>,
): Promise<ChosenKey | null> {
  if (requested !== null) {
    const keys = [...new Set(requested.map((name) => pairNamed(pairs, name, 'The key')))];
    return { keys, chosenBy: 'request', notes: [] };
  }
  if (datasets.source.scope.length > 0) {
    const note = 'Items of a collection have no key of their own: name the columns that identify an item.';
    return { keys: [], chosenBy: 'search', notes: [note] };
  }
  const candidates = pairs.filter(
    (pair) => resolvePair(pair, datasets, 'joinKey', null, options.selectionFor(pair)).status === 'resolved',
  );
  const found = await findKey(bySide, candidates);
  if (found === null) return null;
  const { keys, nearMiss } = found;
  if (keys !== null) return { keys, chosenBy: 'search', notes: [] };
  const miss =
    nearMiss === null
      ? []
      : [
          `${nearMiss.pair.source.name} does not identify every row (${nearMiss.reason}); name it as the key to match rows by it all the same.`,
        ];
  return { keys: [], chosenBy: 'search', notes: miss };
}
