import { mkdtemp, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';

/**
 * A path under which the engine opens this file and no other: it takes every path for a pattern, and `b*.csv` is a
 * name that a file can have. Such a file is read through a link in the staging folder.
 */
export async function enginePath(file: string, stagingDirectory: string): Promise<string> {
  if (!/[*?[\]{}]/.test(file)) return file;
  const folder = await mkdtemp(join(stagingDirectory, 'link-'));
  const link = join(folder, `data${extname(file)}`);
  await symlink(file, link);
  return link;
}
