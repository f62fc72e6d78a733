import pg from 'pg';
import type { SessionHandle } from '../embedded/session-handle.ts';

/** Runs one statement in the transaction and returns its rows; several in one text if there are no parameters. */
export type TransferQuery = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** What a transfer asks of a database, of either kind: one transaction as a login that owns the tables. */
export interface TransferDatabase {
  transaction<T>(fn: (query: TransferQuery) => Promise<T>): Promise<T>;
}

/** Over the embedded database; `admin.limitMs` bounds the whole transfer, so open it with a generous `adminLimitMs`. */
export function embeddedTransfer(admin: SessionHandle): TransferDatabase {
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

/** Several statements in one text have several results. */
function lastRows<Row>(result: pg.QueryResult | readonly pg.QueryResult[]): readonly Row[] {
  return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? [];
}
