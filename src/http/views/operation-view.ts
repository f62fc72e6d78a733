import type { Static } from 'typebox';
import type { readOperation } from '../../app/operations/read-operations.ts';
import type { V1Operation } from '../../contract/schemas/operations.ts';
import { AppError } from '../../domain/app-error.ts';
import { etagOf } from '../../domain/etag.ts';
import { problemDocument } from '../problem-document.ts';

export function operationView(
  operation: Awaited<ReturnType<typeof readOperation>>,
  publicUrl: string,
): Static<typeof V1Operation> {
  const failure = operation.error;
  return {
    operationUuid: operation.operationUuid,
    kind: operation.kind,
    status: operation.status,
    progress: {
      done: operation.progressDone,
      total: operation.progressTotal,
      unit: operation.progressUnit,
    },
    createdAt: operation.createdAt.toISOString(),
    startedAt: operation.startedAt?.toISOString() ?? null,
    finishedAt: operation.finishedAt?.toISOString() ?? null,
    resourceUrl: operation.resourcePath === null ? null : publicUrl + operation.resourcePath,
    error:
      failure &&
      problemDocument(
        new AppError(failure.code, { detail: failure.detail }),
        operation.operationUuid,
        publicUrl,
      ),
    etag: etagOf('operation', operation.operationUuid, operation.version),
  };
}
