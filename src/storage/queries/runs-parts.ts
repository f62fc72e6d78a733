import { sql } from 'kysely';
import type { EvidenceState } from '../../domain/runs/result.ts';
import type { RunPartState } from '../../domain/runs/run.ts';
import { anyOf } from '../any-of.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** The tests of a Run that one work item is about: all of one pair. */
export interface RunPartRecord {
  readonly workUuid: string;
  readonly runUuid: string;
  readonly operationUuid: string;
  readonly datasetPairUuid: string;
  readonly testCount: number;
  readonly state: RunPartState;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly evidenceState: EvidenceState;
  readonly evidenceStoreUuid: string | null;
  readonly evidenceFolder: string | null;
}

export type NewRunPart = Pick<
  RunPartRecord,
  'workUuid' | 'runUuid' | 'operationUuid' | 'datasetPairUuid' | 'testCount'
>;

const columns = [
  'work_uuid as workUuid',
  'run_uuid as runUuid',
  'operation_uuid as operationUuid',
  'dataset_pair_uuid as datasetPairUuid',
  'test_count as testCount',
  'state',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'evidence_state as evidenceState',
  'evidence_store_uuid as evidenceStoreUuid',
  'evidence_folder as evidenceFolder',
] as const;

export async function insertRunParts(tx: TenantTx, inputs: readonly NewRunPart[]): Promise<void> {
  await tx
    .insertInto('plumbline.run_parts')
    .values(
      inputs.map((input) => ({
        work_uuid: input.workUuid,
        run_uuid: input.runUuid,
        operation_uuid: input.operationUuid,
        dataset_pair_uuid: input.datasetPairUuid,
        test_count: input.testCount,
      })),
    )
    .execute();
}

export async function getRunPart(tx: TenantTx, workUuid: string): Promise<RunPartRecord | undefined> {
  return await tx
    .selectFrom('plumbline.run_parts')
    .select(columns)
    .where('work_uuid', '=', workUuid)
    .executeTakeFirst();
}

/** An executor has it; again for a later attempt, which keeps the first start. False once it has ended. */
export async function startRunPart(
  tx: TenantTx,
  input: { readonly workUuid: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.run_parts')
    .set((eb) => ({ state: 'running', started_at: eb.fn.coalesce('started_at', eb.val(input.at)) }))
    .where('work_uuid', '=', input.workUuid)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Where an executor left the evidence of a part. */
export interface PartEvidence {
  readonly storeUuid: string;
  readonly folder: string;
}

/** Ends it exactly once: false when it has ended already. */
export async function endRunPart(
  tx: TenantTx,
  input: { readonly workUuid: string; readonly at: Date; readonly evidence: PartEvidence | null },
): Promise<boolean> {
  const { evidence } = input;
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.run_parts')
    .set({
      state: 'ended',
      finished_at: input.at,
      evidence_state: evidence === null ? 'none' : 'written',
      evidence_store_uuid: evidence?.storeUuid ?? null,
      evidence_folder: evidence?.folder ?? null,
    })
    .where('work_uuid', '=', input.workUuid)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Ends parts that have not ended, without evidence, and cancels their operations: an executor that has one hears of it
 * with its next heartbeat. What is still queued is taken out of the queue. Answers how many there were, within the limit.
 */
export async function cancelOpenParts(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly at: Date; readonly limit: number },
): Promise<number> {
  const ended = await tx
    .updateTable('plumbline.run_parts')
    .set({ state: 'ended', finished_at: input.at })
    .where('work_uuid', 'in', (eb) =>
      eb
        .selectFrom('plumbline.run_parts')
        .select('work_uuid')
        .where('run_uuid', '=', input.runUuid)
        .where('state', '<>', 'ended')
        .limit(input.limit),
    )
    .returning(['operation_uuid as operationUuid', 'work_uuid as workUuid'])
    .execute();
  await tx
    .updateTable('plumbline.operations')
    .set({ status: 'cancelled', finished_at: input.at, version: sql`version + 1` })
    .where('operation_uuid', '=', anyOf(ended.map(({ operationUuid }) => operationUuid)))
    .where('status', 'in', ['queued', 'running'])
    .execute();
  await tx
    .updateTable('plumbline.work')
    .set({ state: 'done', finished_at: sql`clock_timestamp()` })
    .where('work_uuid', 'in', (eb) =>
      eb
        .selectFrom('plumbline.work')
        .select('work_uuid')
        .where('work_uuid', '=', anyOf(ended.map(({ workUuid }) => workUuid)))
        .where('state', '=', 'queued')
        // One that is being claimed at this moment is given up by its claim.
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  return ended.length;
}

/** How far the parts that are under way say that they are, in tests, Run by Run. Runs without such parts are left out. */
export async function testsUnderWay(
  tx: TenantTx,
  runUuids: readonly string[],
): Promise<{ readonly runUuid: string; readonly done: number }[]> {
  return await tx
    .selectFrom('plumbline.run_parts as p')
    .innerJoin('plumbline.operations as o', (join) =>
      join.onRef('o.org_uuid', '=', 'p.org_uuid').onRef('o.operation_uuid', '=', 'p.operation_uuid'),
    )
    .select('p.run_uuid as runUuid')
    // A part that is all but done is not done: its results count when they are there.
    .select(
      sql<number>`sum(floor(p.test_count * least(o.progress_done::numeric / nullif(o.progress_total, 0), 0.999)))::bigint`.as(
        'done',
      ),
    )
    .where('p.run_uuid', '=', anyOf(runUuids))
    .where('p.state', '=', 'running')
    .where('o.progress_total', '>', 0)
    .groupBy('p.run_uuid')
    .execute();
}
