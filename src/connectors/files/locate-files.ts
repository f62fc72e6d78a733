import { constants } from 'node:fs';
import { access, glob, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { formatOfName } from './file-format.ts';

/** The files of a dataset: real paths, sorted, each below an allowed root. */
export interface LocatedFiles {
  /** As the caller wrote it. */
  readonly reference: string;
  readonly files: readonly string[];
  /** Files of a folder whose names do not say that they are data. */
  readonly ignored: readonly string[];
  /** By file, what the names of its folders say. */
  readonly partitions: ReadonlyMap<string, Partition>;
}

/** Folders like `day=2024-01-31`, in which writers put a column that the files then lack, as they are written. */
export type Partition = Readonly<Record<string, string>>;

interface FoundFiles {
  readonly files: readonly string[];
  readonly ignored: readonly string[];
  /** Whose names and those below it say something. */
  readonly folder: string;
}

/** Null: anything that the process may read. */
export type AllowedRoots = readonly string[] | null;

/** A file, a folder (with all that is below it) or a pattern, resolved to the real files behind it. */
export async function locateFiles(reference: string, allowedRoots: AllowedRoots): Promise<LocatedFiles> {
  const roots = allowedRoots === null ? null : await Promise.all(allowedRoots.map((root) => realpath(root)));
  const found = await find(reference);
  const real = await Promise.all(
    found.files.map(async (file) => [await realFile(file, roots), partitionOf(file, found.folder)] as const),
  );
  const partitions = new Map(real);
  return { reference, ignored: found.ignored, files: [...partitions.keys()].sort(), partitions };
}

async function find(reference: string): Promise<FoundFiles> {
  const path = resolve(reference);
  const kind = await kindOf(path, reference);
  if (kind === 'file') return { files: [path], ignored: [], folder: dirname(path) };
  if (kind === 'folder') return filesOfFolder(path, reference);
  // A name may hold these characters itself, so a pattern is only what is not there literally.
  if (/[*?[{]/.test(reference)) return filesOfPattern(reference);
  throw new AppError('dataset_not_found', {
    detail: `There is no file or folder ${reference}. Check the path; it is taken from the current folder unless it is absolute.`,
  });
}

async function filesOfFolder(folder: string, reference: string): Promise<FoundFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw unreadable(reference, cause);
  });
  const visible = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isHidden(relative(folder, file)));
  const files = visible.filter((file) => formatOfName(file) !== null);
  if (files.length === 0) {
    throw new AppError('dataset_not_found', {
      detail: `The folder ${reference} holds no file that can be read as data (.csv, .tsv, .json, .ndjson, .parquet; also with .gz or .zst).`,
    });
  }
  const ignored = visible.filter((file) => formatOfName(file) === null).map((file) => relative(folder, file));
  return { files, ignored: ignored.sort(), folder };
}

async function filesOfPattern(pattern: string): Promise<FoundFiles> {
  const files: string[] = [];
  for await (const match of glob(pattern)) {
    const path = resolve(match);
    if ((await kindOf(path, match)) === 'file') files.push(path);
  }
  if (files.length === 0) {
    throw new AppError('dataset_not_found', {
      detail: `The pattern ${pattern} matches no file. Check it; quote it so that the shell hands it over as it is.`,
    });
  }
  return { files, ignored: [], folder: '/' };
}

function partitionOf(file: string, folder: string): Partition {
  const names = relative(folder, dirname(file)).split(sep);
  return Object.fromEntries(
    names.flatMap((name) => [...name.matchAll(/^([^=]+)=(.*)$/gs)].map(([, key, value]) => [key, value])),
  );
}

/** Writers leave marks beside their data: `_SUCCESS`, `.part-0.crc`, `_temporary/`. */
function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') || part.startsWith('_'));
}

async function kindOf(path: string, reference: string): Promise<'file' | 'folder' | null> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return 'folder';
    if (stats.isFile()) return 'file';
  } catch (cause) {
    if (isAbsent(cause)) return null;
    throw unreadable(reference, cause);
  }
  throw new AppError('dataset_unreadable', {
    detail: `${reference} is neither a file nor a folder, and data is read more than once. Copy it into a file first.`,
  });
}

async function realFile(file: string, roots: AllowedRoots): Promise<string> {
  try {
    const real = await realpath(file);
    if (roots !== null && !roots.some((root) => isBelow(real, root))) {
      throw new AppError('data_access_refused', {
        detail: `${basename(file)} is, or links to, a place outside the allowed roots. Move the data below one of them, or have the root added.`,
      });
    }
    await access(real, constants.R_OK);
    return real;
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(file, cause);
  }
}

function isBelow(path: string, root: string): boolean {
  const inside = relative(root, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** What the operating system said about a file, in the service's words. */
export function unreadable(file: string, cause: unknown): AppError {
  const code = (cause as NodeJS.ErrnoException).code;
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'permission is denied. Give this account the right to read it',
    EPERM: 'permission is denied. Give this account the right to read it',
    ENOENT: 'it does not exist. Check the path',
    ELOOP: 'its symbolic links lead in a circle. Repair the link',
    ENAMETOOLONG: 'its name is too long. Check the path',
    EIO: 'the disk reports an error. Copy it from a good source',
  };
  const reason = reasons[code ?? ''] ?? `the operating system reports ${code ?? String(cause)}`;
  return new AppError('dataset_unreadable', { detail: `${file} cannot be read: ${reason}.` }, { cause });
}
