import pg from 'pg';
import { AppError } from '../../domain/app-error.ts';

/**
 * - `noConnection`: none could be had in time;
 * - `connectionLost`: it broke under a statement, so the transaction is gone and nothing was changed;
 * - `noAnswer`: none came in time, so the connection was given up;
 * - `timeLimit`: the database itself ended or refused the statement; the connection is good;
 * - `commitUnknown`: it broke during COMMIT, and the change may have been made.
 */
export type UnavailableReason =
  | 'noConnection'
  | 'connectionLost'
  | 'noAnswer'
  | 'timeLimit'
  | 'commitUnknown';

const details = {
  noConnection: 'No connection to the database could be had in time. Nothing was changed; retry later.',
  connectionLost: 'The connection to the database was lost. Nothing was changed; retry.',
  noAnswer: 'The database did not answer in its time limit. Nothing was changed; retry later.',
  timeLimit: 'The database could not do it in its time limit. Nothing was changed; retry later.',
  commitUnknown:
    'The connection to the database was lost while the change was being stored, so it may or may not have been made. Retry with the same Idempotency-Key, or read the resource again.',
} as const satisfies Record<UnavailableReason, string>;

/** The database cannot be reached or does not answer: a 503 that a caller may retry. */
export class DatabaseUnavailable extends AppError {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause: unknown) {
    super('dependency_unavailable', { detail: details[reason], retryAfterSeconds: 1 }, { cause });
    this.reason = reason;
  }
}

/** The tenant itself asks for more than its part of the connections can do, while others are served: a 429. */
export function tooMuchOfOneTenant(): AppError {
  return new AppError('rate_limited', {
    detail:
      'This Organization asks for more at once than the database does for one Organization. Nothing was changed; wait for other answers, and retry.',
    retryAfterSeconds: 1,
  });
}

/** SQLSTATEs after which the connection is gone, or is one to a server that cannot serve us (a standby, say). */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '25006']);
/** Out of time or of resources, or input/output failed: the statement did nothing, and might work later. */
const exhaustedStates = new Set(['57014', '55P03']);
const exhaustedClasses = new Set(['53', '58']);

/**
 * A failure that the driver reported, as one that the service can answer with; undefined for a defect of ours.
 * `waitedTooLong` says that the driver gave the connection up because no answer came.
 */
export function unavailability(error: unknown, waitedTooLong = false): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    if (lostStates.has(state) || state.startsWith('08'))
      return new DatabaseUnavailable('connectionLost', error);
    if (exhaustedStates.has(state) || exhaustedClasses.has(state.slice(0, 2))) {
      return new DatabaseUnavailable('timeLimit', error);
    }
    return undefined;
  }
  // What is neither an answer of the database nor a misuse of the driver came from the socket.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof AppError)
    return undefined;
  return new DatabaseUnavailable(waitedTooLong ? 'noAnswer' : 'connectionLost', error);
}

/** Whether the whole transaction may simply run again: it lost against a concurrent one, or its connection broke. */
export function mayRunAgain(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.reason === 'connectionLost';
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Whether a statement failed because it would have broken this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
