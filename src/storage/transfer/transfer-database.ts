import pg from 'pg';
import type { AdminHandle } from '../embedded/session-handle.ts';

/** Runs one statement in the transaction and returns its rows; several in one text if there are no parameters. */
export type TransferQuery = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** What a transfer asks of a database, of either kind: one transaction as a login that owns the tables. */
export interface TransferDatabase {
  transaction<T>(fn: (query: TransferQuery) => Promise<T>): Promise<T>;
}

/** Over the embedded database; `adminLimitMs` bounds the whole transfer, so open it with a generous one. */
export function embeddedTransfer(admin: AdminHandle): TransferDatabase {
  return {
    transaction: (fn) =>
      admin.transaction((tx) =>
        fn(async (sql, parameters) => (await tx.query<never>(sql, [...(parameters ?? [])])).rows),
      ),
  };
}

/** Over PostgreSQL, with a connection of its own. */
export function postgresTransfer(databaseUrl: string): TransferDatabase {
  return {
    transaction: async (fn) => {
      const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
      await client.connect();
      try {
        await client.query('BEGIN');
        const result = await fn(async (sql, parameters) =>
          lastRows(await client.query(sql, [...(parameters ?? [])])),
        );
        await client.query('COMMIT');
        return result;
      } finally {
        // Ends an unfinished transaction too.
        await client.end();
      }
    },
  };
}

/** Several statements in one text have several results, which @types/pg does not say. */
function lastRows<Row>(result: pg.QueryResult | readonly pg.QueryResult[]): readonly Row[] {
  const last = 'rows' in result ? result : result.at(-1);
  return last?.rows ?? [];
}
