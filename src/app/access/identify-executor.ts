import { AppError } from '../../domain/app-error.ts';
import type { ApplicationPrincipal, Principal } from '../../domain/principal.ts';
import type { ExecutorCaller, ExecutorScope } from '../caller.ts';
import type { AppContext } from '../context.ts';

/** An application that may execute work: (directoryId, objectId), as a person is. */
export type ExecutorIdentity = Pick<ApplicationPrincipal, 'directoryId' | 'objectId'>;

/** Whether the caller is a registered executor. No role stands in for the registration, and no person can have one. */
export function identifyExecutor(ctx: AppContext, principal: Principal): ExecutorCaller {
  if (principal.kind === 'application') {
    const scope = registeredScope(ctx, principal);
    if (scope !== undefined) return { principal, identity: identityKey(principal), ...scope };
  }
  throw new AppError('executor_not_registered', {
    detail: 'The execution protocol is for registered executors, and the identity of this token is not one.',
  });
}

/** The one place that knows where registrations are kept. */
function registeredScope(ctx: AppContext, identity: ExecutorIdentity): ExecutorScope | undefined {
  const isDeployments = ctx.settings.executorIdentities.some(
    ({ directoryId, objectId }) => directoryId === identity.directoryId && objectId === identity.objectId,
  );
  return isDeployments ? { scope: 'deployment' } : undefined;
}

function identityKey({ directoryId, objectId }: ExecutorIdentity): string {
  return `${directoryId}/${objectId}`;
}
