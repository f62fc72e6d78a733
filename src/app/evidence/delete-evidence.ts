import { storeConnector } from '../../domain/execution/protocol.ts';
import { markEvidenceDeleting } from '../../storage/queries/evidence.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { queueTask } from '../execution/queued-task.ts';

/**
 * Has executors delete the evidence of a Run: from here on nobody can read it. An operation for each store that holds
 * some of it; none where there is nothing left to delete.
 */
export async function deleteEvidence(
  ctx: AppContext,
  tx: TenantTx,
  runUuid: string,
): Promise<readonly OperationRecord[]> {
  const operations: OperationRecord[] = [];
  for (const storeUuid of await markEvidenceDeleting(tx, runUuid)) {
    const task = { kind: 'evidence.delete', runUuid, storeUuid } as const;
    const resourcePath = `/api/v1/runs/${runUuid}`;
    operations.push(await queueTask(ctx, tx, task, { connector: storeConnector(storeUuid), resourcePath }));
  }
  return operations;
}
