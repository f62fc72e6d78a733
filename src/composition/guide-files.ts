import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuideFiles } from '../http/guide/guide.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Reads the documentation whole, a few MB with its pictures: a checkout and a package both have it in `docs`. */
export async function readGuideFiles(folder: string = docs): Promise<GuideFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(md|png)$/.test(entry.name));
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        return [relative(folder, file).replaceAll(sep, '/'), await readFile(file)] as const;
      }),
    ),
  );
}
