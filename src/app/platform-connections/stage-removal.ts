import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import {
  cancelRemovalPlan,
  dependantsOfSource,
  insertRemovalPlan,
  type RemovalPlanRecord,
  touchConnection,
} from '../../storage/queries/platform-connections.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireConnection, requireRemovalPlan } from './read-connections.ts';

/** Writes down what depends on a connection, so that somebody can decide about its removal. */
export async function stageRemoval(
  ctx: AppContext,
  caller: Caller,
  sourceUuid: string,
  retry: RetryKey,
): Promise<{ readonly plan: RemovalPlanRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { version } = await requireConnection(tx, sourceUuid);
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const planUuid = ctx.ids.uuid();
      const { dependants, count } = await dependantsOfSource(tx, sourceUuid);
      const createdAt = ctx.clock.now();
      await insertRemovalPlan(tx, { planUuid, sourceUuid, dependants, dependantCount: count, createdAt });
      if (!(await touchConnection(tx, { sourceUuid, expectedVersion: version }))) throw changedMeanwhile();
      return planUuid;
    });
    return { plan: await requireRemovalPlan(tx, { sourceUuid, planUuid: resourceUuid }), replayed };
  });
}

/** Takes a staged plan back. Whoever reviewed the connection or the plan as it is may do so. */
export async function cancelRemoval(
  ctx: AppContext,
  caller: Caller,
  input: { readonly sourceUuid: string; readonly planUuid: string; readonly ifMatch: string },
): Promise<RemovalPlanRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const connection = await requireConnection(tx, input.sourceUuid);
    const plan = await requireRemovalPlan(tx, input);
    const { sourceUuid, version } = connection;
    assertMatches(input.ifMatch, etagOf('source', sourceUuid, version), planEtag(plan));
    const cancelled = await cancelRemovalPlan(tx, { planUuid: plan.planUuid, at: ctx.clock.now() });
    if (cancelled === undefined) {
      throw new AppError('removal_not_staged', {
        detail: `The removal plan ${plan.planUuid} has been cancelled already.`,
      });
    }
    if (!(await touchConnection(tx, { sourceUuid, expectedVersion: version }))) throw changedMeanwhile();
    return cancelled;
  });
}

export function planEtag({ planUuid, version }: Pick<RemovalPlanRecord, 'planUuid' | 'version'>): string {
  return etagOf('removalPlan', planUuid, version);
}

export function changedMeanwhile(): AppError {
  return new AppError('state_conflict', {
    detail: 'The connection changed at the same moment. Read it again.',
  });
}
