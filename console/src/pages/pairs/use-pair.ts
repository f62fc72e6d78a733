import { useQuery } from '@tanstack/react-query';
import { datasetFieldPaths, type LocatedField } from '../../../../src/contract/dataset-field-paths.ts';
import { type Body, read } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';

type Dataset = Body<'get_dataset'>;

export interface PairSide {
  readonly dataset: Dataset | undefined;
  readonly fields: readonly LocatedField[];
}

export interface Pair {
  readonly pair: Body<'get_dataset_pair'> | undefined;
  readonly source: PairSide;
  readonly target: PairSide;
  readonly isPrepared: boolean;
  readonly error: unknown;
}

/** A pair with both of its datasets; they are watched while they are being prepared. */
export function usePair(datasetPairUuid: string): Pair {
  const { data, error } = useQuery(read('get_dataset_pair', { params: { datasetPairUuid } }));
  const pair = data?.body;
  const source = useDataset(pair?.sourceDatasetUuid);
  const target = useDataset(pair?.targetDatasetUuid);
  return {
    pair,
    source: sideOf(source.data?.body),
    target: sideOf(target.data?.body),
    isPrepared: source.data?.body.fields != null && target.data?.body.fields != null,
    error: error ?? source.error ?? target.error,
  };
}

function useDataset(datasetUuid: string | undefined) {
  return useLive(
    'get_dataset',
    { params: { datasetUuid: datasetUuid ?? '' } },
    {
      enabled: datasetUuid !== undefined,
      while: ({ state }) => state === 'queued' || state === 'running',
    },
  );
}

function sideOf(dataset: Dataset | undefined): PairSide {
  return { dataset, fields: dataset?.fields == null ? [] : datasetFieldPaths(dataset.fields) };
}
