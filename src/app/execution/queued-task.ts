import type { EvidenceRequest } from '../../domain/execution/protocol.ts';
import { insertOperations, type OperationRecord } from '../../storage/queries/operations.ts';
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
  | { readonly kind: 'dataset.prepare'; readonly datasetUuid: string }
  | { readonly kind: 'run.compare'; readonly runUuid: string }
  | {
      readonly kind: 'evidence.read';
      readonly file: string;
      readonly request: EvidenceRequest;
      /** The replica that the reader is connected to. */
      readonly replicaUrl: string;
    }
  | { readonly kind: 'evidence.delete'; readonly runUuid: string; readonly storeUuid: string };

/** Twice again: what fails for a passing reason is over by then, and a person can retry. */
const maxAttempts = 3;

export interface QueueingDetails {
  /** What the executor must be able to reach: a kind of source, or an evidence store. */
  readonly connector: string;
  readonly resourcePath: string;
  readonly operationUuid?: string;
  readonly workUuid?: string;
}

/** A task of which everything is decided. */
export type PlannedTask = Required<QueueingDetails> & { readonly task: QueuedTask };

/** Queues a task for an executor that can reach what it is about, with the operation that tells how it goes. */
export async function queueTask(
  ctx: AppContext,
  tx: TenantTx,
  task: QueuedTask,
  details: QueueingDetails,
): Promise<OperationRecord> {
  const { operationUuid = ctx.ids.uuid(), workUuid = ctx.ids.uuid() } = details;
  const [operation] = await queueTasks(ctx, tx, [{ ...details, task, operationUuid, workUuid }]);
  if (operation === undefined) throw new TypeError('Every task that is queued has an operation.');
  return operation;
}

/** The same for many at once, in a few statements. */
export async function queueTasks(
  ctx: AppContext,
  tx: TenantTx,
  tasks: readonly PlannedTask[],
): Promise<readonly OperationRecord[]> {
  const now = ctx.clock.now();
  const operations = await insertOperations(
    tx,
    tasks.map(({ task: { kind }, operationUuid, resourcePath }) => ({
      operationUuid,
      kind,
      resourcePath,
      createdAt: now,
    })),
  );
  await enqueueWork(
    tx,
    ...tasks.map(({ task, workUuid, operationUuid, connector }) => ({
      workUuid,
      kind: task.kind,
      payload: task,
      operationUuid,
      runAfter: now,
      maxAttempts,
      connector,
    })),
  );
  return operations;
}
