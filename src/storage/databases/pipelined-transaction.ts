import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';
import type { TenantConnection } from './database.ts';
import { DatabaseUnavailable, unavailability } from './failures.ts';
import { holdBackWrites } from './hold-back-writes.ts';
import { workChannel } from './notice-listener.ts';
import { isPlainRead } from './plain-read.ts';
import { sendStatement } from './send-statement.ts';
import type { StatementNames } from './statement-names.ts';

/** One transaction on one connection. Statements go out at once and are answered in order. */
export class PipelinedTransaction implements TenantConnection {
  readonly #client: pg.PoolClient;
  readonly #limitMs: number;
  readonly #names: StatementNames;
  #isOpen = true;
  #announcesWork = false;
  #hasOnlyRead = true;

  constructor(client: pg.PoolClient, limitMs: number, names: StatementNames) {
    this.#client = client;
    this.#limitMs = limitMs;
    this.#names = names;
  }

  async within<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T> {
    // Until the running code waits for something: the first statement is there by then.
    holdBackWrites(this.#client, process.nextTick);
    // The caller has checked that orgUuid is a UUID. If BEGIN fails, whatever is behind it in the pipeline meets no
    // tenant and fails as well.
    const begin = `BEGIN; SET LOCAL plumbline.org_uuid = '${orgUuid}'`;
    const begun = sendStatement(this.#client, begin, this.#limitMs);
    const [result] = await Promise.all([fn(this), begun]);
    return result;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isOpen) throw new TypeError('The transaction is over: a statement was not awaited inside it.');
    this.#hasOnlyRead &&= isPlainRead(query.query);
    // Statements that the caller sends side by side leave together.
    holdBackWrites(this.#client, process.nextTick);
    const statement = this.#names.named(query);
    const { command, rowCount, rows } = await sendStatement<Row>(this.#client, statement, this.#limitMs);
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; rows are always few enough to come at once
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('Storage does not stream: ask for a page.');
  }

  announceWork(): void {
    this.#announcesWork = true;
  }

  /** Nobody waits for the end of a transaction that has only read: it leaves with the connection's next statement. */
  async commit(): Promise<void> {
    this.#isOpen = false;
    if (this.#hasOnlyRead) {
      holdBackWrites(this.#client, process.nextTick);
      // Should it fail, so does the next statement of this connection, behind it in the pipeline.
      this.#client.query('COMMIT').catch(() => {});
      return;
    }
    const text = this.#announcesWork ? `NOTIFY ${workChannel}; COMMIT` : 'COMMIT';
    try {
      const results: pg.QueryResult | pg.QueryResult[] = await this.#client.query(text);
      const last = Array.isArray(results) ? results.at(-1) : results;
      if (last?.command !== 'COMMIT') {
        throw new TypeError('Nothing was committed: a statement had failed, and its error was swallowed.');
      }
    } catch (error) {
      throw unavailability(error) === undefined ? error : new DatabaseUnavailable('commitUnknown', error);
    }
  }

  /** Says whether the connection is still good. */
  async rollback(): Promise<boolean> {
    this.#isOpen = false;
    try {
      await this.#client.query('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }
}
