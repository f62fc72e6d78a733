import type { ProblemCode } from './problems.ts';

/** Asynchronous work is queued, running or terminal. */
export type OperationStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type TerminalOperationStatus = 'succeeded' | 'failed' | 'cancelled';

/** Why an operation failed: a problem like those that requests are answered with. */
export interface OperationFailure {
  readonly code: ProblemCode;
  readonly detail: string;
}
