import type { RunStatus } from '../../domain/runs/run.ts';
import type { TenantTx } from '../tenant-tx.ts';
import type { RunRecord } from './runs.ts';

export interface Verdict {
  readonly runUuid: string;
  readonly status: RunStatus;
}

/**
 * The verdict before this one: of the Run that is retried, or of the last one of the same scope that was submitted
 * before. One that was cancelled has said nothing about the data.
 */
export async function verdictBefore(
  tx: TenantTx,
  run: Pick<RunRecord, 'runUuid' | 'scopeKey' | 'submittedAt' | 'retryOf'>,
): Promise<Verdict | undefined> {
  const finished = tx
    .selectFrom('plumbline.runs')
    .select(['run_uuid as runUuid', 'status'])
    .where('finished_at', 'is not', null)
    .where('cancelled_at', 'is', null);
  if (run.retryOf !== null) return await finished.where('run_uuid', '=', run.retryOf).executeTakeFirst();
  return await finished
    .where('scope_key', '=', run.scopeKey)
    .where((eb) => eb(eb.refTuple('submitted_at', 'run_uuid'), '<', eb.tuple(run.submittedAt, run.runUuid)))
    .orderBy('submitted_at', 'desc')
    .orderBy('run_uuid', 'desc')
    .limit(1)
    .executeTakeFirst();
}
