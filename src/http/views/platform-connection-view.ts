import type { Static } from 'typebox';
import type { readConnection, readRemovalPlan } from '../../app/platform-connections/read-connections.ts';
import { planEtag } from '../../app/platform-connections/stage-removal.ts';
import type { V1PlatformConnection, V1RemovalPlan } from '../../contract/schemas/platform-connections.ts';
import { etagOf } from '../../domain/etag.ts';

export function connectionView(
  connection: Awaited<ReturnType<typeof readConnection>>,
): Static<typeof V1PlatformConnection> {
  return {
    sourceUuid: connection.sourceUuid,
    name: connection.name,
    kind: connection.kind,
    settings: connection.settings,
    hasSecret: connection.secret !== null,
    stagedRemovalPlanUuid: connection.stagedRemovalPlanUuid,
    createdAt: connection.createdAt.toISOString(),
    etag: etagOf('source', connection.sourceUuid, connection.version),
  };
}

export function removalPlanView(
  plan: Awaited<ReturnType<typeof readRemovalPlan>>,
): Static<typeof V1RemovalPlan> {
  return {
    planUuid: plan.planUuid,
    sourceUuid: plan.sourceUuid,
    state: plan.state,
    dependants: plan.dependants,
    dependantCount: plan.dependantCount,
    createdAt: plan.createdAt.toISOString(),
    cancelledAt: plan.cancelledAt?.toISOString() ?? null,
    etag: planEtag(plan),
  };
}
