import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import type { DatabaseAddress, TableName } from '../outbound/database-address.ts';

/** What a failure was about. */
export interface FailureContext {
  /** What people call the server: `PostgreSQL`. */
  readonly product: string;
  readonly address: DatabaseAddress;
  /** Null where no table was asked for. */
  readonly table: TableName | null;
}

interface Failure {
  readonly code: ProblemCode;
  /** What happened, to what, and what to do; never a password, and nothing that the server said of a value. */
  readonly detail: (context: FailureContext) => string;
}

/** What a user meets, in words that are the same for every system; each connector knows its server's codes for it. */
const failures = {
  loginRefused: {
    code: 'connection_login_refused',
    detail: (context) =>
      `${server(context)} refused the login of ${user(context)}. Check the user and enter the password again; if both are right, the server does not let this user into ${database(context)} from here.`,
  },
  /** Without TLS; the server may demand it. */
  plainLoginRefused: {
    code: 'connection_tls_failed',
    detail: (context) =>
      `${server(context)} does not let ${user(context)} in over a connection without TLS, or not from here. Set the TLS mode of the connection to require or verify-full, or check the user.`,
  },
  tlsNotOffered: {
    code: 'connection_tls_failed',
    detail: (context) =>
      `${server(context)} offers no TLS, and the connection demands it. Have TLS switched on at the server, or set the TLS mode of the connection to disable.`,
  },
  certificateNotTrusted: {
    code: 'connection_tls_failed',
    detail: (context) =>
      `The certificate of ${server(context)} is not trusted. Declare the authority that signed it, use the host name that it is made for, or set the TLS mode to require.`,
  },
  databaseMissing: {
    code: 'database_not_found',
    detail: (context) =>
      `${server(context)} has no database ${database(context)}, or none that ${user(context)} may use. Check the name; letter case counts.`,
  },
  tableMissing: {
    code: 'table_not_found',
    detail: (context) =>
      `${context.table === null ? 'What was asked for is not there' : `There is no ${table(context)}`} (any more). Browse the source for its present name, or restore it, and retry.`,
  },
  accessDenied: {
    code: 'table_access_denied',
    detail: (context) =>
      `${user(context)} may not read ${table(context)}. Have SELECT granted, and USAGE of its schema, then retry.`,
  },
  columnMissing: {
    code: 'dataset_schema_changed',
    detail: (context) =>
      `A column of ${table(context)} is gone since the dataset was prepared. Prepare it again and review its tests.`,
  },
  tooManyConnections: {
    code: 'connection_limit_reached',
    detail: (context) =>
      `${server(context)} accepts no more connections, or none of ${user(context)}. Retry later, or have the limit raised.`,
  },
  timeLimit: {
    code: 'query_time_limit',
    detail: (context) =>
      `${server(context)} did not finish reading ${table(context)} within the time limit. Retry when the server is less busy, or have the limit raised.`,
  },
  outOfMemory: {
    code: 'engine_resources_exhausted',
    detail: (context) =>
      `${server(context)} ran out of the memory that a query may use, reading ${table(context)}. Retry when it is less busy, have its limits raised, or compare fewer columns or rows at a time.`,
  },
  anotherServer: {
    code: 'connection_failed',
    detail: (context) =>
      `${context.address.host}:${context.address.port} answers, but not as ${context.product} does. Check the host and the port; something else may listen there, or stand in between.`,
  },
  notReady: {
    code: 'connection_failed',
    detail: (context) => `${server(context)} is starting up or shutting down. Retry in a while.`,
  },
  lost: {
    code: 'connection_lost',
    detail: (context) =>
      `${server(context)} ended the session or was restarted in the middle. Nothing of what was read is kept; retry.`,
  },
  unreadable: {
    code: 'dataset_unreadable',
    detail: (context) =>
      `${server(context)} could not read ${table(context)}. The server's log says why; a view may fail on a value of its tables.`,
  },
} as const satisfies Record<string, Failure>;

export type FailureKind = keyof typeof failures;

export function databaseFailure(kind: FailureKind, context: FailureContext, cause?: unknown): AppError {
  const { code, detail } = failures[kind];
  return new AppError(code, { detail: detail(context) }, { cause });
}

/** For messages: `table "sales.orders"`. */
export function tableText({ schema, table: name }: TableName): string {
  return `table ${JSON.stringify(`${schema}.${name}`)}`;
}

function server({ product, address }: FailureContext): string {
  return `${product} at ${address.host}:${address.port}`;
}

function user({ address }: FailureContext): string {
  return JSON.stringify(address.user);
}

function database({ address }: FailureContext): string {
  return JSON.stringify(address.database);
}

function table({ table: name }: FailureContext): string {
  return name === null ? 'the catalogue' : tableText(name);
}
