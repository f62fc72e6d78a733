import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { enterTenant } from './enter-tenant.ts';
import { DatabaseUnavailable, mayRunAgain } from './failures.ts';
import { holdBackWrites } from './hold-back-writes.ts';
import { sendStatement } from './send-statement.ts';
import type { StatementNames } from './statement-names.ts';

/**
 * One connection for short reads. Nobody has it for himself: they follow each other down the pipeline, and those of
 * requests that came together leave in one write and are answered in one read. Every request begins with one
 * (`find_caller`): with a connection each from the pool, fewer than half as many were answered in the same time.
 */
export class SharedConnection {
  readonly #config: pg.ClientConfig;
  readonly #limitMs: number;
  readonly #names: StatementNames;
  /** Sent with the next write, by what they ask. */
  readonly #leaving = new Map<string, Promise<unknown[]>>();
  #connecting: Promise<pg.Client> | undefined;
  /** The one that reads go to, once it is there. */
  #client: pg.Client | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig, limitMs: number, names: StatementNames) {
    this.#config = config;
    this.#limitMs = limitMs;
    this.#names = names;
  }

  /** Outside any tenant. Two that ask the same before either has left share one answer. */
  async read<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#onceMore(async () => {
      const client = await this.#connected();
      const asked = [query.sql, ...query.parameters].join('\n');
      const same = this.#leaving.get(asked);
      if (same !== undefined) return (await same) as Row[];
      const rows = this.#send<Row>(client, query);
      this.#leaving.set(asked, rows);
      return await rows;
    });
  }

  /** A plain SELECT inside one Organization. */
  async readInTenant<Row>(orgUuid: string, query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#onceMore(async () => this.#send<Row>(await this.#connected(), query, orgUuid));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connecting?.catch(() => undefined);
    await client?.end();
  }

  /** A connection that broke while nobody used it shows that only when it is used. */
  async #onceMore<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!mayRunAgain(error)) throw error;
      return await read();
    }
  }

  async #send<Row>(client: pg.Client, query: CompiledQuery<Row>, orgUuid?: string): Promise<Row[]> {
    // Until the requests that have arrived by now have been read, and their statements are all here.
    holdBackWrites(client, (leave) =>
      setImmediate(() => {
        this.#leaving.clear();
        leave();
      }),
    );
    try {
      if (orgUuid !== undefined) enterTenant(client, orgUuid);
      return await sendStatement<Row>(client, this.#names.named(query), this.#limitMs).then(rowsOfLast);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== 'timeLimit') {
        this.#giveUp(client);
        // Whoever else waits for an answer from it may still get one; nobody waits for its end.
        client.end().catch(() => {});
      }
      throw error;
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#isClosed) throw new TypeError('The database is closed.');
    this.#connecting ??= this.#connect();
    try {
      return await this.#connecting;
    } catch (error) {
      throw new DatabaseUnavailable('noConnection', error);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // Whoever has sent a statement hears of a broken connection from that.
    client.on('error', () => {});
    this.#client = client;
    client.on('end', () => this.#giveUp(client));
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.#giveUp(client);
      throw error;
    }
  }

  /** Whoever comes next makes another. One that was given up before has nothing to say about its successor. */
  #giveUp(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#connecting = undefined;
  }
}

/** The driver gives the answers to all statements of a flight, and does not say so in its types. */
function rowsOfLast<Row>(answers: { readonly rows: Row[] } | readonly { readonly rows: Row[] }[]): Row[] {
  const last = 'rows' in answers ? answers : answers.at(-1);
  return last?.rows ?? [];
}
