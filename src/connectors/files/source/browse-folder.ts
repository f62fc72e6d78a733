import type { Dirent, Stats } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Candidate } from '../../../domain/catalog/candidate.ts';
import { detectedReading, type FilesLocator } from '../../../domain/catalog/locator.ts';
import { formatOfName } from '../file-format.ts';
import { unreadable } from '../locate-files.ts';
import { FirstNames } from './first-names.ts';
import { isWithin, realPathBelow, type SourceRoot } from './source-root.ts';

export interface FolderQuery {
  /** Relative to the root; null for the root itself. */
  readonly parent: string | null;
  /** Only names that hold this text, whatever its case. */
  readonly search: string | null;
  readonly limit: number;
  /** The last name of the page before. */
  readonly after: string | null;
}

export interface FolderPage {
  readonly candidates: readonly Candidate[];
  readonly next: string | null;
}

/** Longer paths would not fit the locator of a dataset. */
const longestPath = 1024;

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
}

/** The folders and data files of one folder, in the order of their names. What leads out of the root is not shown. */
export async function browseFolder(
  root: SourceRoot,
  { parent, search, limit, after }: FolderQuery,
  signal?: AbortSignal,
): Promise<FolderPage> {
  const folder = await realPathBelow(root, parent ?? '.');
  const sought = search?.toLowerCase() ?? '';
  const found = new FirstNames<Entry>(limit + 1);
  for await (const entry of entriesOf(folder, parent ?? '.')) {
    signal?.throwIfAborted();
    const { name } = entry;
    if ((after !== null && name <= after) || !name.toLowerCase().includes(sought)) continue;
    if (!found.takes(name) || isHidden(name) || !fitsLocator(parent, name)) continue;
    const seen = await lookAt(root, folder, entry);
    if (seen !== null) found.add(seen);
  }
  const page = found.items.slice(0, limit);
  const candidates = await Promise.all(page.map((entry) => candidateOf(folder, parent, entry)));
  return { candidates, next: found.items.length > limit ? (page.at(-1)?.name ?? null) : null };
}

async function* entriesOf(folder: string, shown: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (cause) {
    throw unreadable(shown, cause);
  }
}

/** Marks that writers leave beside their data are no data: `_SUCCESS`, `.part-0.crc`, `_temporary`. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('_');
}

function fitsLocator(parent: string | null, name: string): boolean {
  return !name.includes('\\') && [...below(parent, name)].length <= longestPath;
}

/** Null for what is neither a folder nor a data file, has gone meanwhile, or links out of the root. */
async function lookAt(root: SourceRoot, folder: string, entry: Dirent): Promise<Entry | null> {
  if (entry.isFile() && formatOfName(entry.name) === null) return null;
  const stats = await follow(root, join(folder, entry.name));
  if (stats === null) return null;
  const isData = stats.isFile() && formatOfName(entry.name) !== null;
  if (!stats.isDirectory() && !isData) return null;
  return { name: entry.name, isFolder: stats.isDirectory(), bytes: stats.size };
}

async function follow(root: SourceRoot, path: string): Promise<Stats | null> {
  try {
    const real = await realpath(path);
    return isWithin(real, root.path) ? await stat(real) : null;
  } catch {
    return null;
  }
}

async function candidateOf(folder: string, parent: string | null, entry: Entry): Promise<Candidate> {
  const path = below(parent, entry.name);
  const locator: FilesLocator = { kind: 'files', path, reading: detectedReading };
  if (!entry.isFolder) {
    return {
      name: entry.name,
      kind: 'file',
      locator,
      childrenOf: null,
      description: sizeInWords(entry.bytes),
    };
  }
  const isDataset = await holdsOneDataset(join(folder, entry.name));
  return {
    name: entry.name,
    kind: 'folder',
    locator: isDataset ? locator : null,
    childrenOf: path,
    description: isDataset ? 'Its files together can be one dataset' : null,
  };
}

function below(parent: string | null, name: string): string {
  return parent === null ? name : `${parent.replace(/\/+$/, '')}/${name}`;
}

/** Enough to tell a folder of parts from a folder of different things. */
const sampledEntries = 1000;

/** Whether all data files of a folder have one format, or all its folders are named as partitions (`year=2026`). */
async function holdsOneDataset(folder: string): Promise<boolean> {
  const formats = new Set<string>();
  let others = 0;
  let seen = 0;
  try {
    for await (const { name, isDirectory } of directoryOf(folder)) {
      if (isHidden(name)) continue;
      seen += 1;
      const format = isDirectory ? (name.includes('=') ? 'partitions' : null) : formatOfName(name);
      if (format !== null) formats.add(format);
      else if (isDirectory) others += 1;
      if (seen === sampledEntries) break;
    }
  } catch {
    // A folder that cannot be opened is shown all the same: looking into it says why.
    return false;
  }
  return formats.size === 1 && others === 0;
}

async function* directoryOf(folder: string): AsyncGenerator<{ name: string; isDirectory: boolean }> {
  for await (const entry of await opendir(folder))
    yield { name: entry.name, isDirectory: entry.isDirectory() };
}

/** As file managers write it: `1.4 MB`. */
function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : amount.toPrecision(3)} ${units[power]}`;
}
