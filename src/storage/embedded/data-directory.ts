import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError, EmbeddedDirectoryUnusable } from './embedded-errors.ts';

/** What lies where in the directory of an embedded database. */
export interface DataDirectory {
  readonly path: string;
  /** Held locked by the process that has the database open. Never read it: closing a descriptor would drop the lock. */
  readonly lock: string;
  /** Who holds the lock. */
  readonly holder: string;
  /** The engine's own files; complete from the moment it exists. */
  readonly cluster: string;
  /** A cluster in the making; whatever is left of one is worthless. */
  readonly unfinished: string;
}

export function dataDirectory(path: string): DataDirectory {
  return {
    path,
    lock: join(path, 'lock'),
    holder: join(path, 'holder.json'),
    cluster: join(path, 'cluster'),
    unfinished: join(path, 'cluster.unfinished'),
  };
}

/** Only the owner may look in: the engine creates its files readable by everyone. */
const ownerOnly = 0o700;
const anyoneElse = 0o077;

/** Creates the directory if it is missing, and closes it to everyone but its owner. */
export function prepareDataDirectory(path: string): DataDirectory {
  const directory = dataDirectory(path);
  try {
    const firstMade = mkdirSync(path, { recursive: true, mode: ownerOnly });
    if (firstMade !== undefined) syncFolders(resolve(path), dirname(resolve(firstMade)));
    closeToOthers(directory, statSync(path));
    return directory;
  } catch (cause) {
    if (cause instanceof EmbeddedDirectoryUnusable) throw cause;
    throw directoryUnusable(path, cause);
  }
}

/** Without this a power cut could take back the very folders in which everything else is safe. */
function syncFolders(from: string, upTo: string): void {
  for (let folder = from; folder.startsWith(upTo); folder = dirname(folder)) {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
    if (folder === upTo) return;
  }
}

function closeToOthers(directory: DataDirectory, stats: Stats): void {
  if ((stats.mode & anyoneElse) === 0) return;
  // Someone's home or project folder, given by mistake, must not change its mode because of us.
  if (readdirSync(directory.path).length > 0 && !existsSync(directory.lock)) {
    throw new EmbeddedDirectoryUnusable(
      `${directory.path} holds other files and is open to other users, so it cannot become a database directory. ` +
        'Name an empty or new directory with PLUMBLINE_DATA_DIR.',
    );
  }
  chmodSync(directory.path, ownerOnly);
}

/** Puts an error of the file system in words for the operator. */
export function directoryUnusable(path: string, cause: unknown): EmbeddedDirectoryUnusable {
  const code = diskIsFull(path) ? 'ENOSPC' : (systemCode(cause) ?? 'an error without a code');
  const reasons: Record<string, string> = {
    EACCES:
      'this user may not write there; change its owner or name another directory with PLUMBLINE_DATA_DIR',
    EPERM: 'it belongs to another user; change its owner or name another directory with PLUMBLINE_DATA_DIR',
    EROFS: 'the file system is read-only; name a writable directory with PLUMBLINE_DATA_DIR',
    ENOSPC: 'the disk is full; free some space (a new database needs about 40 MB) and start again',
    EDQUOT: 'the disk quota is used up; free some space and start again',
    ENOTDIR: 'a part of the path is a file; name another directory with PLUMBLINE_DATA_DIR',
    EEXIST: 'it is a file; name another directory with PLUMBLINE_DATA_DIR',
  };
  return new EmbeddedDirectoryUnusable(
    `The embedded database cannot use ${path}: ${reasons[code] ?? `the file system answered ${code}`}.`,
    { cause },
  );
}

/** Whether an error comes from the file system and not from a defect. A full disk shows in many ways. */
export function isOfFileSystem(error: unknown, path: string): boolean {
  return systemCode(error) !== undefined || (!(error instanceof EmbeddedDatabaseError) && diskIsFull(path));
}

/** Node gives errors of the operating system their errno and its name. */
function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'errno' in error && 'code' in error ? String(error.code) : undefined;
}

export function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The engine stops when it cannot add a segment of 1 MB to its log. */
const leastFreeBytes = 2 * 1024 * 1024;

export function diskIsFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < leastFreeBytes;
  } catch {
    return false;
  }
}
