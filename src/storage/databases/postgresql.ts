import type { CompiledQuery, QueryResult, RootOperationNode } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { Database, PoolFigures, TenantConnection, WorkListener } from './database.ts';
import { DatabaseUnavailable, unavailability } from './failures.ts';
import { StatementNames } from './statement-names.ts';
import { PostgresqlWorkListener, workChannel } from './work-listener.ts';

export interface PostgresqlOptions {
  readonly databaseUrl: string;
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
 * PostgreSQL through a pool of pipelined connections: BEGIN, the tenant and the first statement leave in one flight.
 * Kysely's own dialect waits for the answer to each.
 */
export class PostgresqlDatabase implements Database {
  readonly kind = 'postgresql';
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  readonly #databaseUrl: string;

  constructor(options: PostgresqlOptions) {
    this.#databaseUrl = options.databaseUrl;
    const config: pg.PoolConfig & { pipeline: boolean } = {
      connectionString: options.databaseUrl,
      application_name: 'plumbline',
      max: options.poolSize,
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: options.statementTimeoutMs,
      query_timeout: options.statementTimeoutMs + answerMarginMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      keepAlive: true,
      types: columnTypes,
      pipeline: true,
    };
    this.#pool = new pg.Pool(config);
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
    const client = await this.#connect();
    let isLost = false;
    try {
      return (await client.query<Row & pg.QueryResultRow>(this.#names.named(query))).rows;
    } catch (error) {
      const failure = unavailability(error);
      isLost = failure !== undefined;
      throw failure ?? error;
    } finally {
      client.release(isLost);
    }
  }

  async listenForWork(onWork: () => void): Promise<WorkListener> {
    return await PostgresqlWorkListener.open(this.#databaseUrl, onWork);
  }

  poolFigures(): PoolFigures {
    return { size: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable('noConnection', error);
    }
  }
}

/** One transaction on one connection. Statements go out at once and are answered in order. */
class PipelinedTransaction implements TenantConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isOpen = true;
  #announcesWork = false;
  #hasOnlyRead = true;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async within<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T> {
    this.#holdBackWrites();
    // The caller has checked that orgUuid is a UUID. If BEGIN fails, whatever is behind it in the pipeline meets no
    // tenant and fails as well.
    const begun = this.#send(`BEGIN; SET LOCAL plumbline.org_uuid = '${orgUuid}'`);
    const [result] = await Promise.all([fn(this), begun]);
    return result;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isOpen) throw new TypeError('The transaction is over: a statement was not awaited inside it.');
    this.#hasOnlyRead &&= isPlainRead(query.query);
    const { command, rowCount, rows } = await this.#send(this.#names.named(query));
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
      this.#holdBackWrites();
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

  async #send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(query);
    } catch (error) {
      throw unavailability(error) ?? error;
    }
  }

  /** Lets what is sent until the running code waits for something leave in one write: each costs a system call. */
  #holdBackWrites(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** A SELECT from tables that locks nothing and hides no INSERT, UPDATE or DELETE in a WITH clause. */
function isPlainRead(node: RootOperationNode): boolean {
  return (
    node.kind === 'SelectQueryNode' &&
    node.from !== undefined &&
    node.with === undefined &&
    node.endModifiers === undefined
  );
}
