import type { Side } from './resolution.ts';

/** The same thing said of either side. */
export interface BySide<T> {
  readonly source: T;
  readonly target: T;
}

/** The same question asked of either side, which sees its peer. */
export function eachSide<T, U>(both: BySide<T>, answer: (own: T, peer: T, side: Side) => U): BySide<U> {
  return Object.freeze({
    source: answer(both.source, both.target, 'source'),
    target: answer(both.target, both.source, 'target'),
  });
}

/** What either side has to say, the source first. */
export function fromEachSide<T, U>(
  both: BySide<T>,
  answer: (own: T, peer: T, side: Side) => readonly U[],
): readonly U[] {
  return [...answer(both.source, both.target, 'source'), ...answer(both.target, both.source, 'target')];
}
