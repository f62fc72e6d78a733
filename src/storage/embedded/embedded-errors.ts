import { AppError } from '../../domain/app-error.ts';

/** The database cannot be opened; the message tells the operator what to do. Raised at start, never by a request. */
export class EmbeddedDatabaseError extends Error {
  override readonly name: string = 'EmbeddedDatabaseError';
}

/** Another process has the directory open. Two writers would corrupt it, so the second is refused. */
export class EmbeddedDatabaseInUse extends EmbeddedDatabaseError {
  override readonly name = 'EmbeddedDatabaseInUse';
  /** The process that holds the directory, if it has said so. */
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`;
    super(
      `The embedded database in ${dataDir} is in use by ${holder}. Stop that process, or give this one ` +
        'a directory of its own with PLUMBLINE_DATA_DIR, or use PostgreSQL with DATABASE_URL to share one database.',
    );
    this.pid = pid;
  }
}

/** The directory cannot hold a database: not writable, not a directory, someone else's, or the disk is full. */
export class EmbeddedDirectoryUnusable extends EmbeddedDatabaseError {
  override readonly name = 'EmbeddedDirectoryUnusable';
}

/** The directory was written by another major version, or the installed engine is not the one that we have tested. */
export class EmbeddedVersionMismatch extends EmbeddedDatabaseError {
  override readonly name = 'EmbeddedVersionMismatch';
}

/**
 * - `timeLimit`: the call took longer than it may, waiting included;
 * - `engineLost`: the engine stopped under the call; it is started again for the next one;
 * - `diskFull`: the engine stopped for want of space, and starts again once there is some;
 * - `closed`: the database is closing or closed.
 */
export type UnavailableReason = 'timeLimit' | 'engineLost' | 'diskFull' | 'closed';

/** The database did not answer in its time limit, or at all: a 503 that a caller may retry. */
export class EmbeddedDatabaseUnavailable extends AppError {
  readonly reason: UnavailableReason;
  /** The failure came while the commit was under way: it may have been kept, so the work must not simply run again. */
  readonly outcomeUnknown: boolean;

  constructor(
    reason: UnavailableReason,
    detail: string,
    options: { readonly cause?: unknown; readonly outcomeUnknown?: boolean } = {},
  ) {
    super('dependency_unavailable', { detail, retryAfterSeconds: 1 }, { cause: options.cause });
    this.reason = reason;
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }

  withOutcomeUnknown(): EmbeddedDatabaseUnavailable {
    if (this.outcomeUnknown) return this;
    const detail =
      'The embedded database failed while it committed. Whether the change was kept is not known: read before retrying.';
    return new EmbeddedDatabaseUnavailable(this.reason, detail, { cause: this, outcomeUnknown: true });
  }
}

/** The engine is gone, or does not start: says so without the directory's name, which is no business of a caller. */
export function engineUnavailable(
  detail: string,
  diskFull: boolean,
  cause?: unknown,
): EmbeddedDatabaseUnavailable {
  return diskFull
    ? new EmbeddedDatabaseUnavailable(
        'diskFull',
        'The disk of the embedded database is full. Nothing can be read or written until the operator frees some space.',
        { cause },
      )
    : new EmbeddedDatabaseUnavailable('engineLost', detail, { cause });
}
