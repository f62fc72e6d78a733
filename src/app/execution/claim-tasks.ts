import { AppError } from '../../domain/app-error.ts';
import { reachableConnectors } from '../../domain/execution/pair-connector.ts';
import {
  leaseSeconds,
  negotiateVersion,
  protocolVersions,
  shortTaskKinds,
  storeConnector,
  type Task,
  type TaskKind,
  taskKinds,
} from '../../domain/execution/protocol.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { finishOperation, startOperation } from '../../storage/queries/operations.ts';
import { completeWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { composeTask } from './compose-task.ts';
import { giveUp } from './give-up.ts';
import type { QueuedTask } from './queued-task.ts';
import { lockSubject, writeStart } from './task-effects.ts';

export interface ClaimRequest {
  readonly executorUuid: string;
  readonly protocolVersions: readonly number[];
  readonly software: string;
  readonly connectors: readonly string[];
  readonly capacity: number;
  /** The most leases on work that may take long; null: all of them. */
  readonly longCapacity: number | null;
  readonly stores: readonly string[];
}

export interface Lease {
  readonly workUuid: string;
  readonly fencingNumber: number;
  readonly kind: string;
  readonly attempt: number;
  readonly leaseSeconds: number;
  readonly task: Task;
}

export interface Claim {
  readonly protocolVersion: number;
  readonly leases: readonly Lease[];
}

/** Hands out leases on work that this executor can do. */
export async function claimTasks(
  ctx: AppContext,
  executor: ExecutorCaller,
  request: ClaimRequest,
): Promise<Claim> {
  const protocolVersion = negotiateVersion(request.protocolVersions);
  if (protocolVersion === undefined) {
    throw new AppError('protocol_version_unsupported', {
      detail: `The service speaks version ${protocolVersions.join(', ')} of the execution protocol, and the executor ${request.protocolVersions.join(', ')}.`,
    });
  }
  const serves = executor.scope === 'organization' ? executor.orgUuid : null;
  const { executorUuid, software } = request;
  const connectors = [...reachableConnectors(request.connectors), ...request.stores.map(storeConnector)];
  const at = ctx.clock.now();
  await ctx.storage.recordExecutor({
    identity: executor.identity,
    executorUuid,
    serves,
    software,
    protocolVersion,
    connectors,
    at,
  });
  if (executor.scope === 'organization' && !executor.isReady) return { protocolVersion, leases: [] };
  const claim = (kinds: readonly TaskKind[], limit: number) =>
    ctx.storage.claimWork({
      kinds,
      connectors,
      ...(serves !== null && { orgUuid: serves }),
      holder: executorUuid,
      executor: executor.identity,
      limit,
      leaseSeconds,
    });
  const claimed = await claimWithin(request, claim);
  const leases: Lease[] = [];
  for (const work of claimed) {
    const task = await ctx.storage.withTenant(work.orgUuid, (tx) => begin(ctx, tx, work));
    if (task === undefined) continue;
    const { workUuid, fencingNumber, kind, attempt } = work;
    leases.push({ workUuid, fencingNumber, kind, attempt, leaseSeconds, task });
  }
  return { protocolVersion, leases };
}

/** Short work first, so that whoever waits for it does not wait behind work that may take hours. */
async function claimWithin(
  { capacity, longCapacity }: ClaimRequest,
  claim: (kinds: readonly TaskKind[], limit: number) => Promise<readonly ClaimedWork[]>,
): Promise<readonly ClaimedWork[]> {
  if (longCapacity === null || longCapacity >= capacity) return claim(taskKinds, capacity);
  const short = await claim(shortTaskKinds, capacity);
  const room = Math.min(longCapacity, capacity - short.length);
  if (room === 0) return short;
  const long = taskKinds.filter((kind) => !shortTaskKinds.some((each) => each === kind));
  return [...short, ...(await claim(long, room))];
}

/** The task, or undefined where nothing is left to do: nobody wants it any more, or it cannot be done. */
async function begin(ctx: AppContext, tx: TenantTx, claimed: ClaimedWork): Promise<Task | undefined> {
  const { operationUuid, kind } = claimed;
  if (operationUuid === null) throw new TypeError(`Work of kind ${kind} has no operation.`);
  const at = ctx.clock.now();
  const work = { ...claimed, operationUuid };
  await lockSubject(tx, work);
  if (work.attempt > work.maxAttempts) {
    await giveUp(ctx, tx, work, executorsLost(work), at);
    return undefined;
  }
  if ((await startOperation(tx, { operationUuid, at })) === undefined) {
    await completeWork(tx, work);
    return undefined;
  }
  try {
    await writeStart(ctx, tx, work, at);
    const task = await composeTask(ctx, tx, work, work.payload as QueuedTask);
    if (task === undefined) {
      await completeWork(tx, work);
      await finishOperation(tx, { operationUuid, status: 'succeeded', at });
    }
    return task;
  } catch (error) {
    // Storage that is away is no reason to give the work up.
    if (!(error instanceof AppError) || error.status === 503) throw error;
    await giveUp(ctx, tx, work, error, at);
    return undefined;
  }
}

function executorsLost({ maxAttempts }: ClaimedWork): AppError {
  return new AppError('executor_lost', {
    detail: `${maxAttempts} times an executor took this work and went away without a word. See the logs of the executors, then retry.`,
  });
}
