import { databaseFailure, type FailureContext, type FailureKind } from '../database/database-failure.ts';

/** As the server tells it; its message may quote values and goes no further. */
export interface TrinoError {
  readonly message: string;
  readonly errorName: string;
  readonly errorType: string;
}

/** By the server's error name (io.trino.spi.StandardErrorCode). */
const byName: Readonly<Record<string, FailureKind>> = {
  TABLE_NOT_FOUND: 'tableMissing',
  SCHEMA_NOT_FOUND: 'tableMissing',
  CATALOG_NOT_FOUND: 'databaseMissing',
  CATALOG_NOT_AVAILABLE: 'notReady',
  MISSING_CATALOG_NAME: 'databaseMissing',
  PERMISSION_DENIED: 'accessDenied',
  COLUMN_NOT_FOUND: 'columnMissing',
  QUERY_QUEUE_FULL: 'tooManyConnections',
  QUERY_REJECTED: 'tooManyConnections',
  EXCEEDED_TIME_LIMIT: 'timeLimit',
  EXCEEDED_CPU_LIMIT: 'timeLimit',
  SERVER_STARTING_UP: 'notReady',
  SERVER_SHUTTING_DOWN: 'notReady',
  NO_NODES_AVAILABLE: 'notReady',
  USER_CANCELED: 'lost',
  ADMINISTRATIVELY_KILLED: 'lost',
  ADMINISTRATIVELY_PREEMPTED: 'lost',
  ABANDONED_QUERY: 'lost',
  ABANDONED_TASK: 'lost',
  REMOTE_TASK_ERROR: 'lost',
  REMOTE_TASK_MISMATCH: 'lost',
  REMOTE_HOST_GONE: 'lost',
  PAGE_TRANSPORT_ERROR: 'lost',
  PAGE_TRANSPORT_TIMEOUT: 'lost',
  TOO_MANY_REQUESTS_FAILED: 'lost',
  WORKER_RESTARTED: 'lost',
  CLUSTER_OUT_OF_MEMORY: 'outOfMemory',
  EXCEEDED_GLOBAL_MEMORY_LIMIT: 'outOfMemory',
  EXCEEDED_LOCAL_MEMORY_LIMIT: 'outOfMemory',
};

/** A statement of ours that the server cannot read: a defect, which its own words help to find. */
const ourMistakes = [
  'SYNTAX_ERROR',
  'TYPE_MISMATCH',
  'FUNCTION_NOT_FOUND',
  'AMBIGUOUS_NAME',
  'MISMATCHED_COLUMN_ALIASES',
];

export function trinoFailure(error: TrinoError, context: FailureContext): Error {
  if (ourMistakes.includes(error.errorName)) return new TypeError(`${error.errorName}: ${error.message}`);
  return databaseFailure(byName[error.errorName] ?? 'unreadable', context, error);
}

export function httpFailure(status: number, context: FailureContext): Error {
  const kind: Readonly<Record<number, FailureKind>> = {
    401: 'loginRefused',
    403: 'accessDenied',
    429: 'tooManyConnections',
  };
  return databaseFailure(kind[status] ?? 'notReady', context, { status });
}
