import { type ProblemCode, problems } from './problems.ts';

/** One part of a request that breaks a rule; exactly one of the three places is given. */
export interface FieldError {
  readonly detail: string;
  readonly code: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
}

export interface AppErrorParams {
  /** What happened, to what, and what to do next. Shown to the caller, so it never carries a secret or row data. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

/** An error that a caller is meant to see. Anything else that is thrown is a defect and a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly params: AppErrorParams;

  constructor(code: ProblemCode, params: AppErrorParams, options?: { cause?: unknown }) {
    super(params.detail, options);
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return problems[this.code].status;
  }
}
