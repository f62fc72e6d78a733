import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import { V1Operation } from '../schemas/operations.ts';
import {
  PlatformKindName,
  V1CreatePlatformConnection,
  V1PlatformConnection,
  V1PlatformConnectionPage,
  V1RemovalPlan,
  V1RemovalPlanPage,
} from '../schemas/platform-connections.ts';

const connectionPath = Type.Object({ sourceUuid: Uuid });
const planPath = Type.Object({ sourceUuid: Uuid, planUuid: Uuid });

export const createPlatformConnection = operation({
  operationId: 'create_platform_connection',
  method: 'POST',
  path: '/api/v1/platform-connections',
  summary: 'Connect a data platform',
  description:
    'Registers a Trino cluster or a Databricks SQL warehouse. Nothing is reached yet: test the connection. It is a discovery source too, and is browsed as one.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreatePlatformConnection,
  responses: {
    201: {
      description: 'The platform is connected.',
      schema: V1PlatformConnection,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found'],
});

export const listPlatformConnections = operation({
  operationId: 'list_platform_connections',
  method: 'GET',
  path: '/api/v1/platform-connections',
  summary: 'List platform connections',
  description: 'Newest first.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor, kind: Type.Optional(nullable(PlatformKindName)) }),
  responses: {
    200: {
      description: 'One page of connections.',
      schema: V1PlatformConnectionPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getPlatformConnection = operation({
  operationId: 'get_platform_connection',
  method: 'GET',
  path: '/api/v1/platform-connections/{sourceUuid}',
  summary: 'Read a platform connection',
  description: 'Returns one connection with the ETag that removing it needs. Its secret is never returned.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: connectionPath,
  responses: { 200: { description: 'The connection.', schema: V1PlatformConnection, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const testPlatformConnection = operation({
  operationId: 'test_platform_connection',
  method: 'POST',
  path: '/api/v1/platform-connections/{sourceUuid}:test',
  summary: 'Test a platform connection',
  description: 'Has an executor reach the platform. The operation says what came of it.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['azureMetadataRead', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: connectionPath,
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
  problems: ['not_found', 'entitlement_expired', 'execution_environment_not_ready'],
});

export const stagePlatformConnectionRemoval = operation({
  operationId: 'stage_platform_connection_removal',
  method: 'POST',
  path: '/api/v1/platform-connections/{sourceUuid}/removal-plans',
  summary: 'Stage the removal of a platform connection',
  description:
    'Lists every dataset, pair and test that depends on the connection, for review. Nothing is removed yet: remove the connection with the ETag of the plan, or cancel the plan.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: connectionPath,
  responses: {
    201: {
      description: 'The removal is staged.',
      schema: V1RemovalPlan,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'removal_staged', 'state_conflict'],
});

export const listPlatformConnectionRemovalPlans = operation({
  operationId: 'list_platform_connection_removal_plans',
  method: 'GET',
  path: '/api/v1/platform-connections/{sourceUuid}/removal-plans',
  summary: 'List the removal plans of a platform connection',
  description: 'Newest first: the one that is staged, if any, and those that were cancelled.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: connectionPath,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of plans.', schema: V1RemovalPlanPage } },
  problems: ['not_found', 'cursor_invalid'],
});

export const getPlatformConnectionRemovalPlan = operation({
  operationId: 'get_platform_connection_removal_plan',
  method: 'GET',
  path: '/api/v1/platform-connections/{sourceUuid}/removal-plans/{planUuid}',
  summary: 'Read a removal plan',
  description: 'Returns one plan with its ETag, staged or cancelled.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: planPath,
  responses: { 200: { description: 'The plan.', schema: V1RemovalPlan, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const cancelPlatformConnectionRemovalPlan = operation({
  operationId: 'cancel_platform_connection_removal_plan',
  method: 'DELETE',
  path: '/api/v1/platform-connections/{sourceUuid}/removal-plans/{planUuid}',
  summary: 'Cancel a staged removal plan',
  description: 'The connection stays. If-Match is the ETag of the reviewed connection or of the plan.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: planPath,
  responses: {
    200: { description: 'The removal stage is cancelled.', schema: V1RemovalPlan, headers: ['ETag'] },
  },
  problems: ['not_found', 'removal_not_staged'],
});

export const deletePlatformConnectionRegistration = operation({
  operationId: 'delete_platform_connection_registration',
  method: 'DELETE',
  path: '/api/v1/platform-connections/{sourceUuid}',
  summary: 'Remove a platform connection',
  description:
    'Removes the registration and its secret, once no dataset depends on it. Every workspace assignment on the platform side is left unchanged. If-Match is the ETag of the reviewed connection or of its staged removal plan.',
  tag: 'Platform connections',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: connectionPath,
  responses: {
    204: {
      description: "The registration is removed; the platform's access control is unchanged.",
      headers: ['ETag'],
    },
  },
  problems: ['not_found', 'source_in_use'],
});
