import { AppError } from '../../domain/app-error.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import { problems } from '../../domain/problems.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';

/** Thrown by work that would only wait for what has stopped already. Nothing is wrong, and the next start goes on. */
export class ServiceStopping extends Error {
  override readonly name = 'ServiceStopping';
}

/** Whether another attempt would fail the same way. */
export function isPermanent(error: unknown): boolean {
  return error instanceof AppError && !problems[error.code].retryable;
}

/** Its holder ended without a word during the last attempt that it had: trying again might end the next one too. */
export function workerVanished(work: ClaimedWork): AppError {
  return new AppError('internal_error', {
    detail: `The service stopped ${work.maxAttempts} time(s) while it did this work, so it was given up.`,
  });
}

/** What is stored, and shown to people. Only an AppError's words are meant for them: others may quote anything. */
export function failureOf(error: unknown): OperationFailure {
  if (error instanceof AppError) return { code: error.code, detail: error.params.detail };
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { code: 'dependency_unavailable', detail: 'The attempt took longer than it may.' };
  }
  return {
    code: 'internal_error',
    detail: 'The attempt failed unexpectedly. The log of the service has the cause.',
  };
}
