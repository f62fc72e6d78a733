import { leaseSeconds, type TaskProgress, type TaskReport } from '../../domain/execution/protocol.ts';
import { getOperation, setOperationProgress } from '../../storage/queries/operations.ts';
import { type HeldWork, rememberReport, renewLease } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { assertReport, writeReport } from './task-effects.ts';
import { leaseLost, withLease } from './with-lease.ts';

export interface Heartbeat {
  readonly leaseSeconds: number;
  /** Nobody wants the result any more. */
  readonly cancelRequested: boolean;
}

/** The executor lives and the work goes on. */
export async function keepLease(
  ctx: AppContext,
  executor: ExecutorCaller,
  held: HeldWork,
  progress: TaskProgress | null,
): Promise<Heartbeat> {
  const { heartbeat, executorUuid } = await withLease(ctx, executor, held, async (tx, lease) => {
    const { operationUuid } = lease;
    if (!(await renewLease(tx, { ...held, leaseSeconds }))) throw leaseLost();
    if (progress !== null) await setOperationProgress(tx, { operationUuid, ...progress });
    const cancelRequested = !(await isWanted(tx, operationUuid));
    return { heartbeat: { leaseSeconds, cancelRequested }, executorUuid: lease.holder };
  });
  if (executorUuid !== null) {
    await ctx.storage.touchExecutor({ identity: executor.identity, executorUuid, at: ctx.clock.now() });
  }
  return heartbeat;
}

/** Takes what is known before the work is over; a report that was received already changes nothing. */
export async function receiveReport(
  ctx: AppContext,
  executor: ExecutorCaller,
  held: HeldWork,
  { sequence, report }: { readonly sequence: number; readonly report: TaskReport },
): Promise<void> {
  await withLease(ctx, executor, held, async (tx, lease) => {
    if (lease.state !== 'leased') throw leaseLost();
    assertReport(lease, report);
    if (sequence <= lease.reportSequence) return;
    await rememberReport(tx, { ...held, sequence });
    if (await isWanted(tx, lease.operationUuid)) await writeReport(tx, lease, report);
  });
}

async function isWanted(tx: TenantTx, operationUuid: string): Promise<boolean> {
  const operation = await getOperation(tx, operationUuid);
  return operation?.status === 'running';
}
