import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DataDirectory } from './data-directory.ts';
import { enginePackage, stampOf, testedEngine } from './version-stamp.ts';

/** Changes whenever `new-cluster-thread.ts` makes a cluster in another way, so that no old template is used. */
const recipe = 4;

/** An empty cluster kept beside the installed packages: copying it takes a tenth of the time of making one (0.3 s for 3). */
export function defaultTemplate(): string {
  const modules = dirname(dirname(enginePackage()));
  return join(modules, '.cache', 'plumbline', `cluster-${testedEngine.pglite}-${recipe}`);
}

/** Makes the template if it is missing. Several processes may try at once: the first to finish wins. */
export async function ensureTemplate(template: string, onProgress: (text: string) => void): Promise<void> {
  if (existsSync(template)) return;
  onProgress('Preparing the embedded database: once per installation, a few seconds.');
  await removeAbandoned(template);
  const unfinished = await mkdtemp(`${template}${unfinishedBy}${process.pid}-`);
  try {
    await makeCluster(unfinished);
    await syncTree(unfinished);
    await rename(unfinished, template);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

const unfinishedBy = '.unfinished-';

/** What a killed process left of its attempt. */
async function removeAbandoned(template: string): Promise<void> {
  const folder = dirname(template);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const [made, pid] = name.split(unfinishedBy);
    if (made !== basename(template) || pid === undefined || isRunning(Number.parseInt(pid, 10))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Puts a new cluster in place. It is made under another name, synced to the disk and renamed: after a kill or a power
 * cut at any moment there is a whole cluster or none.
 */
export async function placeNewCluster(
  directory: DataDirectory,
  template: string,
  onProgress: (text: string) => void,
): Promise<void> {
  const { unfinished, cluster } = directory;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await fillCluster(unfinished, template, onProgress);
    await writeFile(stampOf(unfinished), JSON.stringify(testedEngine));
    await syncTree(unfinished);
    await rename(unfinished, cluster);
    await syncFile(directory.path);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fillCluster(
  path: string,
  template: string,
  onProgress: (text: string) => void,
): Promise<void> {
  try {
    await ensureTemplate(template, onProgress);
  } catch {
    // The packages may lie on a read-only disk: do without a template.
    return await makeCluster(path);
  }
  await cp(template, path, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makeCluster(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const worker = new Worker(new URL('./new-cluster-thread.ts', import.meta.url), { workerData: path });
  await once(worker, 'exit');
}

/** Every file and folder below, and the folder itself. */
async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = [...entries.map((entry) => join(entry.parentPath, entry.name)), path];
  const next = paths.values();
  // Node has four threads for files; one walker each keeps them busy.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const each of next) await syncFile(each);
    }),
  );
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
