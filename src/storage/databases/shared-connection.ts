import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, mayRunAgain } from './failures.ts';
import { holdBackWrites } from './hold-back-writes.ts';
import { sendStatement } from './send-statement.ts';
import type { StatementNames } from './statement-names.ts';

/**
 * One connection for short reads. Nobody has it for himself: they follow each other down the pipeline, and those of
 * requests that came together leave in one write and are answered in one read. Every request begins with one
 * (`find_caller`): with a connection each from the pool, fewer than half as many were answered in the same time. Two
 * that ask the same before either has left share one answer.
 */
export class SharedConnection {
  readonly #config: pg.ClientConfig;
  readonly #limitMs: number;
  readonly #names: StatementNames;
  /** Sent with the next write, by what they ask. */
  readonly #leaving = new Map<string, Promise<unknown[]>>();
  #client: Promise<pg.Client> | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig, limitMs: number, names: StatementNames) {
    this.#config = config;
    this.#limitMs = limitMs;
    this.#names = names;
  }

  async read<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    try {
      return await this.#readOnce(query);
    } catch (error) {
      // A connection that broke while nobody used it shows that only now.
      if (!mayRunAgain(error)) throw error;
      return await this.#readOnce(query);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #readOnce<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    if (this.#isClosed) throw new TypeError('The database is closed.');
    this.#client ??= this.#connect();
    const connecting = this.#client;
    const client = await connecting.catch((error: unknown) => {
      this.#giveUp(connecting);
      throw new DatabaseUnavailable('noConnection', error);
    });
    const asked = [query.sql, ...query.parameters].join('\n');
    const same = this.#leaving.get(asked);
    if (same !== undefined) return (await same) as Row[];
    // Until the requests that have arrived by now have been read, and their statements are all here.
    holdBackWrites(client, (leave) =>
      setImmediate(() => {
        this.#leaving.clear();
        leave();
      }),
    );
    const rows = this.#send<Row>(connecting, client, query);
    this.#leaving.set(asked, rows);
    return await rows;
  }

  async #send<Row>(
    connecting: Promise<pg.Client>,
    client: pg.Client,
    query: CompiledQuery<Row>,
  ): Promise<Row[]> {
    try {
      return (await sendStatement<Row>(client, this.#names.named(query), this.#limitMs)).rows;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== 'timeLimit') {
        this.#giveUp(connecting);
        // Whoever else waits for an answer from it may still get one; nobody waits for its end.
        client.end().catch(() => {});
      }
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // Whoever has sent a statement hears of a broken connection from that.
    client.on('error', () => {});
    await client.connect();
    const connected = this.#client;
    client.on('end', () => this.#giveUp(connected));
    return client;
  }

  /** Whoever comes next makes another. */
  #giveUp(connection: Promise<pg.Client> | undefined): void {
    if (this.#client === connection) this.#client = undefined;
  }
}
