import type { SourceKind } from '../../domain/catalog/source.ts';
import { insertOperation, type OperationRecord } from '../../storage/queries/operations.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

/** A task as it lies in the queue: ids only. The rest, secrets above all, is added when it is claimed. */
export type QueuedTask =
  | { readonly kind: 'source.test'; readonly sourceUuid: string }
  | {
      readonly kind: 'source.browse';
      readonly sourceUuid: string;
      readonly parent: string | null;
      readonly search: string | null;
      readonly limit: number;
      readonly after: string | null;
    }
  | { readonly kind: 'dataset.prepare'; readonly datasetUuid: string };

/** Twice again: what fails for a passing reason is over by then, and a person can retry. */
const maxAttempts = 3;

/** Queues a task for an executor that can reach this kind of source, with the operation that tells how it goes. */
export async function queueTask(
  ctx: AppContext,
  tx: TenantTx,
  task: QueuedTask,
  details: { readonly connector: SourceKind; readonly resourcePath: string; readonly operationUuid?: string },
): Promise<OperationRecord> {
  const now = ctx.clock.now();
  const operation = await insertOperation(tx, {
    operationUuid: details.operationUuid ?? ctx.ids.uuid(),
    kind: task.kind,
    resourcePath: details.resourcePath,
    createdAt: now,
  });
  await enqueueWork(tx, {
    workUuid: ctx.ids.uuid(),
    kind: task.kind,
    payload: task,
    operationUuid: operation.operationUuid,
    runAfter: now,
    maxAttempts,
    connector: details.connector,
  });
  return operation;
}
