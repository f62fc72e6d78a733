import { AppError } from '../../domain/app-error.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { type EnvironmentRecord, getEnvironment } from '../../storage/queries/environments.ts';
import { getOperation } from '../../storage/queries/operations.ts';
import { executorKey } from '../access/executor-key.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { moveEnvironment } from './move-environment.ts';
import { environmentOf } from './prepare-environment.ts';

/** The kind of background work and operation that sees an environment through to `ready`. */
export const verifyEnvironmentKind = 'environment.provision';

/**
 * Waits, over its attempts, until an executor with the registered identity has called since provisioning was requested:
 * that its tokens are accepted and its protocol is spoken is then shown, not assumed.
 */
export function verifyEnvironment(ctx: AppContext): WorkHandler {
  return {
    kind: verifyEnvironmentKind,
    timeoutMs: 30_000,
    async run(work) {
      const { environment, requestedAt } = await readProvisioning(ctx, work);
      await assertCalled(ctx, environment, requestedAt);
      const { environmentUuid } = environment;
      return {
        async write(tx) {
          await moveEnvironment(ctx, tx, { environmentUuid, from: ['provisioning'], to: 'ready' });
        },
      };
    },
    async giveUp(tx, work) {
      await moveEnvironment(ctx, tx, {
        environmentUuid: environmentOf(work),
        from: ['provisioning'],
        to: 'failed',
      });
    },
  };
}

async function readProvisioning(
  ctx: AppContext,
  work: ClaimedWork,
): Promise<{ environment: EnvironmentRecord; requestedAt: Date }> {
  return ctx.storage.withTenant(work.orgUuid, async (tx) => {
    const environment = await getEnvironment(tx, environmentOf(work));
    const operation = work.operationUuid === null ? undefined : await getOperation(tx, work.operationUuid);
    if (environment?.state === 'provisioning' && operation !== undefined) {
      return { environment, requestedAt: operation.createdAt };
    }
    throw new AppError('not_found', { detail: 'The environment was retired while it was provisioned.' });
  });
}

async function assertCalled(
  ctx: AppContext,
  { executorDirectoryId, executorObjectId, provisionBy, resourceNames }: EnvironmentRecord,
  since: Date,
): Promise<void> {
  const identity = executorKey({
    directoryId: executorDirectoryId ?? '',
    objectId: executorObjectId ?? '',
  });
  if (await ctx.storage.hasExecutorCalled({ identity, since })) return;
  const isOver = provisionBy !== null && ctx.clock.now() >= provisionBy;
  throw new AppError(isOver ? 'environment_silent' : 'execution_environment_not_ready', {
    detail: `No executor with the identity ${executorObjectId} has called since provisioning was requested. See the log of the job ${resourceNames.executorJob} in the resource group ${resourceNames.resourceGroup}, check that the object id is the deployment's output, and provision again.`,
  });
}
