import { AppError, type FieldError } from '../../domain/app-error.ts';
import { preparationFaults } from '../../domain/catalog/check-preparation.ts';
import { schemaHashOf } from '../../domain/catalog/schema-hash.ts';
import type { TaskReport, TaskResult } from '../../domain/execution/protocol.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import type { RunAttempt } from '../../domain/runs/evidence-folder.ts';
import { recordPreparation, setEarlyFields, touchDataset } from '../../storage/queries/datasets.ts';
import { markEvidenceDeleted } from '../../storage/queries/evidence.ts';
import { lockPreparedSchema } from '../../storage/queries/prepared-schemas.ts';
import { lockRun } from '../../storage/queries/runs.ts';
import type { HeldWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { tellPreparationFailed, tellSchema } from '../events/dataset-events.ts';
import { writeComparison, writeComparisonFailure, writeComparisonStart } from '../runs/comparison-effects.ts';
import type { QueuedTask } from './queued-task.ts';

/** The work that an outcome is of. */
export interface TaskWork extends HeldWork {
  readonly orgUuid: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly operationUuid: string;
}

/**
 * Makes whatever else can end what the task is about wait its turn: the other parts of a Run, or who cancels it. Comes
 * before every other row of it is changed, so that no two wait for each other.
 */
export async function lockSubject(tx: TenantTx, work: TaskWork): Promise<void> {
  const run = comparisonOf(work);
  if (run !== undefined) await lockRun(tx, run.runUuid);
}

/** The attempt of a Run that the work is, if it is one. */
function comparisonOf(work: TaskWork): RunAttempt | undefined {
  const queued = work.payload as QueuedTask;
  return queued.kind === 'run.compare' ? { ...work, runUuid: queued.runUuid } : undefined;
}

/** The task is under way. */
export async function writeStart(ctx: AppContext, tx: TenantTx, work: TaskWork, at: Date): Promise<void> {
  const run = comparisonOf(work);
  if (run !== undefined) await writeComparisonStart(ctx, tx, run, at);
  if (work.kind === 'dataset.prepare') await touchDataset(tx, work.operationUuid);
}

/** What is known before the task is over. */
export async function writeReport(tx: TenantTx, work: TaskWork, report: TaskReport): Promise<void> {
  await setEarlyFields(tx, { preparationUuid: work.operationUuid, fields: report.fields });
}

/** What a result changes; answers with what the operation itself is to show. */
export async function writeResult(
  ctx: AppContext,
  tx: TenantTx,
  work: TaskWork,
  result: TaskResult,
  at: Date,
): Promise<unknown> {
  if (result.kind === 'evidence.read') return undefined;
  if (result.kind === 'evidence.delete') {
    await markEvidenceDeleted(tx, work.payload as Extract<QueuedTask, { kind: 'evidence.delete' }>);
    return undefined;
  }
  const run = comparisonOf(work);
  if (run !== undefined && result.kind === 'run.compare') {
    refuse(await writeComparison(ctx, tx, run, result, at));
    return undefined;
  }
  if (result.kind !== 'dataset.prepare') return result;
  const { fields, rowCount, notes } = result;
  const schemaHash = schemaHashOf(fields);
  const before = await lockPreparedSchema(tx, work.operationUuid);
  await recordPreparation(tx, {
    preparationUuid: work.operationUuid,
    fields,
    rowCount,
    notes,
    schemaHash,
    at,
  });
  if (before !== undefined) tellSchema(ctx, tx, before, { fields, schemaHash });
  return undefined;
}

/** The task was given up: the tests of a Run end with the reason, and what came early belongs to no preparation. */
export async function writeFailure(
  ctx: AppContext,
  tx: TenantTx,
  work: TaskWork,
  error: OperationFailure,
  at: Date,
): Promise<void> {
  const run = comparisonOf(work);
  if (run !== undefined) await writeComparisonFailure(ctx, tx, run, error, at);
  if (work.kind !== 'dataset.prepare') return;
  const dataset = await lockPreparedSchema(tx, work.operationUuid);
  if (dataset !== undefined) {
    tellPreparationFailed(ctx, tx, dataset, { operationUuid: work.operationUuid, errorCode: error.code });
  }
  const isFirst = await setEarlyFields(tx, { preparationUuid: work.operationUuid, fields: null });
  if (!isFirst) await touchDataset(tx, work.operationUuid);
}

export function assertReport(work: TaskWork, report: TaskReport): void {
  assertKind(work, report.kind, '/report/kind');
  refuse(preparationFaults(report.fields, null, '/report/fields'));
}

export function assertResult(work: TaskWork, result: TaskResult): void {
  assertKind(work, result.kind, '/outcome/result/kind');
  if (result.kind === 'dataset.prepare') {
    refuse(preparationFaults(result.fields, result.rowCount, '/outcome/result/fields'));
  }
  if (result.kind === 'source.browse') refuse(continuationFaults(result.next));
}

function assertKind(work: TaskWork, kind: string, pointer: string): void {
  if (kind === work.kind) return;
  refuse([{ pointer, code: 'kind_unexpected', detail: `The work is of kind ${work.kind}.` }]);
}

/** It travels in a cursor, which has at most 2,048 characters: 1,536 bytes, with its signature. */
const maxContinuationBytes = 1_500;

function continuationFaults(next: string | null): readonly FieldError[] {
  if (next === null || Buffer.byteLength(JSON.stringify([next])) <= maxContinuationBytes) return [];
  const detail = `Must have at most ${maxContinuationBytes} bytes as JSON.`;
  return [{ pointer: '/outcome/result/next', code: 'too_long', detail }];
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new AppError('validation_failed', {
    detail: 'The executor sent something that cannot be so. Nothing was changed.',
    errors: errors.slice(0, 100),
  });
}
