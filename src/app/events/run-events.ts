import type { ResultCounts, RunStatus } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../storage/queries/runs.ts';
import { verdictBefore } from '../../storage/queries/runs-verdicts.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { type EventContext, recordEvent } from './record-event.ts';

type RunFacts = Pick<RunRecord, 'runUuid' | 'name' | 'scope' | 'scopeLabel' | 'testCount'>;

/** A Run was accepted, or an executor took up the first of it. */
export function tellRun(ctx: EventContext, tx: TenantTx, what: 'submitted' | 'started', run: RunFacts): void {
  recordEvent(ctx, tx, { type: `plumbline.run.${what}`, subject: `runs/${run.runUuid}`, data: factsOf(run) });
}

/** A Run has its verdict; and where it is another than before, that it is. */
export async function tellVerdict(
  ctx: EventContext,
  tx: TenantTx,
  run: RunFacts & Pick<RunRecord, 'scopeKey' | 'submittedAt' | 'retryOf'>,
  verdict: { readonly status: RunStatus; readonly counts: ResultCounts; readonly cancelled: boolean },
): Promise<void> {
  const { status: overallStatus, counts, cancelled } = verdict;
  const subject = `runs/${run.runUuid}`;
  const facts = factsOf(run);
  recordEvent(ctx, tx, {
    type: 'plumbline.run.finished',
    subject,
    data: { ...facts, overallStatus, counts, cancelled, retryOfRunUuid: run.retryOf },
  });
  const previous = cancelled ? undefined : await verdictBefore(tx, run);
  if (previous === undefined || previous.status === overallStatus) return;
  recordEvent(ctx, tx, {
    type: 'plumbline.run.verdict_changed',
    subject,
    data: {
      ...facts,
      overallStatus,
      previousRunUuid: previous.runUuid,
      previousOverallStatus: previous.status,
    },
  });
}

function factsOf({ runUuid, name, scope, scopeLabel, testCount }: RunFacts): RunFacts {
  return { runUuid, name, scope, scopeLabel, testCount };
}
