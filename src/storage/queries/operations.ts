import { sql } from 'kysely';
import type { OperationFailure, OperationStatus, TerminalOperationStatus } from '../../domain/operation.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

export interface OperationRecord {
  readonly operationUuid: string;
  readonly kind: string;
  readonly status: OperationStatus;
  readonly progressDone: number;
  readonly progressTotal: number | null;
  readonly progressUnit: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly resourcePath: string | null;
  readonly error: OperationFailure | null;
  /** What it came to, where that is an answer and not a resource. Metadata only. */
  readonly result: unknown;
  readonly version: number;
}

export interface NewOperation {
  readonly operationUuid: string;
  readonly kind: string;
  readonly progressTotal?: number | null;
  readonly progressUnit?: string | null;
  readonly resourcePath: string | null;
  readonly createdAt: Date;
}

const columns = [
  'operation_uuid as operationUuid',
  'kind',
  'status',
  'progress_done as progressDone',
  'progress_total as progressTotal',
  'progress_unit as progressUnit',
  'created_at as createdAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'resource_path as resourcePath',
  'error',
  'result',
  'version',
] as const;

export async function insertOperation(tx: TenantTx, input: NewOperation): Promise<OperationRecord> {
  const [operation] = await insertOperations(tx, [input]);
  if (operation === undefined) throw new TypeError('An operation that was inserted is returned.');
  return operation;
}

/** Many at once. */
export async function insertOperations(
  tx: TenantTx,
  inputs: readonly NewOperation[],
): Promise<OperationRecord[]> {
  return await tx
    .insertInto('plumbline.operations')
    .values(
      inputs.map((input) => ({
        operation_uuid: input.operationUuid,
        kind: input.kind,
        progress_total: input.progressTotal ?? null,
        progress_unit: input.progressUnit ?? null,
        resource_path: input.resourcePath,
        created_at: input.createdAt,
      })),
    )
    .returning(columns)
    .execute();
}

export async function getOperation(
  tx: TenantRead,
  operationUuid: string,
): Promise<OperationRecord | undefined> {
  return await tx
    .selectFrom('plumbline.operations')
    .select(columns)
    .where('operation_uuid', '=', operationUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listOperations(
  tx: TenantRead,
  page: { limit: number; after: string | null; status?: OperationStatus },
): Promise<OperationRecord[]> {
  let query = tx.selectFrom('plumbline.operations').select(columns);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.after !== null) query = query.where('operation_uuid', '<', page.after);
  return await query.orderBy('operation_uuid', 'desc').limit(page.limit).execute();
}

/** To `running`; again for a later attempt, which keeps the first start time. Undefined once terminal. */
export async function startOperation(
  tx: TenantTx,
  input: { operationUuid: string; at: Date },
): Promise<OperationRecord | undefined> {
  return await tx
    .updateTable('plumbline.operations')
    .set((eb) => ({
      status: 'running',
      started_at: eb.fn.coalesce('started_at', eb.val(input.at)),
      version: sql`version + 1`,
    }))
    .where('operation_uuid', '=', input.operationUuid)
    .where('status', 'in', ['queued', 'running'])
    .returning(columns)
    .executeTakeFirst();
}

/** Undefined unless running. */
export async function setOperationProgress(
  tx: TenantTx,
  input: { operationUuid: string; done: number; total: number | null; unit: string | null },
): Promise<OperationRecord | undefined> {
  return await tx
    .updateTable('plumbline.operations')
    .set({
      progress_done: input.done,
      progress_total: input.total,
      progress_unit: input.unit,
      version: sql`version + 1`,
    })
    .where('operation_uuid', '=', input.operationUuid)
    .where('status', '=', 'running')
    .returning(columns)
    .executeTakeFirst();
}

/** Terminal exactly once: undefined when it is terminal already. */
export async function finishOperation(
  tx: TenantTx,
  input: {
    operationUuid: string;
    status: TerminalOperationStatus;
    at: Date;
    /** A problem document, for `failed`. */
    error?: OperationFailure;
    result?: unknown;
    resourcePath?: string;
  },
): Promise<OperationRecord | undefined> {
  return await tx
    .updateTable('plumbline.operations')
    .set({
      status: input.status,
      finished_at: input.at,
      error: input.error === undefined ? null : JSON.stringify(input.error),
      result: input.result === undefined ? null : JSON.stringify(input.result),
      ...(input.resourcePath === undefined ? {} : { resource_path: input.resourcePath }),
      version: sql`version + 1`,
    })
    .where('operation_uuid', '=', input.operationUuid)
    .where('status', 'in', ['queued', 'running'])
    .returning(columns)
    .executeTakeFirst();
}
