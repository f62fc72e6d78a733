import type pg from 'pg';
import { unavailability } from './failures.ts';

/**
 * Sends one statement. A connection that breaks under it, and a server that cannot go on, become failures that the
 * service can answer with; whatever else the database says is thrown as it is.
 */
export async function sendStatement<Row>(
  client: pg.ClientBase,
  query: string | pg.QueryConfig,
  /** How long the server itself lets a statement run: after that the driver gives the connection up. */
  limitMs: number,
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  const sent = performance.now();
  try {
    return await client.query<Row & pg.QueryResultRow>(query);
  } catch (error) {
    throw unavailability(error, performance.now() - sent >= limitMs) ?? error;
  }
}
