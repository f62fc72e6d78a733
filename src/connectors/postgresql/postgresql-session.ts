import type { Socket } from 'node:net';
import pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { textLiteral } from '../../engine/dialects/postgresql/lexical.ts';
import { sessionSettings } from '../../engine/dialects/postgresql/session-settings.ts';
import type { SessionOptions } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import { type Cells, type DatabaseSession, graceMs, type SentRecords } from '../database/database-session.ts';
import type { DatabaseAddress } from '../outbound/database-address.ts';
import { type Endpoint, locateEndpoint, type Outbound, openSocket } from '../outbound/endpoint.ts';
import { postgresqlError } from './postgresql-error.ts';
import { secureSocket } from './secure-socket.ts';

/** How long a statement may wait for a lock; a table is locked for so long only while it is being rebuilt. */
const lockTimeoutMs = 10_000;

export class PostgresqlSession implements DatabaseSession {
  readonly encrypted: boolean;
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #outbound: Outbound;
  /** Only the address that the session is connected to. */
  readonly #endpoint: Endpoint;
  readonly #context: FailureContext;
  #isCopying = false;

  private constructor(
    client: pg.Client,
    socket: Socket,
    outbound: Outbound,
    endpoint: Endpoint,
    context: FailureContext,
  ) {
    this.#client = client;
    this.#socket = socket;
    this.#outbound = outbound;
    this.#endpoint = endpoint;
    this.#context = context;
    this.encrypted = context.address.tls.mode !== 'disable';
  }

  static async open(
    outbound: Outbound,
    context: FailureContext,
    { signal, timeLimitMs }: SessionOptions,
  ): Promise<PostgresqlSession> {
    const { address } = context;
    const endpoint = await locateEndpoint(outbound, address.host, address.port);
    const { socket, address: connected } = await openEncrypted(outbound, endpoint, context, signal);
    const giveUp = () => socket.destroy();
    signal?.addEventListener('abort', giveUp);
    try {
      const client = clientOver(socket, address);
      await client.connect();
      const pinned = { ...endpoint, addresses: [connected] };
      const session = new PostgresqlSession(client, socket, outbound, pinned, context);
      await session.#begin(timeLimitMs);
      return session;
    } catch (error) {
      socket.destroy();
      throw postgresqlError(error, context);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async #begin(timeLimitMs: number): Promise<void> {
    const settings = {
      ...sessionSettings,
      statement_timeout: String(timeLimitMs),
      lock_timeout: String(lockTimeoutMs),
    };
    const pinned = Object.entries(settings).map(
      ([name, value]) => `set_config(${textLiteral(name)}, ${textLiteral(value)}, false)`,
    );
    await this.query(`SELECT ${pinned.join(', ')}`);
    await this.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }

  async query(sql: string): Promise<readonly Cells[]> {
    try {
      const { rows } = await this.#client.query<(string | null)[]>({ text: sql, rowMode: 'array' });
      return rows;
    } catch (error) {
      throw postgresqlError(error, this.#context);
    }
  }

  send(select: string): SentRecords {
    const stream = copyTo(`COPY (${select}) TO STDOUT (FORMAT text, ENCODING 'UTF8')`);
    return {
      records: this.#received(stream),
      // The server says the number after the last record; when it answers again, it has.
      count: async () => {
        await this.query('SELECT 1');
        return stream.rowCount;
      },
    };
  }

  /** The query begins when the first record is asked for: a failure must find somebody to tell. */
  async *#received(stream: CopyToStreamQuery): AsyncGenerator<Buffer> {
    this.#isCopying = true;
    try {
      yield* this.#client.query(stream);
      this.#isCopying = false;
    } catch (error) {
      throw postgresqlError(error, this.#context);
    }
  }

  /** Asks the server, over a connection of its own, to end the statement under way. */
  async cancel(): Promise<void> {
    const limit = AbortSignal.timeout(graceMs);
    try {
      const { socket } = await openEncrypted(this.#outbound, this.#endpoint, this.#context, limit);
      socket.on('error', () => undefined);
      socket.end(cancelRequest(this.#client));
    } catch {
      // The connection is cut below; the server ends the statement when it next writes.
    }
    setTimeout(() => this.#socket.destroy(), graceMs).unref();
  }

  async close(): Promise<void> {
    const cut = setTimeout(() => this.#socket.destroy(), graceMs);
    try {
      // In the middle of a COPY there is no polite end.
      if (this.#isCopying) this.#socket.destroy();
      else await this.#client.end();
    } catch {
      this.#socket.destroy();
    } finally {
      clearTimeout(cut);
    }
  }
}

async function openEncrypted(
  { connectTimeoutMs }: Outbound,
  endpoint: Endpoint,
  context: FailureContext,
  signal: AbortSignal | undefined,
) {
  const opened = await openSocket(endpoint, connectTimeoutMs, signal);
  const limit = AbortSignal.timeout(connectTimeoutMs);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  return { ...opened, socket: await secureSocket(opened.socket, endpoint, context, either) };
}

/** The driver over our socket: it makes no connection of its own, and takes nothing from the environment. */
function clientOver(socket: Socket, { user, database, password }: DatabaseAddress): pg.Client {
  // The driver connects the stream that it is given; this one is.
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  const client = new pg.Client({
    stream: () => socket,
    host: 'connected',
    port: 1,
    user,
    database,
    password: () => password.reveal(),
    ssl: false,
    sslnegotiation: 'postgres',
    application_name: 'plumbline',
    client_encoding: 'UTF8',
    types: { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig,
  });
  client.on('error', () => undefined);
  const { connectionParameters } = client as unknown as { connectionParameters: Record<string, unknown> };
  // PGOPTIONS and PGREPLICATION would be taken where the configuration has none.
  connectionParameters.options = undefined;
  connectionParameters.replication = undefined;
  return client;
}

/** PostgreSQL documentation, Message Formats, CancelRequest. */
function cancelRequest(client: pg.Client): Buffer {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
}
