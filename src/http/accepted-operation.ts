import type { Static } from 'typebox';
import type { readOperation } from '../app/operations/read-operations.ts';
import type { V1Operation } from '../contract/schemas/operations.ts';
import type { AnswerHeaders } from './handler.ts';
import { operationView } from './views/operation-view.ts';

/** interface.md, section 8: accepted work is polled every five seconds. */
export const pollSeconds = 5;

interface AcceptedOperation<Status> {
  readonly status: Status;
  readonly body: Static<typeof V1Operation>;
  readonly headers: AnswerHeaders;
}

/** The answer to a request that starts work: 202 while it is queued or running, 200 once a replay finds it ended. */
export function acceptedOperation(
  operation: Awaited<ReturnType<typeof readOperation>>,
  replayed: boolean,
  publicUrl: string,
): AcceptedOperation<200> | AcceptedOperation<202> {
  const body = operationView(operation, publicUrl);
  const headers = { location: `/api/v1/operations/${operation.operationUuid}`, replayed };
  return isUnderWay(body.status)
    ? { status: 202, body, headers: { ...headers, retryAfter: pollSeconds } }
    : { status: 200, body, headers };
}

/** Retry-After is said only while there is something to wait for. */
export function pollingHeaders({ etag, status }: Static<typeof V1Operation>): AnswerHeaders {
  return { etag, ...(isUnderWay(status) && { retryAfter: pollSeconds }) };
}

function isUnderWay(status: Static<typeof V1Operation>['status']): boolean {
  return status === 'queued' || status === 'running';
}
