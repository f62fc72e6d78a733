import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { executorAbsent, isExecutorPresent } from '../execution/executor-presence.ts';
import { queueTask } from '../execution/queued-task.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { readConnection } from './read-connections.ts';

/** Has an executor reach the platform; refused at once where none can. */
export async function testConnection(
  ctx: AppContext,
  caller: Caller,
  sourceUuid: string,
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  const { orgUuid, principal } = caller;
  const { kind: connector } = await readConnection(ctx, caller, sourceUuid);
  const isPresent = await isExecutorPresent(ctx, orgUuid, connector);
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, principal, retry, async () => {
      if (!isPresent) throw executorAbsent(connector);
      await assertEntitledNow(ctx, tx);
      const resourcePath = `/api/v1/platform-connections/${sourceUuid}`;
      const task = { kind: 'source.test', sourceUuid } as const;
      const { operationUuid } = await queueTask(ctx, tx, task, { connector, resourcePath });
      return operationUuid;
    });
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}
