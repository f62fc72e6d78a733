import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { DurableFileSystem, durableStartParameters } from './durable-file-system.ts';
import { RoleLock } from './role-lock.ts';
import {
  type EngineConfiguration,
  type RawResult,
  SessionMisuse,
  type SessionRequest,
  type SessionUser,
} from './session-protocol.ts';
import { WalGrowth } from './wal-growth.ts';

const noRows: RawResult = Object.freeze({ fields: [], rows: [], affectedRows: undefined });

/** A quarter of the default: metadata is small, and the process takes 275 MB in place of 385 (PGlite 0.5.16, empty). */
const sharedBuffers = '32MB';

/** The database engine with its one session. Lives in a thread of its own: every statement blocks the thread. */
export class Engine {
  readonly #pglite: PGlite;
  readonly #role: RoleLock;
  readonly #wal: WalGrowth;
  readonly #serviceRole: string;
  /** Whose transaction is open, or null between transactions. */
  #transaction: SessionUser | null = null;

  private constructor(pglite: PGlite, serviceRole: string) {
    this.#pglite = pglite;
    this.#serviceRole = serviceRole;
    this.#role = new RoleLock(pglite, serviceRole);
    this.#wal = new WalGrowth(pglite);
  }

  static async start(configuration: EngineConfiguration, log: (line: string) => void): Promise<Engine> {
    const pglite = await PGlite.create({
      fs: new DurableFileSystem(configuration.cluster),
      startParams: [
        ...durableStartParameters(PGlite.defaultStartParams),
        '-c',
        `shared_buffers=${sharedBuffers}`,
      ],
      onStderr: (line) => {
        log(line);
        return false;
      },
    });
    // Values stay text in this thread; the main thread converts them as `pg` does. See session-values.ts.
    pglite.parsers = textOnly;
    pglite.serializers = {};
    return new Engine(pglite, configuration.serviceRole);
  }

  /** Calls back if the engine aborts. The thread is of no use afterwards: calls into it loop or return nothing. */
  onAbort(callback: (reason: unknown) => void): void {
    Object.assign(this.#pglite.Module, { onAbort: callback });
  }

  async perform(request: SessionRequest): Promise<RawResult> {
    switch (request.kind) {
      case 'begin':
        return await this.#begin(request.as);
      case 'query':
        return await this.#query(request.as, request.sql, request.parameters);
      case 'commit':
        return await this.#end('COMMIT');
      case 'rollback':
        return await this.#end('ROLLBACK');
      case 'close':
        await this.#pglite.close();
        return noRows;
    }
  }

  /** Work that nobody waits for, between two requests: there is no checkpointer in a single session. */
  async rest(): Promise<void> {
    if (this.#transaction === null) await this.#wal.checkpointIfLong();
  }

  async #begin(user: SessionUser): Promise<RawResult> {
    if (this.#transaction !== null)
      throw new SessionMisuse('A transaction is open in the one session already.');
    if (user === 'service') await this.#role.prove();
    else this.#role.forget();
    const setRole = `SET LOCAL ROLE ${pg.escapeIdentifier(this.#serviceRole)}`;
    this.#transaction = user;
    await this.#pglite.exec(user === 'service' ? `BEGIN; ${setRole}` : 'BEGIN');
    return noRows;
  }

  async #query(user: SessionUser, sql: string, parameters: readonly (string | null)[]): Promise<RawResult> {
    if (user === 'service') {
      this.#requireServiceTransaction();
      // Before every statement: ROLLBACK AND CHAIN, say, would have returned the session to the superuser.
      this.#role.enter();
      return await this.#one(sql, parameters);
    }
    if (this.#transaction === 'service')
      throw new SessionMisuse('The open transaction belongs to the service.');
    if (this.#transaction === null) this.#role.forget();
    // As `pg` does it: without parameters a text may hold several statements, as migrations do.
    return parameters.length === 0 ? await this.#several(sql) : await this.#one(sql, parameters);
  }

  #requireServiceTransaction(): void {
    if (this.#transaction !== 'service') {
      throw new SessionMisuse(
        'The service queries in a transaction only: outside one it would be the superuser.',
      );
    }
    if (!this.#pglite.isInTransaction()) {
      throw new SessionMisuse(
        'A statement ended the transaction. Return from the transaction instead of COMMIT or ROLLBACK.',
      );
    }
  }

  async #one(sql: string, parameters: readonly (string | null)[]): Promise<RawResult> {
    const result = await this.#pglite.query<(string | null)[]>(sql, [...parameters], { rowMode: 'array' });
    return { fields: result.fields, rows: result.rows, affectedRows: result.affectedRows };
  }

  async #several(sql: string): Promise<RawResult> {
    const results = await this.#pglite.exec(sql, { rowMode: 'array' });
    const last = results.at(-1);
    if (last === undefined) return noRows;
    const rows = last.rows as unknown[] as (string | null)[][];
    return { fields: last.fields, rows, affectedRows: last.affectedRows };
  }

  async #end(command: 'COMMIT' | 'ROLLBACK'): Promise<RawResult> {
    const user = this.#transaction;
    if (user === null) return noRows;
    // Deferred triggers run within COMMIT: as the service, too.
    if (user === 'service') this.#role.enter();
    try {
      const [result] = await this.#pglite.exec(command);
      // COMMIT of a transaction in which a statement failed answers ROLLBACK and no error.
      if (command === 'COMMIT' && result?.command !== 'COMMIT') throw transactionAborted();
    } finally {
      this.#transaction = null;
      this.#role.leave();
      // What the service set for the session, and not for its transaction, must not reach the next tenant.
      if (user === 'service') await this.#pglite.exec('RESET ALL');
    }
    return noRows;
  }
}

/** Reads every type as text. */
const textOnly = new Proxy<Record<number | string, (text: string) => string>>(
  {},
  { get: () => (text: string) => text },
);

function transactionAborted(): Error {
  return Object.assign(new Error('The transaction was rolled back: a statement in it had failed.'), {
    severity: 'ERROR',
    code: '25P02',
  });
}
