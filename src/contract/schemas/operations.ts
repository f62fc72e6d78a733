import Type from 'typebox';
import { Count, Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { V1Problem } from './problem.ts';

export const OperationStatus = Type.Enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);

export const V1Operation = V1('V1Operation', 'A piece of asynchronous work.', {
  operationUuid: Uuid,
  kind: Text(64),
  status: OperationStatus,
  progress: V1('V1Progress', 'How far the work is.', {
    done: Count,
    total: nullable(Count),
    unit: nullable(Text(64)),
  }),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
  resourceUrl: nullable(Text(2048)),
  error: nullable(V1Problem),
  result: nullable(
    V1('V1OperationResult', 'What the test of a source came to; other work leads to its resource.', {
      message: Text(4096),
      serverVersion: nullable(Text(1024)),
    }),
  ),
  etag: Etag,
});

export const V1OperationPage = page('V1OperationPage', 'One page of operations.', V1Operation);
