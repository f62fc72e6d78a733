import { sql } from 'kysely';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { EndedTests, RowTotals, RunScope, RunStatus, Submitter } from '../../domain/runs/run.ts';
import { foldCase } from '../fold-case.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface RunRecord {
  readonly runUuid: string;
  readonly name: string;
  readonly scope: RunScope;
  /** Equal for Runs that cover the same. */
  readonly scopeKey: string;
  readonly scopeLabel: string;
  readonly status: RunStatus;
  readonly testCount: number;
  readonly passCount: number;
  readonly failCount: number;
  readonly errorCount: number;
  readonly noResultCount: number;
  readonly resultCount: number;
  readonly matchedRows: RowTotals['matched'];
  readonly mismatchedRows: RowTotals['mismatched'];
  readonly missingRows: RowTotals['missing'];
  readonly functionCode: FunctionCode | null;
  readonly validationTestUuid: string | null;
  readonly retryOf: string | null;
  readonly submittedBy: Submitter;
  readonly submittedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Where it stands in a list by start time. */
  readonly listedAt: Date;
  readonly version: number;
}

export type NewRun = Pick<
  RunRecord,
  | 'runUuid'
  | 'name'
  | 'scope'
  | 'scopeKey'
  | 'scopeLabel'
  | 'testCount'
  | 'functionCode'
  | 'validationTestUuid'
  | 'retryOf'
  | 'submittedBy'
  | 'submittedAt'
>;

export const runColumns = [
  'run_uuid as runUuid',
  'name',
  'scope',
  'scope_key as scopeKey',
  'scope_label as scopeLabel',
  'status',
  'test_count as testCount',
  'pass_count as passCount',
  'fail_count as failCount',
  'error_count as errorCount',
  'no_result_count as noResultCount',
  'result_count as resultCount',
  'matched_rows as matchedRows',
  'mismatched_rows as mismatchedRows',
  'missing_rows as missingRows',
  'function_code as functionCode',
  'validation_test_uuid as validationTestUuid',
  'retry_of as retryOf',
  'submitted_by as submittedBy',
  'submitted_at as submittedAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'cancelled_at as cancelledAt',
  'listed_at as listedAt',
  'version',
] as const;

/** The Run, and the texts that a search finds it by. */
export async function insertRun(tx: TenantTx, input: NewRun): Promise<void> {
  const [nameKey, labelKey] = [foldCase(input.name), foldCase(input.scopeLabel)];
  await tx
    .insertInto('plumbline.runs')
    .values({
      run_uuid: input.runUuid,
      name: input.name,
      name_key: nameKey,
      scope: input.scope,
      scope_key: input.scopeKey,
      scope_label: input.scopeLabel,
      scope_label_key: labelKey,
      test_count: input.testCount,
      function_code: input.functionCode,
      validation_test_uuid: input.validationTestUuid,
      retry_of: input.retryOf,
      submitted_by: JSON.stringify(input.submittedBy),
      submitted_at: input.submittedAt,
    })
    .execute();
  const texts = [nameKey, labelKey, foldCase(input.functionCode ?? ''), input.runUuid];
  await tx.insertInto('plumbline.run_texts').values({ run_uuid: input.runUuid, texts }).execute();
}

export async function getRun(tx: TenantTx, runUuid: string): Promise<RunRecord | undefined> {
  return await tx
    .selectFrom('plumbline.runs')
    .select(runColumns)
    .where('run_uuid', '=', runUuid)
    .executeTakeFirst();
}

/** The same, and nobody else changes it until the transaction ends: whatever ends a test takes its turn here. */
export async function lockRun(tx: TenantTx, runUuid: string): Promise<RunRecord | undefined> {
  return await tx
    .selectFrom('plumbline.runs')
    .select(runColumns)
    .where('run_uuid', '=', runUuid)
    .forUpdate()
    .executeTakeFirst();
}

/** The finished Run of the same scope that was submitted last before this one. */
export async function previousRun(
  tx: TenantTx,
  run: Pick<RunRecord, 'runUuid' | 'scopeKey' | 'submittedAt'>,
): Promise<RunRecord | undefined> {
  return await tx
    .selectFrom('plumbline.runs')
    .select(runColumns)
    .where('scope_key', '=', run.scopeKey)
    .where('finished_at', 'is not', null)
    .where((eb) => eb(eb.refTuple('submitted_at', 'run_uuid'), '<', eb.tuple(run.submittedAt, run.runUuid)))
    .orderBy('submitted_at', 'desc')
    .orderBy('run_uuid', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Its first part is under way. False unless it was pending. */
export async function startRun(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.runs')
    .set({ status: 'running', started_at: input.at, version: sql`version + 1` })
    .where('run_uuid', '=', input.runUuid)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Adds tests that have ended to the counts of a Run that has not; its row is locked. Undefined once it is over. */
export async function countResults(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly ended: EndedTests },
): Promise<RunRecord | undefined> {
  const { pass, fail, error, noResults, rows } = input.ended;
  return await tx
    .updateTable('plumbline.runs')
    .set({
      pass_count: sql`pass_count + ${pass}`,
      fail_count: sql`fail_count + ${fail}`,
      error_count: sql`error_count + ${error}`,
      no_result_count: sql`no_result_count + ${noResults}`,
      matched_rows: sql`matched_rows + ${rows.matched}::numeric`,
      mismatched_rows: sql`mismatched_rows + ${rows.mismatched}::numeric`,
      missing_rows: sql`missing_rows + ${rows.missing}::numeric`,
      version: sql`version + 1`,
    })
    .where('run_uuid', '=', input.runUuid)
    .where('finished_at', 'is', null)
    .returning(runColumns)
    .executeTakeFirst();
}

/** Terminal exactly once: undefined when it is terminal already. Every test must have ended. */
export async function finishRun(
  tx: TenantTx,
  input: {
    readonly runUuid: string;
    readonly status: Exclude<RunStatus, 'pending' | 'running'>;
    readonly at: Date;
    readonly cancelled: boolean;
  },
): Promise<RunRecord | undefined> {
  return await tx
    .updateTable('plumbline.runs')
    .set({
      status: input.status,
      finished_at: input.at,
      cancelled_at: input.cancelled ? input.at : null,
      version: sql`version + 1`,
    })
    .where('run_uuid', '=', input.runUuid)
    .where('finished_at', 'is', null)
    .returning(runColumns)
    .executeTakeFirst();
}
