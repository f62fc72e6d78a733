import pg from 'pg';
import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import type { DatabaseAddress, TableName } from '../outbound/database-address.ts';

/** What a failure was about. */
export interface FailureContext {
  readonly address: DatabaseAddress;
  /** Null where no table was asked for. */
  readonly table: TableName | null;
}

interface Failure {
  readonly code: ProblemCode;
  detail(context: FailureContext): string;
}

const loginRefused: Failure = {
  code: 'connection_login_refused',
  detail: ({ address }) =>
    `${serverOf(address)} refused the login of ${quoted(address.user)}. Check the user and enter the password again; if both are right, the server does not let this user into ${quoted(address.database)} from here.`,
};

const lost: Failure = {
  code: 'connection_lost',
  detail: ({ address }) =>
    `${serverOf(address)} ended the session or was restarted in the middle. Nothing of what was read is kept; retry.`,
};

const timeLimit: Failure = {
  code: 'query_time_limit',
  detail: (context) =>
    `${serverOf(context.address)} did not finish ${aboutTable(context)} within the time limit. Retry when the server is less busy, or have the limit raised.`,
};

const tableNotFound: Failure = {
  code: 'table_not_found',
  detail: (context) =>
    `The database ${quoted(context.address.database)} has no ${aboutTable(context)} (any more). Browse the source for its present name, or restore it, and retry.`,
};

/** By SQLSTATE (PostgreSQL documentation, Appendix A). */
const bySqlState: Readonly<Record<string, Failure>> = {
  '28P01': loginRefused,
  '28000': {
    code: 'connection_login_refused',
    detail: (context) =>
      context.address.tls.mode === 'disable'
        ? `${serverOf(context.address)} does not let ${quoted(context.address.user)} in without TLS, or not from here. Set the TLS mode of the connection to require or verify-full, or check the user.`
        : loginRefused.detail(context),
  },
  '3D000': {
    code: 'database_not_found',
    detail: ({ address }) =>
      `${serverOf(address)} has no database ${quoted(address.database)}. Check the name; letter case counts.`,
  },
  '42P01': tableNotFound,
  '3F000': tableNotFound,
  '42501': {
    code: 'table_access_denied',
    detail: (context) =>
      `${quoted(context.address.user)} may not read ${aboutTable(context)}. Have USAGE of the schema and SELECT of the table granted, then retry.`,
  },
  '42703': {
    code: 'dataset_schema_changed',
    detail: (context) =>
      `A column of ${aboutTable(context)} is gone since the dataset was prepared. Prepare it again.`,
  },
  '53300': {
    code: 'connection_limit_reached',
    detail: ({ address }) =>
      `${serverOf(address)} accepts no more connections${address.user === '' ? '' : ` of ${quoted(address.user)}`}. Retry later, or have the limit raised.`,
  },
  '57014': timeLimit,
  '55P03': timeLimit,
  '57P01': lost,
  '57P02': lost,
  '57P05': lost,
  '25P03': lost,
  '57P03': {
    code: 'connection_failed',
    detail: ({ address }) => `${serverOf(address)} is starting up or shutting down. Retry in a while.`,
  },
};

/** What the driver threw, as an error that a caller may see; our own mistakes stay what they are. */
export function postgresqlError(thrown: unknown, context: FailureContext): unknown {
  if (thrown instanceof AppError) return thrown;
  const failure = failureOf(thrown);
  if (failure === null) return thrown;
  return new AppError(failure.code, { detail: failure.detail(context) }, { cause: thrown });
}

function failureOf(thrown: unknown): Failure | null {
  if (!(thrown instanceof Error)) return null;
  if (!(thrown instanceof pg.DatabaseError)) {
    // What is no answer of the server is a connection that broke, under whatever name the driver or the system has.
    return thrown instanceof TypeError || thrown instanceof RangeError ? null : lost;
  }
  const state = thrown.code ?? '';
  const known = bySqlState[state] ?? (state.startsWith('08') ? lost : undefined);
  if (known !== undefined) return known;
  // Class 42 is about the statement, which is ours.
  return state.startsWith('42') ? null : unreadable(state);
}

/** The server's own message may quote values, and rows must not get into messages. */
function unreadable(state: string): Failure {
  return {
    code: 'dataset_unreadable',
    detail: (context) =>
      `${serverOf(context.address)} could not read ${aboutTable(context)} (SQLSTATE ${state}). The server's log says why; a view may fail on a value of its tables.`,
  };
}

export function serverOf({ host, port }: DatabaseAddress): string {
  return `PostgreSQL at ${host}:${port}`;
}

function aboutTable({ table }: FailureContext): string {
  return table === null ? 'the catalogue' : tableText(table);
}

export function tableText({ schema, table }: TableName): string {
  return `table ${quoted(`${schema}.${table}`)}`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
