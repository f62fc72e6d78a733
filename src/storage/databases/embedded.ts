import { EventEmitter } from 'node:events';
import type { CompiledQuery, PGliteTransaction, QueryResult } from 'kysely';
import type { EmbeddedDatabase } from '../embedded/embedded-database.ts';
import type { Database, Listener, PoolFigures, TenantConnection } from './database.ts';

/**
 * The embedded database's one session as a Database. Not through Kysely's PGlite dialect, whose single connection mixes
 * up transactions that begin at the same time.
 */
export class EmbeddedServiceDatabase implements Database {
  readonly kind = 'embedded';
  readonly #embedded: EmbeddedDatabase;
  /** There is one process, so whoever enqueues work can tell whoever waits for it. */
  readonly #work = new EventEmitter();

  constructor(embedded: EmbeddedDatabase) {
    this.#embedded = embedded;
    this.#work.setMaxListeners(0);
  }

  async inTenant<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T> {
    let announcesWork = false;
    const announceWork = () => {
      announcesWork = true;
    };
    const result = await this.#embedded.service.transaction(async (tx) => {
      await tx.query(`SET LOCAL plumbline.org_uuid = '${orgUuid}'`);
      return await fn({ ...connectionOver(tx), announceWork });
    });
    if (announcesWork) this.#work.emit('work');
    return result;
  }

  async readInTenant<Row>(orgUuid: string, query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.inTenant(
      orgUuid,
      async (connection) => (await connection.executeQuery<Row>(query)).rows,
    );
  }

  async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.#embedded.service.transaction(
      async (tx) => (await tx.query<Row>(query.sql, [...query.parameters])).rows,
    );
  }

  async read<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return await this.run(query);
  }

  /** There are no other replicas, and whoever writes an event in this process tells so itself. */
  async listenForEvents(): Promise<Listener> {
    return { close: async () => {} };
  }

  async listenForWork(onWork: () => void): Promise<Listener> {
    this.#work.on('work', onWork);
    // As over PostgreSQL: whatever was enqueued before was not heard.
    onWork();
    return {
      close: async () => {
        this.#work.off('work', onWork);
      },
    };
  }

  poolFigures(): PoolFigures {
    const { busy, waiting } = this.#embedded.figures;
    return { size: 1, idle: busy ? 0 : 1, waiting };
  }

  async close(): Promise<void> {
    await this.#embedded.close();
  }
}

function connectionOver(tx: PGliteTransaction): Omit<TenantConnection, 'announceWork'> {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await tx.query<Row>(query.sql, [...query.parameters]);
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for the method; rows are always few enough to come at once
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new TypeError('Storage does not stream: ask for a page.');
    },
  };
}
