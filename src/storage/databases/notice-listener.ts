import pg from 'pg';
import type { Listener } from './database.ts';

/** Carries no payload: who is woken claims, and learns from the claim alone which tenant has work. */
export const workChannel = 'plumbline_work';
/** Carries the id of the Organization in which something happened: who follows another need not look. */
export const eventChannel = 'plumbline_events';

/** A notice, or undefined after a gap in which some may have been missed. */
export type OnNotice = (payload: string | undefined) => void;

/** Longer than a server restart usually takes would only delay whoever waits; they poll as well. */
const reconnectMs = 1_000;

/** A connection of its own that waits for notifications, and is opened again whenever it breaks. */
export class PostgresqlNoticeListener implements Listener {
  readonly #databaseUrl: string;
  readonly #channel: string;
  readonly #onNotice: OnNotice;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(databaseUrl: string, channel: string, onNotice: OnNotice) {
    this.#databaseUrl = databaseUrl;
    this.#channel = channel;
    this.#onNotice = onNotice;
  }

  static async open(
    databaseUrl: string,
    channel: string,
    onNotice: OnNotice,
  ): Promise<PostgresqlNoticeListener> {
    const listener = new PostgresqlNoticeListener(databaseUrl, channel, onNotice);
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
      application_name: `plumbline listener of ${this.#channel}`,
      connectionTimeoutMillis: 2_000,
      // A connection that only waits does not notice by itself that the other side is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    client.on('error', () => {});
    client.on('end', () => this.#reconnectLater());
    client.on('notification', ({ payload }) => this.#onNotice(payload));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${this.#channel}`);
      // Whatever was said while nobody listened was not heard.
      this.#onNotice(undefined);
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
