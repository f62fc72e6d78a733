import { databaseFailure, type FailureContext, type FailureKind } from '../database/database-failure.ts';

/** How a statement ended that did not succeed; the message may quote values and goes no further. */
export interface StatementStatus {
  readonly state: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'CLOSED';
  readonly error?: { readonly error_code?: string; readonly message?: string };
  readonly sql_state?: string;
}

/** By SQLSTATE (Databricks documentation, error handling and error messages). */
const bySqlState: Readonly<Record<string, FailureKind>> = {
  '42P01': 'tableMissing',
  '42704': 'tableMissing',
  '42P08': 'databaseMissing',
  '42501': 'accessDenied',
  '42703': 'columnMissing',
  '57KD0': 'timeLimit',
  '57014': 'lost',
  HY008: 'lost',
};

/** A statement of ours that the server cannot read: a defect, which its own words help to find. */
const ourMistakes = ['42601', '42883', '42K09', '42702', '42846'];

/** By the code of the service that runs statements. */
const byErrorCode: Readonly<Record<string, FailureKind>> = {
  DEADLINE_EXCEEDED: 'timeLimit',
  TEMPORARILY_UNAVAILABLE: 'lost',
  ABORTED: 'lost',
  CANCELLED: 'lost',
  RESOURCE_EXHAUSTED: 'outOfMemory',
  UNAUTHENTICATED: 'loginRefused',
};

export function statementFailure(status: StatementStatus, context: FailureContext): Error {
  if (status.state === 'CANCELED' || status.state === 'CLOSED')
    return databaseFailure('lost', context, status);
  const { sql_state: sqlState = '', error } = status;
  if (ourMistakes.includes(sqlState)) return new TypeError(`${sqlState}: ${error?.message ?? ''}`);
  const kind = bySqlState[sqlState] ?? byErrorCode[error?.error_code ?? ''];
  return databaseFailure(kind ?? 'unreadable', context, status);
}

export function httpFailure(status: number, context: FailureContext): Error {
  const kind: Readonly<Record<number, FailureKind>> = {
    400: 'databaseMissing',
    401: 'loginRefused',
    403: 'accessDenied',
    404: 'databaseMissing',
    429: 'tooManyConnections',
  };
  return databaseFailure(kind[status] ?? 'notReady', context, { status });
}
