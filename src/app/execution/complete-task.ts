import { createHash } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';
import type { TaskOutcome, TaskResult } from '../../domain/execution/protocol.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import { type ProblemCode, problems } from '../../domain/problems.ts';
import { finishOperation, getOperation } from '../../storage/queries/operations.ts';
import {
  completeWork,
  failWork,
  type HeldWork,
  releaseWork,
  rememberOutcome,
} from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { backoffMs } from '../background/backoff.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { assertResult, lockSubject, writeFailure, writeResult } from './task-effects.ts';
import { leaseLost, type TaskLease, withLease } from './with-lease.ts';

/** The outcome as it was sent: its problem code is not known to be one yet. */
export type SentOutcome =
  | Exclude<TaskOutcome, { status: 'failed' }>
  | {
      readonly status: 'failed';
      readonly problem: { readonly code: string; readonly detail: string };
      readonly retryable: boolean;
    };

/**
 * Ends a lease: the work, its operation and what the outcome changes are written together, and only under the current
 * fencing number. The same outcome told again, because its answer was lost, is received again.
 */
export async function completeTask(
  ctx: AppContext,
  executor: ExecutorCaller,
  held: HeldWork,
  outcome: SentOutcome,
): Promise<void> {
  const outcomeHash = createHash('sha256').update(JSON.stringify(outcome)).digest('hex');
  await withLease(ctx, executor, held, async (tx, lease) => {
    if (lease.state !== 'leased') {
      if (lease.outcomeHash === outcomeHash) return;
      throw leaseLost();
    }
    await lockSubject(tx, lease);
    const operation = await getOperation(tx, lease.operationUuid);
    const end = endOf(ctx, lease, outcome);
    await rememberOutcome(tx, { ...held, outcomeHash });
    // Cancelled meanwhile: whatever it came to no longer counts.
    if (operation?.status !== 'running') await completeWork(tx, held);
    else await end(tx);
  });
}

type End = (tx: TenantTx) => Promise<void>;

/** What to write; refuses what cannot be an outcome of this work before anything is written. */
function endOf(ctx: AppContext, lease: TaskLease, outcome: SentOutcome): End {
  switch (outcome.status) {
    case 'succeeded': {
      assertResult(lease, outcome.result);
      return (tx) => succeed(ctx, tx, lease, outcome.result);
    }
    case 'failed': {
      const failure = { code: assertCode(outcome.problem.code), detail: outcome.problem.detail };
      return (tx) => fail(ctx, tx, lease, failure, outcome.retryable);
    }
    case 'released':
      return async (tx) => void (await releaseWork(tx, lease));
  }
}

async function succeed(ctx: AppContext, tx: TenantTx, lease: TaskLease, result: TaskResult): Promise<void> {
  const at = ctx.clock.now();
  const { operationUuid } = lease;
  await completeWork(tx, lease);
  const shown = await writeResult(ctx, tx, lease, result, at);
  await finishOperation(tx, { operationUuid, status: 'succeeded', at, result: shown });
}

async function fail(
  ctx: AppContext,
  tx: TenantTx,
  lease: TaskLease,
  error: OperationFailure,
  retryable: boolean,
): Promise<void> {
  const at = ctx.clock.now();
  const { operationUuid } = lease;
  const retryAt = retryable ? new Date(at.getTime() + backoffMs(lease.attempts, chanceOf(lease))) : null;
  const state = await failWork(tx, { ...lease, error, retryAt });
  if (state !== 'dead') return;
  await finishOperation(tx, { operationUuid, status: 'failed', at, error });
  await writeFailure(ctx, tx, lease, error, at);
}

/** In [0, 1): the last bits of the id are random, and differ between items that failed together. */
function chanceOf({ workUuid }: TaskLease): number {
  return Number.parseInt(workUuid.slice(-6), 16) / 2 ** 24;
}

/** What can be wrong with the work of an executor; the other codes are about requests and those who send them. */
const reportable = new Set([409, 422, 500, 503]);

function assertCode(code: string): ProblemCode {
  if (isProblemCode(code) && reportable.has(problems[code].status)) return code;
  throw new AppError('validation_failed', {
    detail: 'The executor sent a problem code that the service does not know for work. Nothing was changed.',
    errors: [{ pointer: '/outcome/problem/code', code: 'code_unknown', detail: 'Not a code for work.' }],
  });
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
