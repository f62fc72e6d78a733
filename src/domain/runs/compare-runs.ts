import type { ResultStatus } from './run.ts';

/** What can have become of a test from one Run to the next, the most alarming first. */
export const changeKinds = ['broke', 'stillFailing', 'repaired', 'new', 'gone'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What became of a test; undefined where nothing did. Null stands for a test that the Run did not have. */
export function changeOf(before: ResultStatus | null, after: ResultStatus | null): ChangeKind | undefined {
  if (before === null) return after === null ? undefined : 'new';
  if (after === null) return 'gone';
  if (after !== 'pass') return before === 'pass' ? 'broke' : 'stillFailing';
  return before === 'pass' ? undefined : 'repaired';
}
