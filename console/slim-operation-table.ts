import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { operations } from '../src/contract/operations.ts';

const table = fileURLToPath(new URL('../src/contract/operations.ts', import.meta.url));

/**
 * The typed client needs the method and the path of an operation; its schemas are types to the console and nothing
 * else. This puts a table of those two in the place of the real one, which would bring every schema and its builder
 * into the browser.
 */
export function slimOperationTable(): Plugin {
  const slim = Object.fromEntries(
    Object.entries(operations).map(([id, { method, path }]) => [id, { method, path }]),
  );
  return {
    name: 'plumbline:slim-operation-table',
    enforce: 'pre',
    load(id) {
      return id === table ? `export const operations = ${JSON.stringify(slim)};` : null;
    },
  };
}
