import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type DataDirectory, directoryUnusable } from './data-directory.ts';
import { EmbeddedDatabaseInUse } from './embedded-errors.ts';

/** SQLITE_BUSY, the primary result code (sqlite.org/rescode.html). */
const busy = 5;

/**
 * An exclusive lock that the kernel drops when the process dies, however it dies: an exclusive SQLite transaction on a
 * side file. Node has no flock of its own; a pid file would outlive a kill -9. SQLite also refuses a second lock within
 * the same process, which bare fcntl locks would grant.
 */
export class ExclusiveLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  static acquire(directory: DataDirectory): ExclusiveLock {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(directory.lock);
      // Without a journal file: there is never anything to roll back.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      writeFileSync(directory.holder, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
      return new ExclusiveLock(database);
    } catch (cause) {
      database?.close();
      if (isBusy(cause)) throw new EmbeddedDatabaseInUse(directory.path, readHolder(directory.holder));
      throw directoryUnusable(directory.path, cause);
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy;
}

/** Undefined in the instant between taking the lock and saying so. */
function readHolder(file: string): number | undefined {
  try {
    const pid: unknown = JSON.parse(readFileSync(file, 'utf8')).pid;
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}
