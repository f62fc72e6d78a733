import type { Task } from '../../domain/execution/protocol.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { getDataset } from '../../storage/queries/datasets.ts';
import { foldersToDelete } from '../../storage/queries/evidence.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { composeComparison } from '../runs/comparison-task.ts';
import type { QueuedTask } from './queued-task.ts';
import { gone, reachableSource } from './reachable-source.ts';

/** The task as an executor gets it, from the rows as they are now; undefined where there turns out to be nothing to do. */
export async function composeTask(
  ctx: AppContext,
  tx: TenantTx,
  work: Pick<ClaimedWork, 'orgUuid' | 'workUuid' | 'fencingNumber'>,
  queued: QueuedTask,
): Promise<Task | undefined> {
  const { orgUuid, workUuid } = work;
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
    case 'run.compare':
      return composeComparison(ctx, tx, { ...work, runUuid: queued.runUuid });
    case 'evidence.read':
      return {
        kind: queued.kind,
        relayUuid: workUuid,
        fencingNumber: work.fencingNumber,
        file: queued.file,
        request: queued.request,
      };
    case 'evidence.delete':
      return { kind: queued.kind, folders: await foldersToDelete(tx, queued) };
  }
}
