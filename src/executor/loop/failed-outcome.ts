import { AppError } from '../../domain/app-error.ts';
import type { TaskOutcome } from '../../domain/execution/protocol.ts';
import { type ProblemCode, problems } from '../../domain/problems.ts';

/** The longest detail that the protocol takes, in code points. */
const longestDetail = 2000;

/**
 * What a task failed with, for the person who asked. A defect is told by its code alone: its message may quote a
 * statement or a value of a row.
 */
export function failedOutcome(error: unknown): TaskOutcome {
  if (error instanceof AppError) {
    const { retryable } = problems[error.code];
    return failed(error.code, error.params.detail, retryable);
  }
  return failed('internal_error', 'The executor failed in a way that it should not. See its log.', true);
}

export function failed(code: ProblemCode, detail: string, retryable: boolean): TaskOutcome {
  const points = [...detail];
  const cut = points.length <= longestDetail ? detail : `${points.slice(0, longestDetail - 1).join('')}…`;
  return { status: 'failed', problem: { code, detail: cut }, retryable };
}
