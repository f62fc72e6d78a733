import type { TaskProgress } from '../../domain/execution/protocol.ts';

/** How far a comparison is: copying rows is the first part of it, where any are copied. */
export interface RunProgress {
  copying(fraction: number): void;
  comparing(fraction: number): void;
}

/** Rows that come over a network take longer than the engine takes to compare them. */
const copyingShare = 0.6;

export function runProgress(tell: (progress: TaskProgress) => void): RunProgress {
  let furthest = 0;
  let start = 0;
  const told = (fraction: number) => {
    furthest = Math.max(furthest, Math.min(1, fraction));
    tell({ done: Math.floor(furthest * 100), total: 100, unit: 'percent' });
  };
  return {
    copying(fraction) {
      start = copyingShare;
      told(fraction * copyingShare);
    },
    comparing: (fraction) => told(start + fraction * (1 - start)),
  };
}
