import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { Database, Listener, PoolFigures, TenantConnection } from './database.ts';
import { DatabaseUnavailable, tooMuchOfOneTenant } from './failures.ts';
import { FairTurns } from './fair-turns.ts';
import { eventChannel, PostgresqlNoticeListener, workChannel } from './notice-listener.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';
import { sendStatement } from './send-statement.ts';
import { SharedConnection } from './shared-connection.ts';
import { StatementNames } from './statement-names.ts';

export interface PostgresqlOptions {
  readonly databaseUrl: string;
  /** One more is shared by short reads, and one waits for notifications. */
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** A caller hears of a lost database within 5 s: this long for a connection, and the rest for the statement. */
const connectionTimeoutMs = 2_000;
/** The server ends a late statement itself; only if it does not do even that, the connection is given up. */
const answerMarginMs = 250;
/** Nothing else happens inside a transaction, so a longer pause means that our process is stuck with locks held. */
const idleInTransactionMs = 10_000;
/** A new connection costs a login and all its plans; what is kept costs the server some memory. */
const idleConnectionMs = 300_000;

/**
 * PostgreSQL through pipelined connections: BEGIN, the tenant and the first statement of a transaction leave in one
 * flight. Kysely's own dialect waits for the answer to each.
 */
export class PostgresqlDatabase implements Database {
  readonly kind = 'postgresql';
  readonly #pool: pg.Pool;
  /** Whose transaction has a connection next: the pool itself serves whoever came first, and one tenant can be all of those. */
  readonly #turns: FairTurns;
  readonly #shared: SharedConnection;
  readonly #names = new StatementNames();
  readonly #options: PostgresqlOptions;
  /** Not to be used again. When one is lost, so may be all that were open: a server that restarts ends them together. */
  readonly #suspects = new WeakSet<pg.PoolClient>();
  readonly #open = new Set<pg.PoolClient>();

  constructor(options: PostgresqlOptions) {
    this.#options = options;
    const config: pg.ClientConfig = {
      connectionString: options.databaseUrl,
      application_name: 'plumbline',
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: options.statementTimeoutMs,
      query_timeout: options.statementTimeoutMs + answerMarginMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      keepAlive: true,
      types: columnTypes,
      pipeline: true,
    };
    this.#shared = new SharedConnection(config, options.statementTimeoutMs, this.#names);
    this.#turns = new FairTurns({
      most: options.poolSize,
      mostOfOne: Math.ceil(options.poolSize / 2),
      limitMs: connectionTimeoutMs,
      late: (why) =>
        why === 'ownBacklog' ? tooMuchOfOneTenant() : new DatabaseUnavailable('noConnection', undefined),
    });
    this.#pool = new pg.Pool({ ...config, max: options.poolSize, idleTimeoutMillis: idleConnectionMs });
    // A connection that breaks tells so in an event; without a listener it would end the process. Whoever uses the
    // connection hears of it from the statement, and the pool replaces it.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#open.add(client);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async inTenant<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T> {
    using _turn = await this.#turns.take(orgUuid);
    return await this.#withConnection(async (client) => {
      const transaction = new PipelinedTransaction(client, this.#options.statementTimeoutMs, this.#names);
      try {
        const result = await transaction.within(orgUuid, fn);
        await transaction.commit();
        return result;
      } catch (error) {
        if (!(await transaction.rollback())) this.#suspects.add(client);
        throw error;
      }
    });
  }

  async readInTenant<Row>(orgUuid: string, query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#shared.readInTenant(orgUuid, query);
  }

  async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    const statement = this.#names.named(query);
    const { statementTimeoutMs } = this.#options;
    return await this.#withConnection(
      async (client) => (await sendStatement<Row>(client, statement, statementTimeoutMs)).rows,
    );
  }

  async read<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#shared.read(query);
  }

  async listenForWork(onWork: () => void): Promise<Listener> {
    return await PostgresqlNoticeListener.open(this.#options.databaseUrl, workChannel, onWork);
  }

  async listenForEvents(onEvents: (orgUuid: string | undefined) => void): Promise<Listener> {
    return await PostgresqlNoticeListener.open(this.#options.databaseUrl, eventChannel, onEvents);
  }

  poolFigures(): PoolFigures {
    const waiting = this.#turns.waiting + this.#pool.waitingCount;
    return { size: this.#pool.totalCount, idle: this.#pool.idleCount, waiting };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#shared.close()]);
  }

  async #withConnection<T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let isSuspect = false;
    try {
      return await fn(client);
    } catch (error) {
      isSuspect = error instanceof DatabaseUnavailable && error.reason !== 'timeLimit';
      if (isSuspect) for (const open of this.#open) this.#suspects.add(open);
      throw error;
    } finally {
      client.release(isSuspect);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailable('noConnection', error);
      });
      if (!this.#suspects.has(client)) return client;
      client.release(true);
    }
  }
}
