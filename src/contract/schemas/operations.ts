import Type from 'typebox';
import { Etag, nullable, page, Timestamp, Uuid, V1 } from '../schema.ts';
import { V1Problem } from './problem.ts';

export const OperationStatus = Type.Enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);

export const V1Operation = V1('V1Operation', 'A piece of asynchronous work.', {
  operationUuid: Uuid,
  kind: Type.String(),
  status: OperationStatus,
  progress: V1('V1Progress', 'How far the work is.', {
    done: Type.Integer({ minimum: 0 }),
    total: nullable(Type.Integer({ minimum: 0 })),
    unit: nullable(Type.String()),
  }),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
  resourceUrl: nullable(Type.String()),
  error: nullable(V1Problem),
  etag: Etag,
});

export const V1OperationPage = page('V1OperationPage', 'One page of operations.', V1Operation);
