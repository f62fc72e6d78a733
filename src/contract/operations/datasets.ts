import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import { V1CreateDataset, V1Dataset, V1DatasetPage, V1UpdateDataset } from '../schemas/catalog-datasets.ts';
import { V1Operation } from '../schemas/operations.ts';

const datasetPath = Type.Object({ datasetUuid: Uuid });

export const createDataset = operation({
  operationId: 'create_dataset',
  method: 'POST',
  path: '/api/v1/datasets',
  summary: 'Register a dataset',
  description:
    'Registers files, a table or a view as a dataset and starts its preparation, in which an executor reads its schema, counts its rows and looks at its values.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'configurationWrite', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateDataset,
  responses: {
    201: {
      description: 'The dataset is registered; `preparation` names the operation that prepares it.',
      schema: V1Dataset,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'entitlement_expired'],
});

export const listDatasets = operation({
  operationId: 'list_datasets',
  method: 'GET',
  path: '/api/v1/datasets',
  summary: 'List datasets',
  description: 'Newest first, without their fields.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    sourceUuid: Type.Optional(nullable(Uuid)),
    search: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'Part of the name, whatever its case.' })),
    ),
  }),
  responses: {
    200: {
      description: 'One page of datasets.',
      schema: V1DatasetPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getDataset = operation({
  operationId: 'get_dataset',
  method: 'GET',
  path: '/api/v1/datasets/{datasetUuid}',
  summary: 'Read a dataset',
  description: 'Returns one dataset with its fields, and the ETag that a change of it needs.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: datasetPath,
  responses: { 200: { description: 'The dataset.', schema: V1Dataset, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateDataset = operation({
  operationId: 'update_dataset',
  method: 'PATCH',
  path: '/api/v1/datasets/{datasetUuid}',
  summary: 'Change a dataset',
  description:
    'Changes the name, the zone or the place. Another place prepares the dataset again; what was known of the old one is forgotten.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'configurationWrite', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: datasetPath,
  body: V1UpdateDataset,
  responses: { 200: { description: 'The changed dataset.', schema: V1Dataset, headers: ['ETag'] } },
  problems: ['not_found', 'entitlement_expired'],
});

export const deleteDataset = operation({
  operationId: 'delete_dataset',
  method: 'DELETE',
  path: '/api/v1/datasets/{datasetUuid}',
  summary: 'Delete a dataset',
  description: 'Forgets the dataset, once no pair uses it. The data itself is not touched.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: datasetPath,
  responses: { 204: { description: 'The dataset is deleted.' } },
  problems: ['not_found', 'dataset_in_use'],
});

export const getDatasetPreparation = operation({
  operationId: 'get_dataset_preparation',
  method: 'GET',
  path: '/api/v1/datasets/{datasetUuid}/preparation',
  summary: 'Read the preparation of a dataset',
  description: 'Returns the operation of the latest preparation.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: datasetPath,
  responses: {
    200: {
      description: 'The operation. Retry-After is present only while it is queued or running.',
      schema: V1Operation,
      headers: ['ETag', 'Retry-After'],
    },
  },
  problems: ['not_found'],
});

export const retryDatasetPreparation = operation({
  operationId: 'retry_dataset_preparation',
  method: 'POST',
  path: '/api/v1/datasets/{datasetUuid}/preparation:retry',
  summary: 'Retry preparing a dataset',
  description:
    'Prepares the dataset again, whether the last preparation failed or succeeded. One that is under way with another key answers 409.',
  tag: 'Datasets',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'configurationWrite', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: datasetPath,
  responses: {
    200: {
      description: 'An idempotent replay found a terminal operation.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
    202: {
      description: 'The preparation is queued or running.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
    },
  },
  problems: ['not_found', 'entitlement_expired', 'operation_in_progress'],
});
