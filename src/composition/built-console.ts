import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltConsole, ConsoleFile } from '../http/console-files.ts';

const dist = fileURLToPath(new URL('../../console/dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built console whole: a few MB, and a service that runs goes on serving the console that it started with
 * when a newer one is built beside it. Null where there is none.
 */
export async function readBuiltConsole(folder: string = dist): Promise<BuiltConsole | null> {
  const page = await readIfPresent(join(folder, 'index.html'));
  if (page === null) return null;
  const names = await readdir(join(folder, 'console'));
  const plain = names.filter((name) => types[extname(name)] !== undefined);
  const files = await Promise.all(plain.map(async (name) => [name, await readFileOf(folder, name)] as const));
  return { page: page.toString('utf8'), files: new Map(files) };
}

/** Whether there is a console to serve. */
export async function isConsoleBuilt(): Promise<boolean> {
  return (await readIfPresent(join(dist, 'index.html'))) !== null;
}

async function readFileOf(folder: string, name: string): Promise<ConsoleFile> {
  const file = join(folder, 'console', name);
  const [content, br, gzip] = await Promise.all([
    readFile(file),
    readIfPresent(`${file}.br`),
    readIfPresent(`${file}.gz`),
  ]);
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    content,
    compressed: { ...(br !== null && { br }), ...(gzip !== null && { gzip }) },
  };
}

async function readIfPresent(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
