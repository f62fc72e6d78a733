import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { finishOperation } from '../../storage/queries/operations.ts';
import { completeWork, failWork, releaseWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { WorkRunContext } from './run-work.ts';
import { failureOf } from './work-failure.ts';
import type { WorkHandler, WorkOutcome } from './work-handler.ts';

/** Another holder has the work by now; whatever was about to be written is not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(work: ClaimedWork) {
    super(`The lease of work ${work.workUuid} (${work.kind}) was lost.`);
  }
}

/** The work, its operation and what the handler writes: all or nothing. */
export async function complete(
  context: WorkRunContext,
  work: ClaimedWork,
  outcome: WorkOutcome,
): Promise<void> {
  const { operationUuid } = work;
  await write(context, work, async (tx) => {
    if (!(await completeWork(tx, work))) throw new LeaseLost(work);
    if (operationUuid !== null) {
      const finished = await finishOperation(tx, {
        operationUuid,
        status: 'succeeded',
        at: context.clock.now(),
      });
      // Cancelled while the work was under way: what it came to no longer counts.
      if (finished === undefined) return;
    }
    await outcome.write(tx);
  });
}

/** The work of an operation that is over: nothing is left to do. */
export async function discard(context: WorkRunContext, work: ClaimedWork): Promise<void> {
  await write(context, work, async (tx) => {
    if (!(await completeWork(tx, work))) throw new LeaseLost(work);
  });
}

/** Another attempt at `retryAt`, or the end: null, or no attempts left. */
export async function fail(
  context: WorkRunContext,
  handler: WorkHandler,
  work: ClaimedWork,
  error: unknown,
  retryAt: Date | null,
): Promise<'requeued' | 'dead'> {
  const failure = failureOf(error);
  const { operationUuid } = work;
  return await write(context, work, async (tx) => {
    const state = await failWork(tx, { ...work, error: failure, retryAt });
    if (state === 'lost') throw new LeaseLost(work);
    if (state === 'dead') {
      await handler.giveUp(tx, work, failure);
      if (operationUuid !== null) {
        await finishOperation(tx, {
          operationUuid,
          status: 'failed',
          at: context.clock.now(),
          error: failure,
        });
      }
    }
    return state;
  });
}

export async function release(context: WorkRunContext, work: ClaimedWork): Promise<void> {
  await write(context, work, async (tx) => {
    if (!(await releaseWork(tx, work))) throw new LeaseLost(work);
  });
}

/** How often an outcome is offered to a database that is away, or that has too much to do for the tenant. */
const retryMs = 500;
const passing: readonly string[] = ['dependency_unavailable', 'rate_limited'] satisfies ProblemCode[];

/**
 * Writes an outcome. What has been done outside must not be done again only because the database was away for a
 * moment, so it is tried for as long as the lease holds.
 */
async function write<T>(
  { storage, leaseSeconds, halt }: WorkRunContext,
  { orgUuid }: ClaimedWork,
  fn: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + leaseSeconds * 1000;
  for (;;) {
    try {
      return await storage.withTenant(orgUuid, fn);
    } catch (error) {
      const isPassing = error instanceof AppError && passing.includes(error.code);
      if (!isPassing || halt.aborted || performance.now() > deadline) throw error;
      await sleep(retryMs);
    }
  }
}
