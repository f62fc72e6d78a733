import { AppError } from '../../domain/app-error.ts';
import { isFinished } from '../../domain/runs/run.ts';
import { failOpenResults } from '../../storage/queries/results.ts';
import { lockRun, type RunRecord } from '../../storage/queries/runs.ts';
import { cancelOpenParts } from '../../storage/queries/runs-parts.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { concludeRun } from './conclude-run.ts';
import { type FollowedRun, followOne, requireRun } from './read-runs.ts';

const cancelled = {
  code: 'cancelled',
  detail: 'The Run was cancelled before this test had ended. Retry the Run to test it.',
} as const;

/** Ends a Run at once; what its executors still come to no longer counts. */
export async function cancelRun(
  ctx: AppContext,
  caller: Caller,
  runUuid: string,
  retry: RetryKey,
): Promise<{ readonly run: FollowedRun; readonly replayed: boolean }> {
  const { orgUuid } = caller;
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const run = await requireRun(tx, runUuid, lockRun);
    const { replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      if (isFinished(run.status)) {
        throw new AppError('run_finished', {
          detail: `The Run ${runUuid} has ended already, with ${run.status}. Its results stand.`,
        });
      }
      const at = ctx.clock.now();
      while ((await cancelOpenParts(tx, { runUuid, at, limit: batch })) === batch);
      await endTests(ctx, tx, { orgUuid, run, at });
      return runUuid;
    });
    return { run: await followOne(tx, await requireRun(tx, runUuid)), replayed };
  });
}

/** Rows that one statement changes: all of a large Run would take longer than a statement may. */
const batch = 2_000;

async function endTests(
  ctx: AppContext,
  tx: TenantTx,
  { orgUuid, run, at }: { readonly orgUuid: string; readonly run: RunRecord; readonly at: Date },
): Promise<void> {
  const { runUuid, testCount } = run;
  for (let from = 0; from < testCount; from += batch) {
    const of = { runUuid, from, below: from + batch };
    const ended = await failOpenResults(tx, { of, error: cancelled, retryable: true, at });
    await concludeRun(ctx, tx, { orgUuid, runUuid, ended, at, cancelled: true });
  }
}
