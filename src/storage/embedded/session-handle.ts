import type { PGlite, PGliteQueryOptions, PGliteQueryResults, PGliteTransaction } from 'kysely';
import type pg from 'pg';
import type { Session } from './session.ts';
import type { SessionUser } from './session-protocol.ts';
import { parameterText, readResult } from './session-values.ts';
import type { Turn } from './turn.ts';

/** The part of PGlite that Kysely's PGliteDialect asks for. A failed statement rejects with `DatabaseError` of `pg`. */
export interface SessionHandle extends PGlite {
  /**
   * Reserves the session for `fn`, which begins its transaction through this handle or the Kysely over it. Waiting is
   * bounded, and a call from inside another turn throws TypeError instead of waiting for itself for good.
   */
  exclusive<T>(fn: () => Promise<T>): Promise<T>;
}

export interface SessionHandleOptions {
  readonly session: Session;
  readonly user: SessionUser;
  readonly limitMs: number;
  readonly types: pg.CustomTypesConfig;
}

type Query = PGlite['query'];

export function sessionHandle({ session, user, limitMs, types }: SessionHandleOptions): SessionHandle {
  const queryIn =
    (turn: Turn): Query =>
    async <T>(
      sql: string,
      parameters: unknown[] = [],
      options?: PGliteQueryOptions,
    ): Promise<PGliteQueryResults<T>> => {
      const raw = await turn.send({
        kind: 'query',
        as: user,
        sql,
        parameters: parameters.map(parameterText),
      });
      return readResult<T>(raw, types, options?.rowMode ?? 'object');
    };

  const query: Query = (sql, parameters, options) =>
    session.inThisTurn(user, limitMs, (turn) => queryIn(turn)(sql, parameters, options));

  return {
    query,
    transaction: (callback) => transaction(session, user, limitMs, queryIn, callback),
    exclusive: (fn) => session.inTurn(user, limitMs, fn),
    close: () => Promise.resolve(),
    get closed() {
      return session.closed;
    },
    ready: true,
    waitReady: Promise.resolve(),
  };
}

function transaction<T>(
  session: Session,
  user: SessionUser,
  limitMs: number,
  queryIn: (turn: Turn) => Query,
  callback: (tx: PGliteTransaction) => Promise<T>,
): Promise<T> {
  let begun = false;
  const outcome = session
    .inThisTurn(user, limitMs, async (turn) => {
      await turn.begin();
      begun = true;
      return await runToEnd(turn, queryIn(turn), callback);
    })
    .catch(async (failure: unknown) => {
      // Kysely's driver waits for the callback to learn that the transaction began, and would wait for good if it had
      // not: the callback gets a transaction whose every use reports the failure.
      if (!begun) await callback(failedTransaction(failure)).catch(() => {});
      throw failure;
    });
  // When the time is up, the outcome is known before Kysely's driver looks at it.
  outcome.catch(() => {});
  return outcome;
}

async function runToEnd<T>(
  turn: Turn,
  query: Query,
  callback: (tx: PGliteTransaction) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await callback({ query, rollback: () => turn.rollback() });
  } catch (error) {
    await turn.rollback();
    throw error;
  }
  if (turn.transactionOpen) await turn.commit();
  return result;
}

function failedTransaction(failure: unknown): PGliteTransaction {
  return { query: () => Promise.reject(failure), rollback: () => Promise.resolve() };
}
