import { AppError } from '../../domain/app-error.ts';
import {
  type DatasetRecord,
  type DatasetSummary,
  getDataset,
  listDatasets,
} from '../../storage/queries/datasets.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readDatasets(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly sourceUuid: string | null; readonly search: string | null },
): Promise<Page<DatasetSummary>> {
  const { sourceUuid, search } = request;
  return readPage(
    ctx,
    { list: 'datasets', orgUuid: caller.orgUuid, sourceUuid, search },
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listDatasets(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(sourceUuid !== null && { sourceUuid }),
          ...(search !== null && { search }),
        }),
      ),
    (dataset) => [dataset.datasetUuid],
  );
}

export async function readDataset(
  ctx: AppContext,
  caller: Caller,
  datasetUuid: string,
): Promise<DatasetRecord> {
  return ctx.storage.withTenant(caller.orgUuid, (tx) => requireDataset(tx, datasetUuid));
}

export async function readPreparation(
  ctx: AppContext,
  caller: Caller,
  datasetUuid: string,
): Promise<OperationRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { preparationUuid } = await requireDataset(tx, datasetUuid);
    return requireOperation(tx, preparationUuid);
  });
}

/** `get` reads it, or reads and locks it. */
export async function requireDataset(
  tx: TenantTx,
  datasetUuid: string,
  get: (tx: TenantTx, datasetUuid: string) => Promise<DatasetRecord | undefined> = getDataset,
): Promise<DatasetRecord> {
  const dataset = await get(tx, datasetUuid);
  if (dataset !== undefined) return dataset;
  throw new AppError('not_found', { detail: `No dataset ${datasetUuid} exists in this Organization.` });
}
