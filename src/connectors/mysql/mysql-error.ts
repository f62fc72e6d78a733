import { AppError } from '../../domain/app-error.ts';
import { databaseFailure, type FailureContext, type FailureKind } from '../database/database-failure.ts';

/** By the server's error number (MySQL and MariaDB documentation, Server Error Codes). */
const byNumber: Readonly<Record<number, FailureKind>> = {
  1045: 'loginRefused',
  1130: 'loginRefused',
  1698: 'loginRefused',
  1820: 'loginRefused',
  3118: 'loginRefused',
  3159: 'plainLoginRefused',
  1044: 'databaseMissing',
  1049: 'databaseMissing',
  1146: 'tableMissing',
  1142: 'accessDenied',
  1143: 'accessDenied',
  1370: 'accessDenied',
  1054: 'columnMissing',
  1040: 'tooManyConnections',
  1203: 'tooManyConnections',
  1226: 'tooManyConnections',
  1205: 'timeLimit',
  1317: 'timeLimit',
  1969: 'timeLimit',
  3024: 'timeLimit',
  1053: 'lost',
  1077: 'lost',
  1079: 'lost',
  1158: 'lost',
  1159: 'lost',
  1160: 'lost',
  1161: 'lost',
  1184: 'lost',
  1927: 'lost',
  4031: 'lost',
};

/** By the driver's own name of what went wrong before the server could answer. */
const byName: Readonly<Record<string, FailureKind>> = {
  HANDSHAKE_NO_SSL_SUPPORT: 'tlsNotOffered',
  HANDSHAKE_SSL_ERROR: 'certificateNotTrusted',
  AUTH_SWITCH_PLUGIN_ERROR: 'loginRefused',
};

/** A statement of ours that the server cannot read. */
const syntaxError = 1064;

/** What the driver threw, as an error that a caller may see; our own mistakes stay what they are. */
export function mysqlError(thrown: unknown, context: FailureContext): unknown {
  if (thrown instanceof AppError) return thrown;
  const kind = kindOf(thrown);
  return kind === null ? thrown : databaseFailure(kind, context, thrown);
}

function kindOf(thrown: unknown): FailureKind | null {
  if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) return null;
  const { errno, code } = thrown as Error & { errno?: unknown; code?: unknown };
  const named = typeof code === 'string' ? byName[code] : undefined;
  if (named !== undefined) return named;
  // A number below zero is the system's, about the socket; none at all is the driver's, about the connection.
  if (typeof errno !== 'number' || errno < 1000) return 'lost';
  if (errno === syntaxError) return null;
  return byNumber[errno] ?? 'unreadable';
}
