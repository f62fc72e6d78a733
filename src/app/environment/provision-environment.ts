import { AppError } from '../../domain/app-error.ts';
import { provisionableStates } from '../../domain/environment/environment.ts';
import type { EnvironmentRecord } from '../../storage/queries/environments.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { queueOperation } from '../background/queue-operation.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { moveEnvironment } from './move-environment.ts';
import { requireActiveEnvironment } from './read-environment.ts';
import { verifyEnvironmentKind } from './verify-environment.ts';

/**
 * Registers the managed identity that the installer made, and has it verified that an executor with it has called. The
 * identity is of the Organization's own directory: one of another cannot be named.
 */
export async function provisionEnvironment(
  ctx: AppContext,
  caller: Caller,
  input: { readonly executorObjectId: string },
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const environment = await requireActiveEnvironment(tx);
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, () =>
      provision(ctx, tx, environment, {
        directoryId: caller.principal.directoryId,
        objectId: input.executorObjectId.toLowerCase(),
      }),
    );
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}

async function provision(
  ctx: AppContext,
  tx: TenantTx,
  { environmentUuid, state, operationUuid: latest }: EnvironmentRecord,
  executor: { readonly directoryId: string; readonly objectId: string },
): Promise<string> {
  assertNotShared(ctx, executor);
  if (state === 'provisioning') {
    throw new AppError('operation_in_progress', {
      detail: `The environment is being provisioned already (operation ${latest}). Wait for it to end.`,
    });
  }
  const operationUuid = await queueOperation(ctx, tx, {
    kind: verifyEnvironmentKind,
    payload: { environmentUuid },
    resourcePath: '/api/v1/execution-environment',
    // The time that the environment has decides; with the worker's pauses this many attempts outlast it.
    maxAttempts: 50,
  });
  const minutes = ctx.settings.environments.provisioningMinutes;
  const isBegun = await moveEnvironment(ctx, tx, {
    environmentUuid,
    from: provisionableStates,
    to: 'provisioning',
    executor,
    provisionBy: new Date(ctx.clock.now().getTime() + minutes * 60_000),
    operationUuid,
  });
  if (isBegun) return operationUuid;
  throw new AppError('environment_not_provisionable', {
    detail: `The environment is ${state}; it can be provisioned while it is ${provisionableStates.join(' or ')}.`,
  });
}

/** An executor of the deployment serves every Organization, and stays what it is. */
function assertNotShared(ctx: AppContext, executor: { directoryId: string; objectId: string }): void {
  const isShared = ctx.settings.executorIdentities.some(
    ({ directoryId, objectId }) => directoryId === executor.directoryId && objectId === executor.objectId,
  );
  if (!isShared) return;
  const detail = 'This identity belongs to an executor that serves every Organization. Use one of your own.';
  throw new AppError('validation_failed', {
    detail,
    errors: [{ pointer: '/executorObjectId', code: 'identity_shared', detail }],
  });
}
