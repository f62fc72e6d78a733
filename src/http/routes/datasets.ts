import type { Static } from 'typebox';
import { deleteDataset, updateDataset } from '../../app/datasets/change-dataset.ts';
import { createDataset } from '../../app/datasets/create-dataset.ts';
import { retryPreparation } from '../../app/datasets/prepare-dataset.ts';
import { readDataset, readDatasets, readPreparation } from '../../app/datasets/read-datasets.ts';
import type { NewDatasetLocator } from '../../contract/schemas/catalog-locators.ts';
import { detectedReading, type Locator } from '../../domain/catalog/locator.ts';
import { acceptedOperation, pollingHeaders } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { datasetSummaryView, datasetView } from '../views/dataset-view.ts';
import { operationView } from '../views/operation-view.ts';

export const datasetHandlers: HandlersOf<
  | 'create_dataset'
  | 'list_datasets'
  | 'get_dataset'
  | 'update_dataset'
  | 'delete_dataset'
  | 'get_dataset_preparation'
  | 'retry_dataset_preparation'
> = {
  async create_dataset({ ctx, caller, body, retry }) {
    const { name, sourceUuid, zone = null } = body;
    const input = { name, sourceUuid, zone, locator: locatorOf(body.locator) };
    const { dataset, replayed } = await createDataset(ctx, caller, input, retry);
    const view = datasetView(dataset, ctx.settings.publicUrl);
    const location = `/api/v1/datasets/${dataset.datasetUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_datasets({ ctx, caller, query }) {
    const { items, nextCursor } = await readDatasets(ctx, caller, query);
    const { publicUrl } = ctx.settings;
    return {
      status: 200,
      body: { items: items.map((item) => datasetSummaryView(item, publicUrl)), nextCursor },
    };
  },

  async get_dataset({ ctx, caller, params }) {
    const body = datasetView(await readDataset(ctx, caller, params.datasetUuid), ctx.settings.publicUrl);
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async update_dataset({ ctx, caller, params, body: { name, zone, locator }, ifMatch }) {
    const review = { datasetUuid: params.datasetUuid, ifMatch };
    const change = { name: name ?? null, zone: zone ?? null, locator: locator ? locatorOf(locator) : null };
    const body = datasetView(await updateDataset(ctx, caller, review, change), ctx.settings.publicUrl);
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async delete_dataset({ ctx, caller, params, ifMatch }) {
    await deleteDataset(ctx, caller, { datasetUuid: params.datasetUuid, ifMatch });
    return { status: 204, body: undefined };
  },

  async get_dataset_preparation({ ctx, caller, params }) {
    const body = operationView(
      await readPreparation(ctx, caller, params.datasetUuid),
      ctx.settings.publicUrl,
    );
    return { status: 200, body, headers: pollingHeaders(body) };
  },

  async retry_dataset_preparation({ ctx, caller, params, retry }) {
    const { operation, replayed } = await retryPreparation(ctx, caller, params.datasetUuid, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },
};

/** What a request leaves out is detected. */
function locatorOf(sent: Static<typeof NewDatasetLocator>): Locator {
  if (sent.kind === 'table') return sent;
  return { kind: 'files', path: sent.path, reading: { ...detectedReading, ...sent.reading } };
}
