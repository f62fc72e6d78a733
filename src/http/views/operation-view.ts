import type { Static } from 'typebox';
import type { readOperation } from '../../app/operations/read-operations.ts';
import type { V1Operation } from '../../contract/schemas/operations.ts';
import type { V1Problem } from '../../contract/schemas/problem.ts';
import { AppError } from '../../domain/app-error.ts';
import { etagOf } from '../../domain/etag.ts';
import type { SourceTestResult } from '../../domain/execution/protocol.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import { problemDocument } from '../problem-document.ts';

export function operationView(
  operation: Awaited<ReturnType<typeof readOperation>>,
  publicUrl: string,
): Static<typeof V1Operation> {
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
    error: failureView(operation.error, operation.operationUuid, publicUrl),
    result:
      operation.kind === 'source.test' ? testAnswerView(operation.result as SourceTestResult | null) : null,
    etag: etagOf('operation', operation.operationUuid, operation.version),
  };
}

function testAnswerView(result: SourceTestResult | null): Static<typeof V1Operation>['result'] {
  return result && { message: result.message, serverVersion: result.serverVersion };
}

/** Why work failed, as the problem that a request would have been answered with. */
export function failureView(
  failure: OperationFailure | null,
  operationUuid: string,
  publicUrl: string,
): Static<typeof V1Problem> | null {
  return (
    failure &&
    problemDocument(new AppError(failure.code, { detail: failure.detail }), operationUuid, publicUrl)
  );
}
