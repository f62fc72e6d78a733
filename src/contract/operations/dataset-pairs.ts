import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import {
  V1CreateDatasetPair,
  V1DatasetPair,
  V1DatasetPairPage,
  V1DatasetPairSuggestionPage,
  V1TestSuggestionPage,
} from '../schemas/catalog-pairs.ts';

const pairPath = Type.Object({ datasetPairUuid: Uuid });

export const createDatasetPair = operation({
  operationId: 'create_dataset_pair',
  method: 'POST',
  path: '/api/v1/dataset-pairs',
  summary: 'Pair two datasets',
  description: 'Says that the target must be true to the source. Two datasets can be paired once each way.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateDatasetPair,
  responses: {
    201: {
      description: 'The datasets are paired.',
      schema: V1DatasetPair,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'dataset_pair_exists'],
});

export const listDatasetPairs = operation({
  operationId: 'list_dataset_pairs',
  method: 'GET',
  path: '/api/v1/dataset-pairs',
  summary: 'List dataset pairs',
  description: 'Newest first.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    datasetUuid: Type.Optional(
      nullable({ ...Uuid, description: 'Only pairs with this dataset on either side.' }),
    ),
    search: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'Part of the name, whatever its case.' })),
    ),
  }),
  responses: {
    200: {
      description: 'One page of pairs.',
      schema: V1DatasetPairPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getDatasetPair = operation({
  operationId: 'get_dataset_pair',
  method: 'GET',
  path: '/api/v1/dataset-pairs/{datasetPairUuid}',
  summary: 'Read a dataset pair',
  description: 'Returns one pair with the ETag that deleting it needs.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: pairPath,
  responses: { 200: { description: 'The pair.', schema: V1DatasetPair, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deleteDatasetPair = operation({
  operationId: 'delete_dataset_pair',
  method: 'DELETE',
  path: '/api/v1/dataset-pairs/{datasetPairUuid}',
  summary: 'Delete a dataset pair',
  description: 'Forgets the pair, once no test uses it. The datasets stay.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: pairPath,
  responses: { 204: { description: 'The pair is deleted.' } },
  problems: ['not_found', 'dataset_pair_in_use'],
});

export const listDatasetPairSuggestions = operation({
  operationId: 'list_dataset_pair_suggestions',
  method: 'GET',
  path: '/api/v1/dataset-pair-suggestions',
  summary: 'Suggest dataset pairs',
  description:
    'Prepared datasets of different places that are alike by name and fields and are not paired yet, the surest first. Looks at the 300 newest prepared datasets.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    datasetUuid: Type.Optional(nullable({ ...Uuid, description: 'Only partners of this dataset.' })),
  }),
  responses: { 200: { description: 'One page of suggestions.', schema: V1DatasetPairSuggestionPage } },
  problems: ['not_found', 'cursor_invalid'],
});

export const listTestSuggestions = operation({
  operationId: 'list_test_suggestions',
  method: 'GET',
  path: '/api/v1/dataset-pairs/{datasetPairUuid}/test-suggestions',
  summary: 'Suggest tests of a pair',
  description:
    'Tests worth having, by how fields of the same name resolve and by what preparation found out about their values. Keys come first.',
  tag: 'Dataset pairs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: pairPath,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of suggestions.', schema: V1TestSuggestionPage } },
  problems: ['not_found', 'dataset_not_prepared', 'cursor_invalid'],
});
