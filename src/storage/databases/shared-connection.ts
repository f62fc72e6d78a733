import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, unavailability } from './failures.ts';
import type { StatementNames } from './statement-names.ts';

/**
 * One connection for the statements that are transactions by themselves. Nobody has it for himself: they follow each
 * other down the pipeline, and those of requests that came together leave in one write and are answered in one read.
 * Every request begins with one (`find_caller`). They are all short, so none holds up the others for long.
 */
export class SharedConnection {
  readonly #config: pg.ClientConfig;
  readonly #names: StatementNames;
  #client: Promise<pg.Client> | undefined;
  #isHeldBack = false;
  #isClosed = false;

  constructor(config: pg.ClientConfig, names: StatementNames) {
    this.#config = config;
    this.#names = names;
  }

  async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    if (this.#isClosed) throw new TypeError('The database is closed.');
    const client = await this.#connected();
    this.#holdBackWrites(client);
    try {
      return (await client.query<Row & pg.QueryResultRow>(this.#names.named(query))).rows;
    } catch (error) {
      throw unavailability(error) ?? error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  /** The connection, or a new one if there is none or it broke. Whoever asks while it is being made waits for the same. */
  async #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    const client = this.#client;
    try {
      return await client;
    } catch (error) {
      if (this.#client === client) this.#client = undefined;
      throw new DatabaseUnavailable('noConnection', error);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {});
    client.on('end', () => {
      this.#client = undefined;
    });
    await client.connect();
    return client;
  }

  #holdBackWrites({ connection: { stream } }: pg.Client): void {
    if (this.#isHeldBack) return;
    this.#isHeldBack = true;
    stream.cork();
    // After the requests that have arrived by now have been read, and their statements sent.
    setImmediate(() => {
      this.#isHeldBack = false;
      stream.uncork();
    });
  }
}
