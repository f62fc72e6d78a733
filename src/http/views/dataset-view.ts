import type { Static } from 'typebox';
import type { readDataset, readDatasets } from '../../app/datasets/read-datasets.ts';
import type { V1Dataset, V1DatasetSummary } from '../../contract/schemas/catalog-datasets.ts';
import { etagOf } from '../../domain/etag.ts';
import type { OperationStatus } from '../../domain/operation.ts';
import { failureView } from './operation-view.ts';

type DatasetSummary = Awaited<ReturnType<typeof readDatasets>>['items'][number];

/** A preparation is cancelled only when the dataset gets another, or goes. */
const stateOf: Readonly<Record<OperationStatus, 'queued' | 'running' | 'ready' | 'failed'>> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'ready',
  failed: 'failed',
  cancelled: 'failed',
};

export function datasetSummaryView(
  dataset: DatasetSummary,
  publicUrl: string,
): Static<typeof V1DatasetSummary> {
  const { preparationUuid, preparationStatus, preparationError } = dataset;
  return {
    datasetUuid: dataset.datasetUuid,
    name: dataset.name,
    sourceUuid: dataset.sourceUuid,
    locator: dataset.locator,
    zone: dataset.zone,
    state: stateOf[preparationStatus],
    rowCount: dataset.rowCount,
    schemaHash: dataset.schemaHash,
    preparedAt: dataset.preparedAt?.toISOString() ?? null,
    schemaChangedAt: dataset.schemaChangedAt?.toISOString() ?? null,
    preparation: {
      operationUuid: preparationUuid,
      status: preparationStatus,
      error: failureView(preparationError, preparationUuid, publicUrl),
    },
    createdAt: dataset.createdAt.toISOString(),
    etag: etagOf('dataset', dataset.datasetUuid, dataset.version),
  };
}

export function datasetView(
  dataset: Awaited<ReturnType<typeof readDataset>>,
  publicUrl: string,
): Static<typeof V1Dataset> {
  return { ...datasetSummaryView(dataset, publicUrl), fields: dataset.fields, notes: dataset.notes };
}
