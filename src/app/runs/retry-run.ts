import { AppError } from '../../domain/app-error.ts';
import { retryLabel } from '../../domain/runs/name-run.ts';
import { retryableTests } from '../../storage/queries/results.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import type { RetryKey } from '../idempotency.ts';
import { type PlannedRun, testsOf } from './plan-run.ts';
import { assertFinished, requireRun } from './read-runs.ts';
import { type SubmittedRun, submitOnce } from './submit-run.ts';

/** Starts a new Run of what a finished one has not decided. */
export async function retryRun(
  ctx: AppContext,
  caller: Caller,
  runUuid: string,
  retry: RetryKey,
): Promise<SubmittedRun> {
  return submitOnce(ctx, caller, retry, (tx) => planRetry(tx, runUuid));
}

async function planRetry(tx: TenantTx, runUuid: string): Promise<PlannedRun> {
  const origin = await requireRun(tx, runUuid);
  assertFinished(origin);
  const validationTestUuids = await retryableTests(tx, runUuid);
  const tests = validationTestUuids.length === 0 ? [] : await testsOf(tx, { validationTestUuids });
  if (tests.length === 0) {
    const why =
      validationTestUuids.length === 0
        ? 'Every test of it has a verdict, or an error that would only come again'
        : 'The tests that could be retried were deleted';
    throw new AppError('nothing_to_retry', { detail: `${why}. To test again, start a new Run.` });
  }
  return {
    scope: 'retry',
    scopeKey: `retry:${runUuid}`,
    scopeLabel: retryLabel(origin.name),
    name: null,
    functionCode: origin.functionCode,
    validationTestUuid: origin.validationTestUuid,
    retryOf: runUuid,
    tests,
  };
}
