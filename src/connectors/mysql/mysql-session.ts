import type { Socket } from 'node:net';
import mysql, { type ConnectionOptions, type QueryOptions } from 'mysql2';
import { AppError } from '../../domain/app-error.ts';
import { sessionStatements } from '../../engine/dialects/mysql/session-settings.ts';
import type { SessionOptions } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import {
  type Cells,
  type DatabaseSession,
  graceMs,
  onlyRow,
  type SentRecords,
} from '../database/database-session.ts';
import type { DatabaseAddress } from '../outbound/database-address.ts';
import { type Endpoint, locateEndpoint, type Outbound, openSocket } from '../outbound/endpoint.ts';
import { fieldOf, recordFormat } from '../staging/text-records.ts';
import { mysqlError } from './mysql-error.ts';

export type MysqlProduct = 'MySQL' | 'MariaDB';

/** Bytes of records that are handed on at a time; also how often the receiver is asked for its pace. */
const recordBytes = 64 * 1024;
/** Rows that the driver holds ready. */
const rowsAhead = 1_000;

export class MysqlSession implements DatabaseSession {
  readonly encrypted: boolean;
  readonly product: MysqlProduct;
  readonly #connection: mysql.Connection;
  readonly #socket: Socket;
  readonly #outbound: Outbound;
  /** Only the address that the session is connected to. */
  readonly #endpoint: Endpoint;
  readonly #context: FailureContext;
  #isSending = false;

  private constructor(
    opened: OpenedConnection,
    product: MysqlProduct,
    outbound: Outbound,
    context: FailureContext,
  ) {
    this.#connection = opened.connection;
    this.#socket = opened.socket;
    this.#endpoint = opened.endpoint;
    this.#outbound = outbound;
    this.#context = context;
    this.product = product;
    this.encrypted = context.address.tls.mode !== 'disable';
  }

  static async open(
    outbound: Outbound,
    context: FailureContext,
    { signal, timeLimitMs }: SessionOptions,
  ): Promise<MysqlSession> {
    const { host, port } = context.address;
    const endpoint = await locateEndpoint(outbound, host, port);
    refuseUnnamed(endpoint, context.address);
    const opened = await openConnection(outbound, endpoint, context, signal);
    const giveUp = () => opened.socket.destroy();
    signal?.addEventListener('abort', giveUp);
    try {
      const [version] = onlyRow(await queryAll(opened.connection, 'SELECT VERSION()'));
      const product = /mariadb/i.test(version ?? '') ? 'MariaDB' : 'MySQL';
      for (const statement of sessionStatements(product, timeLimitMs)) {
        await queryAll(opened.connection, statement);
      }
      return new MysqlSession(opened, product, outbound, context);
    } catch (error) {
      opened.socket.destroy();
      throw mysqlError(error, context);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async query(sql: string): Promise<readonly Cells[]> {
    try {
      return await queryAll(this.#connection, sql);
    } catch (error) {
      throw mysqlError(error, this.#context);
    }
  }

  send(select: string): SentRecords {
    const sent = { rows: 0 };
    return { records: this.#received(select, sent), count: async () => sent.rows };
  }

  /** The query begins when the first record is asked for: a failure must find somebody to tell. */
  async *#received(select: string, sent: { rows: number }): AsyncGenerator<Buffer> {
    this.#isSending = true;
    const rows = this.#connection.query(textQuery(select)).stream({ highWaterMark: rowsAhead });
    // The driver tells whoever waits for a result of a lost connection, but not whoever streams one.
    const lost = (error?: unknown) =>
      rows.destroy(error instanceof Error ? error : new Error('The connection was closed.'));
    this.#connection.once('error', lost);
    this.#socket.once('close', lost);
    try {
      let records = '';
      for await (const row of rows as AsyncIterable<Cells>) {
        sent.rows += 1;
        records += `${row.map(fieldOf).join(recordFormat.delimiter)}\n`;
        if (records.length >= recordBytes) {
          yield Buffer.from(records, 'utf8');
          records = '';
        }
      }
      this.#isSending = false;
      if (records !== '') yield Buffer.from(records, 'utf8');
    } catch (error) {
      throw mysqlError(error, this.#context);
    } finally {
      this.#connection.off('error', lost);
      this.#socket.off('close', lost);
    }
  }

  /** Asks the server, over a connection of its own, to end the statement under way. */
  async cancel(): Promise<void> {
    setTimeout(() => this.#socket.destroy(), graceMs).unref();
    try {
      const limit = AbortSignal.timeout(graceMs);
      const { connection, socket } = await openConnection(
        this.#outbound,
        this.#endpoint,
        this.#context,
        limit,
      );
      await queryAll(connection, `KILL QUERY ${Number(this.#connection.threadId)}`);
      socket.destroy();
    } catch {
      // The connection is cut soon; the server ends the statement when it next writes.
    }
  }

  async close(): Promise<void> {
    const cut = setTimeout(() => this.#socket.destroy(), graceMs);
    // In the middle of a result there is no polite end.
    if (!this.#isSending && !this.#socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#socket.once('close', () => resolve());
        this.#connection.end(() => resolve());
      });
    }
    clearTimeout(cut);
    this.#socket.destroy();
  }
}

interface OpenedConnection {
  readonly connection: mysql.Connection;
  readonly socket: Socket;
  readonly endpoint: Endpoint;
}

async function openConnection(
  { connectTimeoutMs }: Outbound,
  endpoint: Endpoint,
  context: FailureContext,
  signal: AbortSignal | undefined,
): Promise<OpenedConnection> {
  const { socket, address } = await openSocket(endpoint, connectTimeoutMs, signal);
  const giveUp = () => socket.destroy();
  signal?.addEventListener('abort', giveUp);
  try {
    const connection = mysql.createConnection(connectionOptions(socket, context.address, connectTimeoutMs));
    // Every command tells of its own failure.
    connection.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error === null ? resolve() : reject(error)));
    });
    return { connection, socket, endpoint: { ...endpoint, addresses: [address] } };
  } catch (error) {
    socket.destroy();
    throw mysqlError(error, context);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The driver over our socket: it makes no connection of its own. */
function connectionOptions(
  socket: Socket,
  { host, port, user, password, database, tls }: DatabaseAddress,
  connectTimeout: number,
): ConnectionOptions {
  return {
    stream: () => socket,
    // The name for TLS.
    host,
    port,
    user,
    password: password.reveal(),
    database,
    charset: 'utf8mb4_bin',
    connectTimeout,
    // The server must not ask for files, nor run more than one statement.
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    multipleStatements: false,
    enableCleartextPlugin: false,
    ...(tls.mode === 'disable'
      ? {}
      : {
          ssl: {
            rejectUnauthorized: tls.mode === 'verify-full',
            verifyIdentity: tls.mode === 'verify-full',
            ...(tls.authorities === null ? {} : { ca: tls.authorities }),
          },
        }),
  };
}

/** The driver checks a certificate against a name only: for an address it would check nothing that means anything. */
function refuseUnnamed({ serverName, name }: Endpoint, { tls }: DatabaseAddress): void {
  if (tls.mode !== 'verify-full' || serverName !== null) return;
  throw new AppError('connection_settings_invalid', {
    detail: `verify-full needs the name of the server, and ${name} is an address. Give the host by its name, or set the TLS mode to require.`,
  });
}

/** Every cell as the text that the server writes; nothing becomes a number or a Date. */
function textQuery(sql: string): QueryOptions {
  return { sql, rowsAsArray: true, typeCast: (field) => field.string('utf8') };
}

function queryAll(connection: mysql.Connection, sql: string): Promise<readonly Cells[]> {
  return new Promise((resolve, reject) => {
    connection.query(textQuery(sql), (error, rows) => {
      if (error === null) resolve(Array.isArray(rows) ? (rows as unknown as readonly Cells[]) : []);
      else reject(error);
    });
  });
}
