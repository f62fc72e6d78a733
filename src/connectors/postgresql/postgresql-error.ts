import pg from 'pg';
import { AppError } from '../../domain/app-error.ts';
import { databaseFailure, type FailureContext, type FailureKind } from '../database/database-failure.ts';

/** By SQLSTATE (PostgreSQL documentation, Appendix A). */
const bySqlState: Readonly<Record<string, FailureKind>> = {
  '28P01': 'loginRefused',
  '28000': 'loginRefused',
  '3D000': 'databaseMissing',
  '57P04': 'databaseMissing',
  '3F000': 'tableMissing',
  '42P01': 'tableMissing',
  '42501': 'accessDenied',
  '42703': 'columnMissing',
  '53300': 'tooManyConnections',
  '57014': 'timeLimit',
  '55P03': 'timeLimit',
  '57P03': 'notReady',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P05': 'lost',
  '25P03': 'lost',
};

/** What the driver threw, as an error that a caller may see; our own mistakes stay what they are. */
export function postgresqlError(thrown: unknown, context: FailureContext): unknown {
  if (thrown instanceof AppError) return thrown;
  const kind = kindOf(thrown, context);
  return kind === null ? thrown : databaseFailure(kind, context, thrown);
}

function kindOf(thrown: unknown, { address }: FailureContext): FailureKind | null {
  if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) return null;
  // What is no answer of the server is a connection that broke, under whatever name the driver or the system has.
  if (!(thrown instanceof pg.DatabaseError)) return 'lost';
  const state = thrown.code ?? '';
  // The rules of who may come in speak of encryption too, and the server answers with one code for all of them.
  if (state === '28000' && address.tls.mode === 'disable') return 'plainLoginRefused';
  const known = bySqlState[state] ?? (state.startsWith('08') ? 'lost' : undefined);
  // Class 42 is about the statement, which is ours.
  return known ?? (state.startsWith('42') ? null : 'unreadable');
}
