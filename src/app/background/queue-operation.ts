import { insertOperation } from '../../storage/queries/operations.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

export interface QueuedOperation {
  /** Of the operation and of the work alike. */
  readonly kind: string;
  /** JSON, without secrets. */
  readonly payload: unknown;
  readonly resourcePath: string;
  readonly maxAttempts: number;
}

/** Queues work of the service itself, with the operation that tells how it goes; answers with the operation's id. */
export async function queueOperation(
  ctx: AppContext,
  tx: TenantTx,
  { kind, payload, resourcePath, maxAttempts }: QueuedOperation,
): Promise<string> {
  const now = ctx.clock.now();
  const operationUuid = ctx.ids.uuid();
  await insertOperation(tx, { operationUuid, kind, resourcePath, createdAt: now });
  await enqueueWork(tx, {
    workUuid: ctx.ids.uuid(),
    kind,
    payload,
    operationUuid,
    runAfter: now,
    maxAttempts,
  });
  return operationUuid;
}
