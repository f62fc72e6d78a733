import type { Static } from 'typebox';
import type { readPair } from '../../app/pairs/read-pairs.ts';
import type { V1DatasetPair } from '../../contract/schemas/catalog-pairs.ts';
import { etagOf } from '../../domain/etag.ts';

export function pairView(pair: Awaited<ReturnType<typeof readPair>>): Static<typeof V1DatasetPair> {
  return {
    datasetPairUuid: pair.datasetPairUuid,
    name: pair.name,
    sourceDatasetUuid: pair.sourceDatasetUuid,
    targetDatasetUuid: pair.targetDatasetUuid,
    createdAt: pair.createdAt.toISOString(),
    etag: etagOf('datasetPair', pair.datasetPairUuid, pair.version),
  };
}
