import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The folder of one executor process, for the folders of its tasks. Copies of data lie in it, so it is private. */
export interface ExecutorFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes the folder of this process, and removes those of processes of this machine that were killed. */
export async function openExecutorFolder(parent: string): Promise<ExecutorFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const path = join(parent, `${machine}-${process.pid}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Several machines may share the parent, and a process id says something on its own machine only. */
const machine = hostname().replaceAll(/[^A-Za-z0-9.]/g, '_');

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, owner, pid] = /^(.*)-(\d+)$/.exec(name) ?? [];
    if (owner === machine && !isRunning(Number(pid))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is a process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
