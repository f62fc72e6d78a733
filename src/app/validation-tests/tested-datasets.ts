import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { SpecifiedDataset } from '../../domain/validation/specified-dataset.ts';
import { datasetsOfPairs } from '../../storage/queries/validation-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** The datasets of pairs, by pair; null is one that is not prepared. */
export type TestedDatasets = ReadonlyMap<string, BySide<SpecifiedDataset | null>>;

export async function testedDatasets(
  tx: TenantTx,
  tests: readonly { readonly datasetPairUuid: string }[],
): Promise<TestedDatasets> {
  const pairUuids = [...new Set(tests.map(({ datasetPairUuid }) => datasetPairUuid))];
  const found = pairUuids.length === 0 ? [] : await datasetsOfPairs(tx, pairUuids);
  return new Map(found.map(({ datasetPairUuid, source, target }) => [datasetPairUuid, { source, target }]));
}

/** Both, prepared. `pointer` is where the request names the pair. */
export function requireTested(
  datasets: TestedDatasets,
  datasetPairUuid: string,
  pointer: string,
): BySide<SpecifiedDataset> {
  const pair = datasets.get(datasetPairUuid);
  if (pair === undefined) {
    const detail = `No dataset pair ${datasetPairUuid} exists in this Organization.`;
    throw new AppError('not_found', { detail });
  }
  const { source, target } = pair;
  if (source === null) throw unprepared('source', pointer);
  if (target === null) throw unprepared('target', pointer);
  return { source, target };
}

function unprepared(side: Side, pointer: string): AppError {
  const detail = `The ${side} dataset of the pair is not prepared. Wait for its preparation, or retry it.`;
  const errors = [{ pointer, code: 'dataset_not_prepared', detail }];
  return new AppError('dataset_not_prepared', { detail, errors });
}
