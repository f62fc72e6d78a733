import pg from 'pg';
import type { WorkListener } from './database.ts';

/** NOTIFY carries no payload: who is woken claims, and learns from the claim alone which tenant has work. */
export const workChannel = 'plumbline_work';

/** Longer than a server restart usually takes would only delay work; the workers poll as well. */
const reconnectMs = 1_000;

/** A connection of its own that waits for notifications, and is opened again whenever it breaks. */
export class PostgresqlWorkListener implements WorkListener {
  readonly #databaseUrl: string;
  readonly #onWork: () => void;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(databaseUrl: string, onWork: () => void) {
    this.#databaseUrl = databaseUrl;
    this.#onWork = onWork;
  }

  static async open(databaseUrl: string, onWork: () => void): Promise<PostgresqlWorkListener> {
    const listener = new PostgresqlWorkListener(databaseUrl, onWork);
    await listener.#connect();
    return listener;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'plumbline work listener',
      connectionTimeoutMillis: 2_000,
      // A connection that only waits does not notice by itself that the other side is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    client.on('error', () => {});
    client.on('end', () => this.#reconnectLater());
    client.on('notification', () => this.#onWork());
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${workChannel}`);
      // Whatever was enqueued while nobody listened was not heard.
      this.#onWork();
    } catch {
      this.#reconnectLater();
    }
  }

  #reconnectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), reconnectMs);
    this.#retry.unref();
  }
}
