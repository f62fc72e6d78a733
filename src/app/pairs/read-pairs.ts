import { AppError } from '../../domain/app-error.ts';
import {
  type DatasetPairRecord,
  getDatasetPair,
  listDatasetPairs,
} from '../../storage/queries/dataset-pairs.ts';
import type { TenantRead } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readPairs(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly datasetUuid: string | null; readonly search: string | null },
): Promise<Page<DatasetPairRecord>> {
  const { datasetUuid, search } = request;
  return readPage(
    ctx,
    { list: 'pairs', orgUuid: caller.orgUuid, datasetUuid, search },
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listDatasetPairs(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(datasetUuid !== null && { datasetUuid }),
          ...(search !== null && { search }),
        }),
      ),
    (pair) => [pair.datasetPairUuid],
  );
}

export async function readPair(
  ctx: AppContext,
  caller: Caller,
  datasetPairUuid: string,
): Promise<DatasetPairRecord> {
  return ctx.storage.readTenant(caller.orgUuid, (tx) => requirePair(tx, datasetPairUuid));
}

export async function requirePair(tx: TenantRead, datasetPairUuid: string): Promise<DatasetPairRecord> {
  const pair = await getDatasetPair(tx, datasetPairUuid);
  if (pair !== undefined) return pair;
  throw new AppError('not_found', {
    detail: `No dataset pair ${datasetPairUuid} exists in this Organization.`,
  });
}
