import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import { OperationStatus, V1Operation, V1OperationPage } from '../schemas/operations.ts';

export const listOperations = operation({
  operationId: 'list_operations',
  method: 'GET',
  path: '/api/v1/operations',
  summary: 'List asynchronous work',
  description:
    'Newest first. `status=failed` shows what was given up on, each with the problem that ended it.',
  tag: 'Operations',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor, status: Type.Optional(nullable(OperationStatus)) }),
  responses: {
    200: {
      description: 'One page of operations.',
      schema: V1OperationPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getOperation = operation({
  operationId: 'get_operation',
  method: 'GET',
  path: '/api/v1/operations/{operationUuid}',
  summary: 'Read a piece of asynchronous work',
  description: 'Poll it as often as Retry-After says, until its status is terminal.',
  tag: 'Operations',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: Type.Object({ operationUuid: Uuid }),
  responses: {
    200: {
      description: 'The operation. Retry-After is present only while it is queued or running.',
      schema: V1Operation,
      headers: ['ETag', 'Retry-After'],
    },
  },
  problems: ['not_found'],
});
