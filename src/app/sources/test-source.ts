import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { queueTask } from '../execution/queued-task.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { requireSource } from './read-sources.ts';

/** Has an executor reach the source. */
export async function testSource(
  ctx: AppContext,
  caller: Caller,
  sourceUuid: string,
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const source = await requireSource(tx, sourceUuid);
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      await assertEntitledNow(ctx, tx);
      const resourcePath = `/api/v1/discovery-sources/${sourceUuid}`;
      const task = { kind: 'source.test', sourceUuid } as const;
      const { operationUuid } = await queueTask(ctx, tx, task, { connector: source.kind, resourcePath });
      return operationUuid;
    });
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}
