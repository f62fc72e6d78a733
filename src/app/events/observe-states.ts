import { type Entitlement, entitlementAt, graceMilliseconds } from '../../domain/entitlement.ts';
import { presenceSeconds } from '../../domain/execution/protocol.ts';
import type { ChangedStates } from '../../storage/across-tenants/changed-states.ts';
import { getEntitlement } from '../../storage/queries/entitlements.ts';
import {
  type ExecutorState,
  keepObservedStates,
  lockObservedStates,
} from '../../storage/queries/observed-states.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { type EventContext, recordEvent } from './record-event.ts';

/** Organizations that one look takes up; the next look finds the others. */
const batch = 200;

/**
 * Looks for what time alone has changed: executors that fell silent or came, and entitlements whose period ended.
 * Several replicas may look at once; what one has told the others do not tell again.
 */
export async function observeStates(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const changed = await ctx.storage.changedStates({
    now,
    presentSince: new Date(now.getTime() - presenceSeconds * 1000),
    graceBefore: new Date(now.getTime() - graceMilliseconds),
    limit: batch,
  });
  for (const each of changed) {
    await ctx.storage.withTenant(each.orgUuid, (tx) => observe(ctx, tx, each, now));
  }
}

async function observe(
  ctx: AppContext,
  tx: TenantTx,
  { executorState }: ChangedStates,
  now: Date,
): Promise<void> {
  const entitlement = await getEntitlement(tx);
  if (entitlement === undefined) return;
  const entitlementState = entitlementAt(entitlement, now);
  const before = await lockObservedStates(tx);
  await keepObservedStates(tx, { executorState, entitlementState });
  // The first look has nothing to compare with.
  if (before === undefined) return;
  if (before.executorState !== executorState) tellExecutors(ctx, tx, executorState);
  if (before.entitlementState === entitlementState) return;
  recordEvent(ctx, tx, {
    type: 'plumbline.entitlement.changed',
    subject: 'entitlement',
    data: { state: entitlementState, previousState: before.entitlementState, planKey: entitlement.planKey },
  });
}

function tellExecutors(ctx: EventContext, tx: TenantTx, state: ExecutorState): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.executor.state_changed',
    subject: 'execution-environment',
    data: { state },
  });
}

/** A payment changed an entitlement: told at once, and the next look does not tell it again. */
export async function tellEntitlement(
  ctx: EventContext,
  tx: TenantTx,
  before: Entitlement,
  after: Entitlement,
): Promise<void> {
  const now = ctx.clock.now();
  const [previousState, state] = [entitlementAt(before, now), entitlementAt(after, now)];
  const observed = await lockObservedStates(tx);
  if (observed !== undefined) await keepObservedStates(tx, { ...observed, entitlementState: state });
  if (previousState === state && before.planKey === after.planKey) return;
  recordEvent(ctx, tx, {
    type: 'plumbline.entitlement.changed',
    subject: 'entitlement',
    data: { state, previousState, planKey: after.planKey },
  });
}
