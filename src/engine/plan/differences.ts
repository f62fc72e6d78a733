import type { Tolerance } from '../../domain/comparison/tolerance.ts';
import type { RowComparison } from './plan.ts';

/** One question asked of every pair of matched rows: do they differ in these columns, by more than the tolerance? */
export interface Difference {
  /** Indexes into the comparison's columns. */
  readonly columns: readonly number[];
  readonly tolerance: Tolerance | null;
  /** Evidence kept at most: the most that a test which asks it wants. */
  readonly evidenceRows: number;
}

/** Every question of a comparison once, and who asks it. */
export interface Differences {
  readonly all: readonly Difference[];
  /** By test, the index of its question. */
  readonly ofTest: readonly number[];
  /** By column, the index of the question about it alone. */
  readonly ofColumn: readonly number[];
}

export function differencesOf({ tests, columns }: RowComparison): Differences {
  const all: Difference[] = [];
  const add = (asked: Difference): number => {
    const known = all.findIndex(
      ({ columns: own, tolerance }) =>
        JSON.stringify([own, tolerance]) === JSON.stringify([asked.columns, asked.tolerance]),
    );
    if (known < 0) return all.push(asked) - 1;
    const same = all[known] ?? asked;
    all[known] = { ...same, evidenceRows: Math.max(same.evidenceRows, asked.evidenceRows) };
    return known;
  };
  const ofTest = tests.map(({ columns: own, tolerance, evidenceRows }) =>
    add({ columns: own, tolerance, evidenceRows }),
  );
  // A column is reported by the test that is about it alone; where none is, by whether it is equal.
  const ofColumn = columns.map((_, column) => {
    const tested = tests.findIndex(({ columns: own }) => own.length === 1 && own[0] === column);
    return tested < 0 ? add({ columns: [column], tolerance: null, evidenceRows: 0 }) : (ofTest[tested] ?? 0);
  });
  return { all, ofTest, ofColumn };
}
