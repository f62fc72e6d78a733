import { AppError } from '../../domain/app-error.ts';
import type { SourceKind } from '../../domain/catalog/source.ts';
import { lockDataset, setDatasetPreparation } from '../../storage/queries/datasets.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { queueTask } from '../execution/queued-task.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { requireSource } from '../sources/read-sources.ts';
import { requireDataset } from './read-datasets.ts';

/** Queues a preparation; answers with its operation's id. */
export async function startPreparation(
  ctx: AppContext,
  tx: TenantTx,
  datasetUuid: string,
  connector: SourceKind,
): Promise<string> {
  const resourcePath = `/api/v1/datasets/${datasetUuid}`;
  const task = { kind: 'dataset.prepare', datasetUuid } as const;
  const { operationUuid } = await queueTask(ctx, tx, task, { connector, resourcePath });
  return operationUuid;
}

/** Prepares a dataset again. */
export async function retryPreparation(
  ctx: AppContext,
  caller: Caller,
  datasetUuid: string,
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const dataset = await requireDataset(tx, datasetUuid, lockDataset);
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const { preparationStatus, sourceUuid } = dataset;
      if (preparationStatus === 'queued' || preparationStatus === 'running') {
        throw new AppError('operation_in_progress', {
          detail: `The dataset is being prepared already (operation ${dataset.preparationUuid}). Wait for it to end.`,
        });
      }
      await assertEntitledNow(ctx, tx);
      const source = await requireSource(tx, sourceUuid);
      const preparationUuid = await startPreparation(ctx, tx, datasetUuid, source.kind);
      await setDatasetPreparation(tx, { datasetUuid, preparationUuid });
      return preparationUuid;
    });
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}
