import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type Json } from '@duckdb/node-api';
import { AppError } from '../../domain/app-error.ts';
import type { EngineDescription } from '../../domain/comparison/pair-report.ts';
import type { Cell, QueryOptions, Row, SqlSession, Statement } from '../../engine/sql-session.ts';
import { duckDbError } from './duckdb-error.ts';
import { type DuckDbSettings, settingStatements } from './duckdb-settings.ts';
import { keepByteOrderMarks } from './keep-byte-order-marks.ts';
import { registerFunctions } from './register-functions.ts';

/** Often enough for a progress bar; an interrupt that came before the statement had begun is repeated as often. */
const pollMilliseconds = 100;

/**
 * One DuckDB in memory with one connection, locked down to its settings. Statements run on DuckDB's own threads, so
 * the event loop stays free; one at a time, in the order of the calls.
 */
export class DuckDbSession implements SqlSession {
  readonly dialect = 'duckdb';
  /** Each uses all threads that the session has. */
  readonly statementsAtOnce = 1;
  readonly engine: EngineDescription;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #spillFolder: string;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    spillFolder: string,
    version: string,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#spillFolder = spillFolder;
    this.engine = Object.freeze({ name: 'DuckDB', version });
  }

  static async open(settings: DuckDbSettings): Promise<DuckDbSession> {
    keepByteOrderMarks();
    const spillFolder = await mkdtemp(join(settings.spillDirectory, 'plumbline-spill-'));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    registerFunctions(connection);
    for (const sql of settingStatements(settings, spillFolder)) await connection.run(sql);
    const version = await connection.runAndReadAll('SELECT version() AS version');
    return new DuckDbSession(instance, connection, spillFolder, String(version.getRowsJson()[0]?.[0]));
  }

  async query(statement: Statement, options: QueryOptions = {}): Promise<readonly Row[]> {
    return this.#inTurn(options, statement, async () => {
      const reader = await this.#connection.runAndReadAll(statement.sql);
      return reader.getRowObjectsJson().map(toRow);
    });
  }

  /** Rows as they come, a chunk of at most 2,048 at a time; the session is busy until the last one is taken. */
  async *stream(statement: Statement, options: QueryOptions = {}): AsyncGenerator<readonly Row[]> {
    const turn = Promise.withResolvers<void>();
    const previous = this.#last;
    this.#last = turn.promise;
    try {
      await previous;
      const watch = this.#watch(options);
      try {
        const result = await this.#connection.stream(statement.sql);
        for await (const rows of result.yieldRowObjectJson()) yield rows.map(toRow);
      } catch (error) {
        throw duckDbError(error, statement.sql);
      } finally {
        watch.stop();
      }
    } finally {
      turn.resolve();
    }
  }

  /** Waits for the statement under way, then frees the engine and removes its spill files. */
  async close(): Promise<void> {
    await this.#last;
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#spillFolder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #inTurn<T>(options: QueryOptions, statement: Statement, work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(async () => {
      const watch = this.#watch(options);
      try {
        return await work();
      } catch (error) {
        throw duckDbError(error, statement.sql);
      } finally {
        watch.stop();
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Interrupts on abort and tells of progress, until stopped. */
  #watch({ signal, onProgress }: QueryOptions): { stop: () => void } {
    if (signal?.aborted) {
      throw new AppError('comparison_cancelled', { detail: 'The comparison was interrupted.' });
    }
    const interrupt = () => this.#connection.interrupt();
    signal?.addEventListener('abort', interrupt);
    const timer = setInterval(() => {
      // A statement that had not begun when the signal came would otherwise run to its end.
      if (signal?.aborted) interrupt();
      const { percentage } = this.#connection.progress;
      if (percentage >= 0) onProgress?.(Math.min(1, percentage / 100));
    }, pollMilliseconds);
    return {
      stop: () => {
        clearInterval(timer);
        signal?.removeEventListener('abort', interrupt);
      },
    };
  }
}

function toRow(values: Record<string, Json>): Row {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toCell(value)]));
}

/** Small integers and doubles come as JavaScript numbers, which hold them exactly; everything wider comes as text. */
function toCell(value: Json): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return value.map(toCell);
  throw new TypeError('A struct or map has no place in a result: select its members or its text.');
}
