import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { unreadable } from '../locate-files.ts';

/** The folder of a source, with every link on the way to it followed. */
export interface SourceRoot {
  readonly path: string;
}

/** Opens the root of a source if it is a folder below one of the allowed ones; nothing is told about any other. */
export async function openSourceRoot(root: string, allowedRoots: readonly string[]): Promise<SourceRoot> {
  const allowed = await existingRoots(allowedRoots);
  const path = resolve(root);
  // Where it does not exist, its spelling decides: what lies outside must look the same whether it is there or not.
  const real = await realpath(path).catch(() => undefined);
  const spelt = allowedRoots.some((candidate) => isWithin(path, resolve(candidate)));
  if (real === undefined ? !spelt : !allowed.some((candidate) => isWithin(real, candidate))) {
    throw new AppError('data_access_refused', {
      detail: `The folder ${root} is not below a root that the executor may read. Move the data below one, or have the root added to PLUMBLINE_FILE_ROOTS where the executor runs.`,
    });
  }
  if (real === undefined || !(await stat(real)).isDirectory()) {
    throw new AppError('dataset_not_found', {
      detail: `There is no folder ${root} where the executor runs. Check the path of the source.`,
    });
  }
  return Object.freeze({ path: real });
}

/** An allowed root that does not exist (yet) allows nothing. */
async function existingRoots(roots: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return real.filter((root) => root !== undefined);
}

/** The path below the root that `path` names, by its spelling alone; refuses whatever leads elsewhere. */
export function pathBelow(root: SourceRoot, path: string): string {
  const steps = path.split('/');
  if (isAbsolute(path) || steps.includes('..') || path.includes('\0') || path.includes('\\')) {
    throw outside(path);
  }
  return join(root.path, normalize(path));
}

/** The real path of something below the root; refuses links that lead out of it. */
export async function realPathBelow(root: SourceRoot, path: string): Promise<string> {
  const spelt = pathBelow(root, path);
  const real = await realpath(spelt).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw unreadable(path, cause);
    throw new AppError('dataset_not_found', {
      detail: `There is no ${JSON.stringify(path)} below the root of the source. Browse the source for what is there.`,
    });
  });
  if (!isWithin(real, root.path)) throw outside(path);
  return real;
}

export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}

function outside(path: string): AppError {
  return new AppError('data_access_refused', {
    detail: `${JSON.stringify(path)} leads outside the root of the source. Paths are relative to it, without \`..\`, and links must stay below it.`,
  });
}
