import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

/** Which folder of src/ may import which (docs/architecture.md). Every folder may import itself. */
const allowed: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  engine: ['domain'],
  connectors: ['engine', 'domain'],
  executor: ['connectors', 'engine', 'contract', 'domain'],
  storage: ['domain'],
  providers: ['domain'],
  app: ['storage', 'providers', 'engine', 'domain'],
  http: ['app', 'contract', 'domain'],
  cli: ['contract', 'executor', 'domain'],
  // The composition root, in rooms of its own so that main.ts stays a page; nothing imports it but main.ts.
  composition: [
    'domain',
    'contract',
    'engine',
    'connectors',
    'executor',
    'storage',
    'providers',
    'app',
    'http',
    'cli',
  ],
};

/** Pure folders: no input or output, so no Node module but these few that compute. */
const pure = ['domain', 'engine'];
const pureNodeModules = ['node:crypto', 'node:assert/strict', 'node:test', 'node:util'];

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(source: string): string[] {
  return [...source.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');
}

export function violations(file: string, source: string): string[] {
  const folder = relative('src', file).split('/')[0] ?? '';
  const permitted = allowed[folder];
  if (permitted === undefined) return [`${file}: src/${folder} is not a folder of the layout`];
  return importsOf(source).flatMap((specifier) => {
    if (!specifier.startsWith('.')) {
      const impure =
        pure.includes(folder) && !pureNodeModules.includes(specifier) && specifier !== 'fast-check';
      return impure ? [`${file}: ${folder}/ is pure and imports ${specifier}`] : [];
    }
    const target = relative('src', join(dirname(file), specifier)).split('/')[0] ?? '';
    if (target === folder || permitted.includes(target)) return [];
    return [`${file}: ${folder}/ may not import ${target}/ (${specifier})`];
  });
}

test('every folder imports only what the layout permits', () => {
  const files = globSync('src/*/**/*.ts').filter((file) => file !== 'src/main.ts');
  assert.ok(files.length > 0);
  assert.deepEqual(
    files.flatMap((file) => violations(file, readFileSync(file, 'utf8'))),
    [],
  );
});

/** The console is built on the published interface alone: of src/ it imports the contract. */
export function consoleViolations(file: string, source: string): string[] {
  return importsOf(source).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return [];
    const target = join(dirname(file), specifier);
    const permitted = target.startsWith('console/') || target.startsWith('src/contract/');
    return permitted ? [] : [`${file}: the console may not import ${target}`];
  });
}

test('the console imports nothing of the service but its contract', () => {
  const files = globSync('console/**/*.{ts,tsx}', { exclude: ['console/dist/**'] });
  assert.ok(files.length > 0);
  assert.deepEqual(
    files.flatMap((file) => consoleViolations(file, readFileSync(file, 'utf8'))),
    [],
  );
});

test('only main.ts stands outside the folders', () => {
  const loose = globSync('src/*.ts').filter((file) => file !== 'src/main.ts');
  assert.deepEqual(loose, []);
});

test('the gate fails on a forbidden import, a dynamic one and an impure one', () => {
  assert.equal(violations('src/domain/x.ts', `import { a } from '../storage/a.ts';`).length, 1);
  assert.equal(violations('src/http/x.ts', `const a = await import('../storage/a.ts');`).length, 1);
  assert.equal(violations('src/engine/x.ts', `import fs from 'node:fs';`).length, 1);
  assert.equal(violations('src/oddments/x.ts', '').length, 1);
  assert.equal(violations('src/app/x.ts', `import { a } from '../storage/a.ts';`).length, 0);
  assert.equal(consoleViolations('console/src/x.ts', `import { a } from '../../src/domain/a.ts';`).length, 1);
});
