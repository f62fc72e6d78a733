import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { getPreparedDataset, type PreparedDataset } from '../../storage/queries/datasets.ts';
import type { AppContext } from '../context.ts';
import { requirePair } from '../pairs/read-pairs.ts';

/** Which two datasets are compared. */
export type ComparisonContext =
  | { readonly kind: 'datasetPair'; readonly datasetPairUuid: string }
  | { readonly kind: 'datasets'; readonly sourceDatasetUuid: string; readonly targetDatasetUuid: string };

/** The two datasets with their fields; both exist and are prepared. */
export async function comparedDatasets(
  { storage }: AppContext,
  orgUuid: string,
  context: ComparisonContext,
): Promise<BySide<PreparedDataset>> {
  const ids =
    context.kind === 'datasets'
      ? context
      : await storage.readTenant(orgUuid, (tx) => requirePair(tx, context.datasetPairUuid));
  const [source, target] = await Promise.all(
    [ids.sourceDatasetUuid, ids.targetDatasetUuid].map((datasetUuid) =>
      storage.readTenant(orgUuid, (tx) => getPreparedDataset(tx, datasetUuid)),
    ),
  );
  return {
    source: assertPrepared(source, ids.sourceDatasetUuid, context, 'source'),
    target: assertPrepared(target, ids.targetDatasetUuid, context, 'target'),
  };
}

function assertPrepared(
  dataset: PreparedDataset | 'unprepared' | undefined,
  datasetUuid: string,
  context: ComparisonContext,
  side: Side,
): PreparedDataset {
  if (dataset === undefined) {
    throw new AppError('not_found', { detail: `No dataset ${datasetUuid} exists in this Organization.` });
  }
  if (dataset !== 'unprepared') return dataset;
  const detail = `The ${side} dataset ${datasetUuid} is not prepared. Wait for its preparation, or retry it.`;
  const pointer = `/context/${context.kind === 'datasets' ? `${side}DatasetUuid` : 'datasetPairUuid'}`;
  throw new AppError('dataset_not_prepared', {
    detail,
    errors: [{ pointer, code: 'dataset_not_prepared', detail }],
  });
}
