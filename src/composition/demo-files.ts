import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../domain/app-error.ts';
import type { DemoFilesOptions } from '../executor/demo/make-demo-files.ts';

/** The folder with the public data that the demo is made of; null where the package vega-datasets is not installed. */
export function findPublicData(): string | null {
  try {
    const folder = join(dirname(dirname(fileURLToPath(import.meta.resolve('vega-datasets')))), 'data');
    return existsSync(folder) ? folder : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Makes the demo's files in a child process, which ends with this one or with the signal. */
export async function makeFilesInChild(options: DemoFilesOptions, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const script = fileURLToPath(new URL('../executor/demo/make-files-process.ts', import.meta.url));
  const child = fork(script, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    signal,
    killSignal: 'SIGKILL',
  });
  // One that ends before it hears is told by its exit.
  child.send(options, () => {});
  const [code] = await once(child, 'exit');
  if (code === 0) return;
  throw new AppError('dependency_unavailable', {
    detail: `The files of the demo could not be made in ${options.folder}; the log has the cause. Check that the disk has 200 MB left.`,
  });
}
