import { sql } from 'kysely';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { EngineDescription } from '../../domain/comparison/pair-report.ts';
import type { EvidenceState, ResultError, ResultReport } from '../../domain/runs/result.ts';
import { rowTotalsOf } from '../../domain/runs/row-totals.ts';
import type { EndedTests, ResultStatus } from '../../domain/runs/run.ts';
import type { TestDefinition } from '../../domain/validation/validation-test.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** One test of a Run: a copy of the test as it was submitted, and what came of it. */
export interface ResultRecord {
  readonly resultUuid: string;
  readonly runUuid: string;
  readonly workUuid: string;
  readonly ordinal: number;
  readonly severity: number;
  readonly validationTestUuid: string;
  readonly datasetPairUuid: string;
  readonly name: string;
  readonly pairName: string;
  readonly functionCode: FunctionCode;
  readonly definition: TestDefinition;
  /** Null until it has ended. */
  readonly status: ResultStatus | null;
  readonly report: ResultReport | null;
  readonly error: ResultError | null;
  readonly retryable: boolean;
  readonly engine: EngineDescription | null;
  /** Those of its part, if it has any evidence itself. */
  readonly evidenceState: EvidenceState;
  readonly evidenceStoreUuid: string | null;
  /** Relative to the store. */
  readonly evidenceFile: string | null;
  readonly evidenceRows: number;
  readonly evidenceCapped: boolean;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A test that a Run takes up, and by which work. */
export type NewResult = Pick<ResultRecord, 'resultUuid' | 'workUuid' | 'ordinal' | 'validationTestUuid'>;

/** How a test ended. */
export interface ResultOutcome {
  readonly resultUuid: string;
  readonly status: ResultStatus;
  readonly report: ResultReport | null;
  readonly error: ResultError | null;
  readonly retryable: boolean;
  readonly engine: EngineDescription | null;
  readonly evidenceFile: string | null;
  readonly evidenceRows: number;
  readonly evidenceCapped: boolean;
}

const columns = [
  'r.result_uuid as resultUuid',
  'r.run_uuid as runUuid',
  'r.work_uuid as workUuid',
  'r.ordinal',
  'r.severity',
  'r.validation_test_uuid as validationTestUuid',
  'r.dataset_pair_uuid as datasetPairUuid',
  'r.name',
  'r.pair_name as pairName',
  'r.function_code as functionCode',
  'r.definition',
  'r.status',
  'r.report',
  'r.error',
  'r.retryable',
  'r.engine',
  'p.evidence_store_uuid as evidenceStoreUuid',
  'r.evidence_file as evidenceFile',
  'r.evidence_rows as evidenceRows',
  'r.evidence_capped as evidenceCapped',
  'r.started_at as startedAt',
  'r.finished_at as finishedAt',
] as const;

const evidenceState =
  sql<EvidenceState>`CASE WHEN r.evidence_file IS NULL THEN 'none' ELSE p.evidence_state END`.as(
    'evidenceState',
  );

function results(tx: TenantTx) {
  return tx
    .selectFrom('plumbline.results as r')
    .innerJoin('plumbline.run_parts as p', (join) =>
      join.onRef('p.org_uuid', '=', 'r.org_uuid').onRef('p.work_uuid', '=', 'r.work_uuid'),
    )
    .select(columns)
    .select(evidenceState);
}

/**
 * Copies the tests as they are at this moment; the copy never leaves the database. False when one of them was deleted at
 * the same moment: the caller must then roll back.
 */
export async function insertResults(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly results: readonly NewResult[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('plumbline.results')
    .columns([
      'result_uuid',
      'run_uuid',
      'work_uuid',
      'ordinal',
      'validation_test_uuid',
      'dataset_pair_uuid',
      'name',
      'pair_name',
      'function_code',
      'definition',
    ])
    .expression(
      // One by one, by its id (LIMIT 1 keeps it so): the planner does not know how many are given.
      sql`SELECT given."resultUuid", ${input.runUuid}::uuid, given."workUuid", given.ordinal, copied.*
          FROM jsonb_to_recordset(${JSON.stringify(input.results)}::jsonb)
            AS given ("resultUuid" uuid, "workUuid" uuid, ordinal integer, "validationTestUuid" uuid)
          CROSS JOIN LATERAL (
            SELECT t.validation_test_uuid, t.dataset_pair_uuid, t.name, p.name AS pair_name, t.function_code, t.definition
            FROM plumbline.validation_tests AS t JOIN plumbline.dataset_pairs AS p USING (org_uuid, dataset_pair_uuid)
            WHERE t.validation_test_uuid = given."validationTestUuid" LIMIT 1) AS copied`,
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === BigInt(input.results.length);
}

export async function getResult(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly resultUuid: string },
): Promise<ResultRecord | undefined> {
  return await results(tx)
    .where('r.run_uuid', '=', input.runUuid)
    .where('r.result_uuid', '=', input.resultUuid)
    .executeTakeFirst();
}

export interface ResultFilter {
  readonly runUuid: string;
  readonly status?: ResultStatus;
  readonly datasetPairUuid?: string;
  readonly functionCode?: FunctionCode;
}

/** The worst first, or in the order of the Run; `after` is where the page before ended. */
export async function listResults(
  tx: TenantTx,
  page: ResultFilter & {
    readonly limit: number;
    readonly order: 'severity' | 'run';
    readonly after: { readonly severity: number; readonly ordinal: number } | null;
  },
): Promise<ResultRecord[]> {
  let query = results(tx).where('r.run_uuid', '=', page.runUuid);
  if (page.status !== undefined) query = query.where('r.status', '=', page.status);
  if (page.datasetPairUuid !== undefined)
    query = query.where('r.dataset_pair_uuid', '=', page.datasetPairUuid);
  if (page.functionCode !== undefined) query = query.where('r.function_code', '=', page.functionCode);
  const { after } = page;
  if (page.order === 'run') {
    if (after !== null) query = query.where('r.ordinal', '>', after.ordinal);
    return await query.orderBy('r.ordinal').limit(page.limit).execute();
  }
  if (after !== null) {
    query = query.where((eb) =>
      eb(eb.refTuple('r.severity', 'r.ordinal'), '>', eb.tuple(after.severity, after.ordinal)),
    );
  }
  return await query.orderBy('r.severity').orderBy('r.ordinal').limit(page.limit).execute();
}

/** The tests of a part that have not ended, in their order. */
export async function openResults(tx: TenantTx, workUuid: string): Promise<ResultRecord[]> {
  return await results(tx)
    .where('r.work_uuid', '=', workUuid)
    .where('r.status', 'is', null)
    .orderBy('r.ordinal')
    .execute();
}

/** The tests of a Run that a retry takes up, in their order. */
export async function retryableTests(tx: TenantTx, runUuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('plumbline.results')
    .select('validation_test_uuid as validationTestUuid')
    .where('run_uuid', '=', runUuid)
    .where('retryable', '=', true)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ validationTestUuid }) => validationTestUuid);
}

/** Ends tests of a part that have not ended; counts those that this call has ended. What has ended stays as it is. */
export async function endResults(
  tx: TenantTx,
  input: {
    readonly workUuid: string;
    readonly outcomes: readonly ResultOutcome[];
    readonly startedAt: Date | null;
    readonly at: Date;
  },
): Promise<EndedTests> {
  const ended = await tx
    .with('given', (db) =>
      db
        .selectFrom(
          sql<ResultOutcome>`jsonb_to_recordset(${JSON.stringify(input.outcomes)}::jsonb)`.as<'outcome'>(
            sql`outcome ("resultUuid" uuid, status text, report jsonb, error jsonb, retryable boolean, engine jsonb,
              "evidenceFile" text, "evidenceRows" bigint, "evidenceCapped" boolean)`,
          ),
        )
        .selectAll(),
    )
    .updateTable('plumbline.results as r')
    .from('given')
    .set({
      status: sql`given.status`,
      report: sql`nullif(given.report, 'null'::jsonb)`,
      error: sql`nullif(given.error, 'null'::jsonb)`,
      retryable: sql`given.retryable`,
      engine: sql`nullif(given.engine, 'null'::jsonb)`,
      evidence_file: sql`given."evidenceFile"`,
      evidence_rows: sql`given."evidenceRows"`,
      evidence_capped: sql`given."evidenceCapped"`,
      started_at: input.startedAt,
      finished_at: input.at,
    })
    // Without its part the planner, which knows nothing of the outcomes, may hold every result against every outcome.
    .where('r.work_uuid', '=', input.workUuid)
    .whereRef('r.result_uuid', '=', 'given.resultUuid')
    .where('r.status', 'is', null)
    .returning(['r.result_uuid as resultUuid', 'r.status'])
    .execute();
  const reports = new Map(input.outcomes.map(({ resultUuid, report }) => [resultUuid, report]));
  return endedTests(
    ended,
    ended.map(({ resultUuid }) => reports.get(resultUuid) ?? null),
  );
}

/** The tests of a part, or those of a Run at some places. */
export type ResultRange =
  | { readonly workUuid: string }
  | { readonly runUuid: string; readonly from: number; readonly below: number };

/** Ends every test of a range that has not ended, with the same error. */
export async function failOpenResults(
  tx: TenantTx,
  input: {
    readonly of: ResultRange;
    readonly error: ResultError;
    readonly retryable: boolean;
    readonly at: Date;
  },
): Promise<EndedTests> {
  const update = tx
    .updateTable('plumbline.results')
    .set({
      status: 'error',
      error: JSON.stringify(input.error),
      retryable: input.retryable,
      finished_at: input.at,
    })
    .where('status', 'is', null);
  const { of } = input;
  const ended = await ('runUuid' in of
    ? update
        .where('run_uuid', '=', of.runUuid)
        .where('ordinal', '>=', of.from)
        .where('ordinal', '<', of.below)
    : update.where('work_uuid', '=', of.workUuid)
  )
    .returning('status')
    .execute();
  return endedTests(ended, []);
}

function endedTests(
  tests: readonly { readonly status: ResultStatus | null }[],
  reports: readonly (ResultReport | null)[],
): EndedTests {
  const count = (status: ResultStatus) => tests.filter((each) => each.status === status).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    error: count('error'),
    noResults: count('no_results'),
    rows: rowTotalsOf(reports),
  };
}
