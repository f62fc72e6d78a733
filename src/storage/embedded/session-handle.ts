import type { PGlite, PGliteTransaction } from 'kysely';
import type pg from 'pg';
import type { Session } from './session.ts';
import type { SessionUser } from './session-protocol.ts';
import { parameterText, readResult } from './session-values.ts';
import type { Turn } from './turn.ts';

/**
 * A way to the session in transactions only. A transaction commits when its callback resolves and rolls back when it
 * rejects. A failed statement rejects with `DatabaseError` of `pg`; the time limit and a lost engine reject with
 * `EmbeddedDatabaseUnavailable`; a call from inside a transaction, past its own handle, with TypeError.
 */
export interface TransactionHandle {
  transaction<T>(callback: (tx: PGliteTransaction) => Promise<T>): Promise<T>;
}

/** The same, and single statements that are transactions by themselves. */
export interface AdminHandle extends TransactionHandle {
  /** Several statements may stand in one text if there are no parameters; the last result is returned. */
  readonly query: PGlite['query'];
}

export interface HandleOptions {
  readonly session: Session;
  readonly limitMs: number;
  readonly types: pg.CustomTypesConfig;
}

export function serviceHandle(options: HandleOptions): TransactionHandle {
  return transactionsAs('service', options);
}

export function adminHandle(options: HandleOptions): AdminHandle {
  const { session, limitMs, types } = options;
  return {
    ...transactionsAs('admin', options),
    query: (sql, parameters, queryOptions) =>
      session.inTurn('admin', limitMs, (turn) => queryIn(turn, types)(sql, parameters, queryOptions)),
  };
}

function transactionsAs(user: SessionUser, { session, limitMs, types }: HandleOptions): TransactionHandle {
  return {
    transaction: (callback) =>
      session.inTurn(user, limitMs, async (turn) => {
        await turn.begin();
        const result = await rollingBack(turn, () =>
          callback({ query: queryIn(turn, types), rollback: () => turn.rollback() }),
        );
        if (turn.transactionOpen) await turn.commit();
        return result;
      }),
  };
}

async function rollingBack<T>(turn: Turn, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn();
  } catch (error) {
    await turn.rollback();
    throw error;
  }
}

function queryIn(turn: Turn, types: pg.CustomTypesConfig): PGlite['query'] {
  return async (sql, parameters = [], options) => {
    const request = { kind: 'query', as: turn.user, sql, parameters: parameters.map(parameterText) } as const;
    return readResult(await turn.send(request), types, options?.rowMode ?? 'object');
  };
}
