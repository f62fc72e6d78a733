import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit } from '../schema.ts';
import {
  V1CreateExecutionEnvironment,
  V1ExecutionEnvironment,
  V1ExecutorPage,
  V1ProvisionExecutionEnvironment,
} from '../schemas/environment.ts';
import { V1Operation } from '../schemas/operations.ts';

export const createExecutionEnvironment = operation({
  operationId: 'create_execution_environment',
  method: 'POST',
  path: '/api/v1/execution-environment',
  summary: 'Record the execution environment',
  description:
    'Records the subscription that work is to be done in, and has the installer made. Once the environment is `awaitingDeployment`, deploy the template in the subscription, then request provisioning. The template assigns roles in the subscription when it is deployed; the service itself changes nothing there.',
  tag: 'Execution environment',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite', 'azureIamWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateExecutionEnvironment,
  responses: {
    201: {
      description: 'The environment is recorded.',
      schema: V1ExecutionEnvironment,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['environment_exists'],
});

export const getExecutionEnvironment = operation({
  operationId: 'get_execution_environment',
  method: 'GET',
  path: '/api/v1/execution-environment',
  summary: 'Read the execution environment',
  description:
    'Returns the active environment with its latest provisioning operation. Retry-After is there only while that is queued or running.',
  tag: 'Execution environment',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: {
    200: {
      description: 'The active environment.',
      schema: V1ExecutionEnvironment,
      headers: ['ETag', 'Retry-After'],
    },
  },
  problems: ['not_found', 'state_conflict'],
});

export const provisionExecutionEnvironment = operation({
  operationId: 'provision_execution_environment',
  method: 'POST',
  path: '/api/v1/execution-environment:provision',
  summary: 'Provision the execution environment',
  description:
    'Registers the managed identity that the installer made, and verifies that an executor with it has called. Ends with the environment `ready`, and its executor the only one that does work of the Organization, or `failed` with a reason.',
  tag: 'Execution environment',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1ProvisionExecutionEnvironment,
  responses: {
    200: {
      description: 'An exact retry found provisioning ended.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
    202: {
      description: 'Provisioning is queued or running.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
    },
  },
  problems: ['not_found', 'environment_not_provisionable', 'operation_in_progress'],
});

export const retireExecutionEnvironment = operation({
  operationId: 'retire_execution_environment',
  method: 'DELETE',
  path: '/api/v1/execution-environment',
  summary: 'Retire the execution environment',
  description:
    'The service no longer knows its executor, and work goes elsewhere. Nothing is deleted in the subscription; delete the resource group there once its evidence is no longer needed.',
  tag: 'Execution environment',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  responses: { 204: { description: 'The environment is retired.' } },
  problems: ['not_found'],
});

export const listExecutors = operation({
  operationId: 'list_executors',
  method: 'GET',
  path: '/api/v1/executors',
  summary: 'List the executors that are there',
  description:
    "Returns those that do the work of the Organization and have called within the last minute: its environment's once that is ready, else those beside the service.",
  tag: 'Execution environment',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of executors.', schema: V1ExecutorPage } },
  problems: ['cursor_invalid'],
});
