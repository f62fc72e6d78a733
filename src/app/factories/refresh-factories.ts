import { AppError } from '../../domain/app-error.ts';
import type { FactoryDiscovery } from '../../providers/cloud/factory-discovery.ts';
import {
  getFactoryRefresh,
  replaceFactoryOptions,
  setFactoryRefresh,
} from '../../storage/queries/factories.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import { lockOrganization } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { queueOperation } from '../background/queue-operation.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { loadOrganization } from '../organization/organization-view.ts';

/** The kind of background work and operation that lists the data factories of a directory. */
export const refreshFactoriesKind = 'factory.refresh';

/** Starts to list the data factories that can be registered as sources; one refresh at a time. */
export async function refreshFactories(
  ctx: AppContext,
  caller: Caller,
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      requireDiscovery(ctx);
      // Two requests at once: the second sees the refresh of the first.
      await lockOrganization(tx);
      await assertNoRefresh(tx);
      await assertEntitledNow(ctx, tx);
      const operationUuid = await queueOperation(ctx, tx, {
        kind: refreshFactoriesKind,
        payload: {},
        resourcePath: '/api/v1/discovery-source-options/factory',
        // With the worker's pauses about a minute: somebody waits to select one.
        maxAttempts: 5,
      });
      await setFactoryRefresh(tx, operationUuid);
      return operationUuid;
    });
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}

/** Lists them, and replaces what was known. A refresh that fails leaves the options as they were. */
export function listFactories(ctx: AppContext): WorkHandler {
  return {
    kind: refreshFactoriesKind,
    timeoutMs: 10 * 60_000,
    async run({ orgUuid }) {
      const { organization } = await ctx.storage.withTenant(orgUuid, loadOrganization);
      const found = await requireDiscovery(ctx).listFactories(organization.directoryId);
      const refreshedAt = ctx.clock.now();
      return {
        async write(tx) {
          await replaceFactoryOptions(
            tx,
            found.map((factory) => ({ ...factory, refreshedAt })),
          );
        },
      };
    },
    async giveUp() {},
  };
}

export function requireDiscovery({ discovery }: AppContext): FactoryDiscovery {
  if (discovery !== null) return discovery;
  throw new AppError('cloud_not_configured', {
    detail: 'This deployment has no application in the cloud to read with. Its operator configures one.',
  });
}

/** What is selected while the list is being made may be gone with the next moment. */
export async function assertNoRefresh(tx: TenantTx): Promise<void> {
  const refresh = await getFactoryRefresh(tx);
  if (refresh?.status !== 'queued' && refresh?.status !== 'running') return;
  throw new AppError('operation_in_progress', {
    detail: `The data factories are being listed (operation ${refresh.operationUuid}). Wait for it to end.`,
  });
}
