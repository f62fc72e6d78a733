import { createPair, deletePair } from '../../app/pairs/change-pairs.ts';
import { readPair, readPairs } from '../../app/pairs/read-pairs.ts';
import { readPairSuggestions, readTestSuggestions } from '../../app/pairs/suggest.ts';
import type { HandlersOf } from '../handler.ts';
import { pairView } from '../views/pair-view.ts';

export const datasetPairHandlers: HandlersOf<
  | 'create_dataset_pair'
  | 'list_dataset_pairs'
  | 'get_dataset_pair'
  | 'delete_dataset_pair'
  | 'list_dataset_pair_suggestions'
  | 'list_test_suggestions'
> = {
  async create_dataset_pair({ ctx, caller, body, retry }) {
    const { name = null, sourceDatasetUuid, targetDatasetUuid } = body;
    const input = { name, sourceDatasetUuid, targetDatasetUuid };
    const { pair, replayed } = await createPair(ctx, caller, input, retry);
    const view = pairView(pair);
    const location = `/api/v1/dataset-pairs/${pair.datasetPairUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_dataset_pairs({ ctx, caller, query }) {
    const { items, nextCursor } = await readPairs(ctx, caller, query);
    return { status: 200, body: { items: items.map(pairView), nextCursor } };
  },

  async get_dataset_pair({ ctx, caller, params }) {
    const body = pairView(await readPair(ctx, caller, params.datasetPairUuid));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async delete_dataset_pair({ ctx, caller, params, ifMatch }) {
    await deletePair(ctx, caller, { datasetPairUuid: params.datasetPairUuid, ifMatch });
    return { status: 204, body: undefined };
  },

  async list_dataset_pair_suggestions({ ctx, caller, query }) {
    const { items, nextCursor } = await readPairSuggestions(ctx, caller, query);
    return { status: 200, body: { items: [...items], nextCursor } };
  },

  async list_test_suggestions({ ctx, caller, params, query }) {
    const { items, nextCursor } = await readTestSuggestions(ctx, caller, { ...params, ...query });
    const { datasetPairUuid } = params;
    const shown = items.map(({ choiceIds, test, ...item }) => ({
      ...item,
      choiceIds: [...choiceIds],
      test: test && { datasetPairUuid, ...test },
    }));
    return { status: 200, body: { items: shown, nextCursor } };
  },
};
