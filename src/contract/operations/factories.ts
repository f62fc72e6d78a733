import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit } from '../schema.ts';
import { V1FactoryOptionPage } from '../schemas/factories.ts';
import { V1Operation } from '../schemas/operations.ts';

export const refreshCloudFactoryOptions = operation({
  operationId: 'refresh_cloud_factory_options',
  method: 'POST',
  path: '/api/v1/discovery-source-options/factory:refresh',
  summary: 'Refresh the data factories to select from',
  description:
    "Lists the data factories that the service's application may see in the directory of the Organization. The operation must end before a factory is selected.",
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  responses: {
    200: {
      description: 'An exact retry found the refresh ended.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
    202: {
      description: 'The refresh is queued or running.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
    },
  },
  problems: ['not_found', 'entitlement_expired', 'cloud_not_configured', 'operation_in_progress'],
});

export const listCloudFactoryOptions = operation({
  operationId: 'list_cloud_factory_options',
  method: 'GET',
  path: '/api/v1/discovery-source-options/factory',
  summary: 'List the data factories to select from',
  description: 'By name, as the last refresh that succeeded found them.',
  tag: 'Discovery sources',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of data factories.', schema: V1FactoryOptionPage } },
  problems: ['cursor_invalid'],
});
