import type { Submitter } from '../../domain/runs/run.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { assertReady, assertSize, readyConnectors } from './assert-runnable.ts';
import { type AskedScope, type PlannedRun, planRun } from './plan-run.ts';
import { type FollowedRun, followOne, requireRun } from './read-runs.ts';
import { startRun } from './start-run.ts';

export interface SubmittedRun {
  readonly run: FollowedRun;
  readonly replayed: boolean;
}

/** Starts a Run; an exact replay finds it again, as it is by now. */
export async function submitRun(
  ctx: AppContext,
  caller: Caller,
  asked: { readonly scope: AskedScope; readonly name: string | null },
  retry: RetryKey,
): Promise<SubmittedRun> {
  return submitOnce(ctx, caller, retry, (tx) => planRun(tx, asked));
}

/** Plans a Run and starts it, once per key. */
export async function submitOnce(
  ctx: AppContext,
  caller: Caller,
  retry: RetryKey,
  plan: (tx: TenantTx) => Promise<PlannedRun>,
): Promise<SubmittedRun> {
  const { orgUuid } = caller;
  const ready = await readyConnectors(ctx, orgUuid);
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const planned = await plan(tx);
      assertReady(planned.tests, ready);
      await assertEntitledNow(ctx, tx);
      assertSize(planned);
      return await startRun(ctx, tx, { orgUuid, submittedBy: submitterOf(caller) }, planned);
    });
    return { run: await followOne(tx, await requireRun(tx, resourceUuid)), replayed };
  });
}

function submitterOf({ principal, memberUuid }: Caller): Submitter {
  return {
    kind: principal.kind === 'delegated' ? 'person' : 'application',
    memberUuid,
    applicationId: principal.applicationId,
    displayName: principal.kind === 'delegated' ? principal.displayName : null,
  };
}
