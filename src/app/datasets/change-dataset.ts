import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../domain/app-error.ts';
import type { Locator } from '../../domain/catalog/locator.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { pairsOfDataset } from '../../storage/queries/dataset-pairs.ts';
import {
  type DatasetRecord,
  deleteDataset as deleteDatasetRow,
  lockDataset,
  moveDataset,
  setDatasetPreparation,
  updateDataset as updateDatasetRow,
} from '../../storage/queries/datasets.ts';
import { finishOperation } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { nameDependants } from '../name-dependants.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { requireSource } from '../sources/read-sources.ts';
import { assertLocatorFits, assertZone } from './dataset-rules.ts';
import { startPreparation } from './prepare-dataset.ts';
import { requireDataset } from './read-datasets.ts';

export interface DatasetReview {
  readonly datasetUuid: string;
  readonly ifMatch: string;
}

/** What is null stays as it is. */
export interface DatasetChange {
  readonly name: string | null;
  readonly zone: string | null;
  readonly locator: Locator | null;
}

export async function updateDataset(
  ctx: AppContext,
  caller: Caller,
  review: DatasetReview,
  change: DatasetChange,
): Promise<DatasetRecord> {
  assertZone(change.zone);
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const dataset = await reviewedDataset(tx, review);
    const { datasetUuid, version } = dataset;
    const name = change.name ?? dataset.name;
    const zone = change.zone ?? dataset.zone;
    if (name !== dataset.name || zone !== dataset.zone) {
      await updateDatasetRow(tx, { datasetUuid, expectedVersion: version, name, zone });
    }
    const { locator } = change;
    if (locator !== null && !isDeepStrictEqual(locator, dataset.locator)) {
      await move(ctx, tx, dataset, locator);
    }
    return requireDataset(tx, datasetUuid);
  });
}

/** A dataset at another place is another one: it is prepared anew, and a preparation of the old place is not wanted. */
async function move(ctx: AppContext, tx: TenantTx, dataset: DatasetRecord, locator: Locator): Promise<void> {
  const { datasetUuid } = dataset;
  const source = await requireSource(tx, dataset.sourceUuid);
  assertLocatorFits(locator, source.kind);
  await assertEntitledNow(ctx, tx);
  await cancelPreparation(ctx, tx, dataset);
  await moveDataset(tx, { datasetUuid, locator });
  const preparationUuid = await startPreparation(ctx, tx, datasetUuid, source.kind);
  await setDatasetPreparation(tx, { datasetUuid, preparationUuid });
}

export async function deleteDataset(ctx: AppContext, caller: Caller, review: DatasetReview): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const dataset = await reviewedDataset(tx, review);
    const { datasetUuid, version } = dataset;
    const pairs = await pairsOfDataset(tx, { datasetUuid, names: 5 });
    if (pairs.count > 0) {
      throw new AppError('dataset_in_use', {
        detail: `${nameDependants(pairs, 'pair')} use the dataset. Delete them first.`,
      });
    }
    await cancelPreparation(ctx, tx, dataset);
    await deleteDatasetRow(tx, { datasetUuid, expectedVersion: version });
  });
}

/** The dataset as the caller reviewed it, locked: an executor may end its preparation at this moment. */
async function reviewedDataset(tx: TenantTx, review: DatasetReview): Promise<DatasetRecord> {
  const dataset = await requireDataset(tx, review.datasetUuid, lockDataset);
  assertMatches(review.ifMatch, etagOf('dataset', dataset.datasetUuid, dataset.version));
  return dataset;
}

/** Its executor hears of it with the next heartbeat. */
async function cancelPreparation(ctx: AppContext, tx: TenantTx, dataset: DatasetRecord): Promise<void> {
  const { preparationUuid: operationUuid } = dataset;
  await finishOperation(tx, { operationUuid, status: 'cancelled', at: ctx.clock.now() });
}
