import { AppError } from '../../domain/app-error.ts';
import type { ApplicationPrincipal, Principal } from '../../domain/principal.ts';
import { findEnvironmentOf } from '../../storage/queries/environments.ts';
import type { ExecutorCaller, ExecutorScope } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { executorKey } from './executor-key.ts';

/** An application that may execute work: (directoryId, objectId), as a person is. */
export type ExecutorIdentity = Pick<ApplicationPrincipal, 'directoryId' | 'objectId'>;

/** Whether the caller is a registered executor. No role stands in for the registration, and no person can have one. */
export async function identifyExecutor(ctx: AppContext, principal: Principal): Promise<ExecutorCaller> {
  if (principal.kind === 'application') {
    const scope = await registeredScope(ctx, principal);
    if (scope !== undefined) return { principal, identity: executorKey(principal), ...scope };
  }
  throw new AppError('executor_not_registered', {
    detail: 'The execution protocol is for registered executors, and the identity of this token is not one.',
  });
}

/** The one place that knows where registrations are kept: with the deployment, or with an Organization's environment. */
async function registeredScope(
  ctx: AppContext,
  identity: ExecutorIdentity,
): Promise<ExecutorScope | undefined> {
  const isDeployments = ctx.settings.executorIdentities.some(
    ({ directoryId, objectId }) => directoryId === identity.directoryId && objectId === identity.objectId,
  );
  if (isDeployments) return { scope: 'deployment' };
  const organization = await ctx.storage.findCaller({ directoryId: identity.directoryId, objectId: null });
  if (organization === null) return undefined;
  const { orgUuid } = organization;
  const state = await ctx.storage.withTenant(orgUuid, (tx) => findEnvironmentOf(tx, identity));
  return state && { scope: 'organization', orgUuid, isReady: state === 'ready' };
}
