import { type EndedTests, verdictOf } from '../../domain/runs/run.ts';
import { countResults, finishRun } from '../../storage/queries/runs.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { tellVerdict } from '../events/run-events.ts';

/**
 * Counts tests that have just ended, and gives the verdict once they were the last: in the transaction that ended them,
 * with the Run's row locked, so that of two parts that end at once one sees the other.
 */
export async function concludeRun(
  ctx: AppContext,
  tx: TenantTx,
  input: {
    readonly orgUuid: string;
    readonly runUuid: string;
    readonly ended: EndedTests;
    readonly at: Date;
    readonly cancelled?: boolean;
  },
): Promise<void> {
  const { orgUuid, runUuid, at, cancelled: isCancelled = false } = input;
  const run = await countResults(tx, input);
  if (run === undefined || run.resultCount + run.noResultCount < run.testCount) return;
  const counts = {
    pass: run.passCount,
    fail: run.failCount,
    error: run.errorCount,
    noResults: run.noResultCount,
  };
  const status = verdictOf(counts);
  await finishRun(tx, { runUuid, status, at, cancelled: isCancelled });
  await tellVerdict(ctx, tx, run, { status, counts, cancelled: isCancelled });
  const { scope, submittedAt } = run;
  const seconds = (at.getTime() - submittedAt.getTime()) / 1000;
  tx.afterCommit(() =>
    ctx.onRunEvent({ kind: 'finished', orgUuid, runUuid, scope, status, isCancelled, counts, seconds }),
  );
}
