import type { Item } from '../api/queries.ts';
import { countOf, formatCount } from './counts.ts';

type Run = Item<'list_runs'>;

export const scopeLabels: Readonly<Record<Run['scope'], string>> = {
  all: 'All tests',
  dataset_pair: 'One pair',
  dataset_pairs: 'Several pairs',
  validation_test: 'One test',
  retry: 'Retry',
};

/** What a Run came to, in a sentence. */
export function runSentence(
  run: Pick<Run, 'overallStatus' | 'testCount' | 'counts' | 'cancelledAt'>,
): string {
  const { overallStatus, testCount, counts, cancelledAt } = run;
  const tests = countOf(testCount, 'test');
  const failing = counts.fail > 0 ? `${countOf(counts.fail, 'test')} found differences` : '';
  const undecided = counts.error > 0 ? `${countOf(counts.error, 'test')} could not be decided` : '';
  const said = [failing, undecided].filter((part) => part !== '').join(', and ');
  switch (overallStatus) {
    case 'pending':
      return `${tests} wait for an executor.`;
    case 'running':
      return said === '' ? `${tests}, no difference so far.` : `So far ${said}.`;
    case 'pass':
      return testCount === 1
        ? 'The test passes: both sides agree.'
        : `All ${formatCount(testCount)} tests pass: both sides agree.`;
    case 'no_results':
      return 'No test came to a result.';
    default:
      return `${cancelledAt === null ? '' : 'Cancelled. '}Of ${tests}, ${said}.`;
  }
}

/** Milliseconds that are left at the pace so far; null until there is a pace to go by. */
export function remainingTime(run: Pick<Run, 'startedAt' | 'progress'>, now: Date): number | null {
  const { startedAt, progress } = run;
  if (startedAt === null || progress.done === 0) return null;
  const elapsed = now.getTime() - new Date(startedAt).getTime();
  return (elapsed / progress.done) * (progress.total - progress.done);
}

/** How long a Run took, or has taken so far; null before it starts. */
export function runDuration(
  { startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>,
  now: Date,
): number | null {
  if (startedAt === null) return null;
  return (finishedAt === null ? now : new Date(finishedAt)).getTime() - new Date(startedAt).getTime();
}
