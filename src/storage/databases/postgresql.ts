import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { Database, PoolFigures, TenantConnection, WorkListener } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';
import { SharedConnection } from './shared-connection.ts';
import { StatementNames } from './statement-names.ts';
import { PostgresqlWorkListener } from './work-listener.ts';

export interface PostgresqlOptions {
  readonly databaseUrl: string;
  /** Connections for transactions. One more is shared by the statements outside any tenant. */
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** A caller hears of a lost database within 5 s: this long for a connection, and the rest for the statement. */
const connectionTimeoutMs = 2_000;
/** The server ends a late statement itself; only if it does not do even that, the connection is given up. */
const answerMarginMs = 250;
/** Nothing else happens inside a transaction, so a longer pause means that our process is stuck with locks held. */
const idleInTransactionMs = 10_000;

/**
 * PostgreSQL through pipelined connections: BEGIN, the tenant and the first statement of a transaction leave in one
 * flight. Kysely's own dialect waits for the answer to each.
 */
export class PostgresqlDatabase implements Database {
  readonly kind = 'postgresql';
  readonly #pool: pg.Pool;
  readonly #shared: SharedConnection;
  readonly #names = new StatementNames();
  readonly #databaseUrl: string;

  constructor(options: PostgresqlOptions) {
    this.#databaseUrl = options.databaseUrl;
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
    this.#shared = new SharedConnection(config, this.#names);
    this.#pool = new pg.Pool({ ...config, max: options.poolSize });
    // A connection that breaks tells so in an event; without a listener it would end the process. Whoever uses the
    // connection hears of it from the statement, and the pool replaces it.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async inTenant<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const transaction = new PipelinedTransaction(client, this.#names);
    let isLost = false;
    try {
      const result = await transaction.within(orgUuid, fn);
      await transaction.commit();
      return result;
    } catch (error) {
      isLost = !(await transaction.rollback());
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#shared.run(query);
  }

  async listenForWork(onWork: () => void): Promise<WorkListener> {
    return await PostgresqlWorkListener.open(this.#databaseUrl, onWork);
  }

  poolFigures(): PoolFigures {
    return { size: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#shared.close()]);
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable('noConnection', error);
    }
  }
}
