import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import {
  SourceKindName,
  V1CandidatePage,
  V1CreateDiscoverySource,
  V1DiscoverySource,
  V1DiscoverySourcePage,
} from '../schemas/catalog-sources.ts';
import { V1Operation } from '../schemas/operations.ts';

const sourcePath = Type.Object({ sourceUuid: Uuid });

export const createDiscoverySource = operation({
  operationId: 'create_discovery_source',
  method: 'POST',
  path: '/api/v1/discovery-sources',
  summary: 'Register a source',
  description:
    'Registers a folder of files or a database that datasets are found in. Nothing is reached yet: test the source, or browse it.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateDiscoverySource,
  responses: {
    201: {
      description: 'The source is registered.',
      schema: V1DiscoverySource,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'operation_in_progress'],
});

export const listDiscoverySources = operation({
  operationId: 'list_discovery_sources',
  method: 'GET',
  path: '/api/v1/discovery-sources',
  summary: 'List sources',
  description: 'Newest first.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor, kind: Type.Optional(nullable(SourceKindName)) }),
  responses: {
    200: {
      description: 'One page of sources.',
      schema: V1DiscoverySourcePage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getDiscoverySource = operation({
  operationId: 'get_discovery_source',
  method: 'GET',
  path: '/api/v1/discovery-sources/{sourceUuid}',
  summary: 'Read a source',
  description: 'Returns one source with the ETag that removing it needs. Its password is never returned.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: sourcePath,
  responses: { 200: { description: 'The source.', schema: V1DiscoverySource, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deleteDiscoverySource = operation({
  operationId: 'delete_discovery_source',
  method: 'DELETE',
  path: '/api/v1/discovery-sources/{sourceUuid}',
  summary: 'Remove a source',
  description:
    'Removes the registration and its password, once no dataset depends on it. Nothing is changed in the system itself.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: sourcePath,
  responses: { 204: { description: 'The source is removed.' } },
  problems: ['not_found', 'source_in_use'],
});

export const testDiscoverySource = operation({
  operationId: 'test_discovery_source',
  method: 'POST',
  path: '/api/v1/discovery-sources/{sourceUuid}:test',
  summary: 'Test a source',
  description: 'Has an executor reach the source. The operation says what came of it.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: sourcePath,
  responses: {
    200: {
      description: 'An exact retry found the test ended.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
    202: {
      description: 'The test is queued or running.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
    },
  },
  problems: ['not_found', 'entitlement_expired'],
});

export const listDiscoverySourceCandidates = operation({
  operationId: 'list_discovery_source_candidates',
  method: 'GET',
  path: '/api/v1/discovery-sources/{sourceUuid}/candidates',
  summary: 'Browse a source',
  description:
    'Lists folders, files, schemas, tables and views of the source, as an executor finds them now; the request waits for it. A `locator` is what a dataset is created with; `childrenOf` is the `parent` of what is inside.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: sourcePath,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    parent: Type.Optional(
      nullable(Type.String({ maxLength: 1024, description: 'The `childrenOf` of what to look into.' })),
    ),
    search: Type.Optional(
      nullable(
        Type.String({ maxLength: 200, description: 'Only names that hold this text, whatever its case.' }),
      ),
    ),
  }),
  responses: { 200: { description: 'One page of candidates.', schema: V1CandidatePage } },
  problems: [
    'not_found',
    'cursor_invalid',
    'execution_environment_not_ready',
    'source_secret_unreadable',
    'cloud_not_configured',
    'cloud_access_denied',
    'cloud_answer_invalid',
    'dataset_unreadable',
    'dataset_not_found',
    'data_access_refused',
    'executor_lost',
    'internal_error',
  ],
});
