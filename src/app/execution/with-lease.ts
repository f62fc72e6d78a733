import { AppError } from '../../domain/app-error.ts';
import { type HeldWork, type LeaseRecord, lockLease } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';

/** A lease whose work belongs to an operation, as all work of executors does. */
export type TaskLease = LeaseRecord & { readonly orgUuid: string; readonly operationUuid: string };

/**
 * Does something with a lease of this executor, in one transaction in which nobody else touches it. A lease that is of
 * somebody else, or was claimed again since, is `lease_lost`, and nothing is changed.
 */
export async function withLease<T>(
  ctx: AppContext,
  executor: ExecutorCaller,
  held: HeldWork,
  fn: (tx: TenantTx, lease: TaskLease) => Promise<T>,
): Promise<T> {
  const orgUuid = await ctx.storage.findLease({ workUuid: held.workUuid, executor: executor.identity });
  if (orgUuid === null || (executor.scope === 'organization' && executor.orgUuid !== orgUuid)) {
    throw leaseLost();
  }
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const lease = await lockLease(tx, held);
    if (lease === undefined || lease.operationUuid === null) throw leaseLost();
    return fn(tx, { ...lease, orgUuid, operationUuid: lease.operationUuid });
  });
}

export function leaseLost(): AppError {
  return new AppError('lease_lost', {
    detail: 'This executor does not hold the work under this fencing number. Stop it; nothing was changed.',
  });
}
