import type { AppError } from '../../domain/app-error.ts';
import { finishOperation } from '../../storage/queries/operations.ts';
import { failWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { failureOf } from '../background/work-failure.ts';
import type { AppContext } from '../context.ts';
import { type TaskWork, writeFailure } from './task-effects.ts';

/** Ends work that cannot be done, with its operation and whatever shows its state. */
export async function giveUp(
  ctx: AppContext,
  tx: TenantTx,
  work: TaskWork,
  reason: AppError,
  at: Date,
): Promise<void> {
  const { operationUuid } = work;
  const error = failureOf(reason);
  await failWork(tx, { ...work, error, retryAt: null });
  await finishOperation(tx, { operationUuid, status: 'failed', at, error });
  await writeFailure(ctx, tx, work, error, at);
}
