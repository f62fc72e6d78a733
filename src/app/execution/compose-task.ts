import { AppError } from '../../domain/app-error.ts';
import type { ReachableSource } from '../../domain/catalog/source.ts';
import type { Task } from '../../domain/execution/protocol.ts';
import { getDataset } from '../../storage/queries/datasets.ts';
import { getSource } from '../../storage/queries/sources.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import type { QueuedTask } from './queued-task.ts';

/** The task as an executor gets it, from the rows as they are now. */
export async function composeTask(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  queued: QueuedTask,
): Promise<Task> {
  switch (queued.kind) {
    case 'source.test':
      return { kind: queued.kind, source: await reachableSource(ctx, tx, orgUuid, queued.sourceUuid) };
    case 'source.browse': {
      const { sourceUuid, ...request } = queued;
      return { ...request, source: await reachableSource(ctx, tx, orgUuid, sourceUuid) };
    }
    case 'dataset.prepare': {
      const dataset = await getDataset(tx, queued.datasetUuid);
      if (dataset === undefined) throw gone(`The dataset ${queued.datasetUuid}`);
      const { datasetUuid, name, locator, zone, sourceUuid } = dataset;
      return {
        kind: queued.kind,
        source: await reachableSource(ctx, tx, orgUuid, sourceUuid),
        dataset: { datasetUuid, name, locator, zone },
      };
    }
  }
}

async function reachableSource(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  sourceUuid: string,
): Promise<ReachableSource> {
  const source = await getSource(tx, sourceUuid);
  if (source === undefined) throw gone(`The source ${sourceUuid}`);
  const { settings, secret } = source;
  const password = secret === null ? null : ctx.sourceSecrets.decrypt({ orgUuid, sourceUuid }, secret);
  return { sourceUuid, settings, password };
}

function gone(what: string): AppError {
  return new AppError('not_found', { detail: `${what} was deleted before the work began.` });
}
