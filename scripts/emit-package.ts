/**
 * What `npm pack` puts into the package in place of src/: the same files as JavaScript, because Node does not strip
 * types under node_modules. Nothing is bundled, and nothing rewritten but types and extensions; the built
 * console; and what the package is made of.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './setup.mjs';
import { writeSbom } from './write-sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = join(root, 'src');
const to = join(root, 'lib');

rmSync(to, { recursive: true, force: true });
for (const file of globSync('**/*.{ts,sql}', { cwd: from })) {
  if (/\.test\.ts$|\.d\.ts$|\/testing\//.test(file)) continue;
  const target = join(to, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.sql')) cpSync(join(from, file), target);
  else writeFileSync(target, asJavaScript(readFileSync(join(from, file), 'utf8')));
}
ensureConsole();
writeSbom();

/** Relative specifiers name TypeScript files: in imports, and in the addresses of workers and child processes. */
function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(/((?:from|import)\s*\(?\s*'\.[^']*)\.ts'/g, "$1.js'")
    .replace(/(new URL\('\.[^']*)\.ts'/g, "$1.js'");
}
