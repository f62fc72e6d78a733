import { installerDays } from '../../domain/environment/environment.ts';
import { resourceNamesOf } from '../../domain/environment/resource-names.ts';
import { insertEnvironment } from '../../storage/queries/environments.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { queueOperation } from '../background/queue-operation.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { tellEnvironment } from './move-environment.ts';
import { prepareEnvironmentKind } from './prepare-environment.ts';
import { type EnvironmentView, loadEnvironment } from './read-environment.ts';

export interface NewEnvironment {
  readonly name: string;
  readonly subscriptionId: string;
  readonly location: string;
  readonly browserReaderGroupId: string | null;
}

/** Records where the Organization's work is to be done, and has the installer made. */
export async function recordEnvironment(
  ctx: AppContext,
  caller: Caller,
  input: NewEnvironment,
  retry: RetryKey,
): Promise<EnvironmentView & { readonly replayed: boolean }> {
  const { orgUuid, principal } = caller;
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, principal, retry, () =>
      record(ctx, tx, orgUuid, input),
    );
    return { ...(await loadEnvironment(ctx, tx, orgUuid, resourceUuid)), replayed };
  });
}

async function record(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  input: NewEnvironment,
): Promise<string> {
  const environmentUuid = ctx.ids.uuid();
  const createdAt = ctx.clock.now();
  const operationUuid = await queueOperation(ctx, tx, {
    kind: prepareEnvironmentKind,
    payload: { environmentUuid },
    resourcePath: '/api/v1/execution-environment',
    maxAttempts: 5,
  });
  await insertEnvironment(tx, {
    ...input,
    environmentUuid,
    resourceNames: resourceNamesOf({ orgUuid, environmentUuid, name: input.name }),
    installerExpiresAt: new Date(createdAt.getTime() + installerDays * 24 * 60 * 60 * 1000),
    operationUuid,
    createdAt,
  });
  tellEnvironment(ctx, tx, { environmentUuid, state: 'recorded' });
  return environmentUuid;
}
