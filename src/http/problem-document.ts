import type { Static } from 'typebox';
import type { V1Problem } from '../contract/schemas/problem.ts';
import type { AppError } from '../domain/app-error.ts';
import { problems } from '../domain/problems.ts';

/** The body of a problem answer (RFC 9457). */
export function problemDocument(
  error: AppError,
  requestId: string,
  publicUrl: string,
): Static<typeof V1Problem> {
  const { status, title } = problems[error.code];
  return {
    type: `${publicUrl}/problems/${error.code}`,
    title,
    status,
    detail: error.params.detail,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    requestId,
    ...(error.params.errors && { errors: [...error.params.errors] }),
  };
}
