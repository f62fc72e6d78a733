import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

const everything = globSync(
  ['*', '.ci/*', '{bench,bin,console,deploy,docs,examples,scripts,src,test}/**/*'],
  {
    exclude: ['**/node_modules/**', 'console/dist/**', 'package-lock.json'],
  },
).filter((file) => statSync(file).isFile());

/** Code that is made while the program runs. */
const dynamicCode =
  /\beval\s*\(|\bnew\s+Function\s*\(|\bFunction\s*\(\s*['"`]|['"](?:node:)?vm['"]|setTimeout\(\s*['"`]/;

function dynamicIn(source: string): boolean {
  return dynamicCode.test(source);
}

test('nothing that is shipped makes code of text', () => {
  const shipped = everything.filter((file) =>
    /^(bin|src|console\/src|scripts)\/.*\.(ts|tsx|mjs)$/.test(file),
  );
  assert.ok(shipped.length > 500);
  assert.deepEqual(
    shipped.filter((file) => dynamicIn(readFileSync(file, 'utf8'))),
    [],
  );
  for (const code of ["eval('1')", 'new Function(text)', "import vm from 'node:vm'", "setTimeout('x()')"]) {
    assert.equal(dynamicIn(code), true, code);
  }
});

/** What credentials of companies look like; none of ours has a shape of its own. */
const secretShapes: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{60}/,
  'a token that was signed': /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{40,}/,
  'an AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a GitHub token': /\b(?:gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{22,})/,
  'a Slack token': /\bxox[abprs]-[0-9]{8,}-[\w-]{10,}/,
  'a Stripe key': /\b[rs]k_live_[0-9A-Za-z]{20,}/,
  'a Google key': /\bAIza[\w-]{35}\b/,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'an Azure storage key': /AccountKey=[A-Za-z0-9+/]{86}==/,
};

function secretsIn(text: string): string[] {
  return Object.entries(secretShapes).flatMap(([name, shape]) => (shape.test(text) ? [name] : []));
}

test('no file holds a secret', () => {
  const found = everything.flatMap((file) =>
    secretsIn(readFileSync(file, 'latin1')).map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(found, []);
  // Put together here, so that the file does not hold what it looks for.
  assert.deepEqual(secretsIn(`key = ${'AKIA'}${'A'.repeat(16)}`), ['an AWS key']);
  assert.deepEqual(secretsIn(`-----BEGIN ${'PRIVATE'} KEY-----\n${'A'.repeat(64)}`), ['a private key']);
});

/** OWASP API Security Top 10, 2023. */
const risks = Array.from({ length: 10 }, (_, index) => `API${index + 1}:2023`);

test('the threat model names every risk, and tests that are there', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  for (const risk of risks) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${risk} `)) ?? '';
    assert.match(row, /`(?:test|src)\/[^`]+\.test\.ts`/, `${risk} names no test`);
  }
  const named = [...page.matchAll(/`((?:test|src)\/[^`\s]+\.(?:ts|toml|yaml))`/g)].map(
    ([, file = '']) => file,
  );
  assert.deepEqual(
    named.filter((file) => !existsSync(file)),
    [],
  );
});
