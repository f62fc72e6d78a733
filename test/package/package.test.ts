import assert from 'node:assert/strict';
import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../support/command.ts';

const home = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
after(() => rmSync(home, { recursive: true, force: true }));
const folder = join(home, 'empty');
mkdirSync(folder);
const installed = join(folder, 'node_modules', 'plumbline');

/** Packs this checkout and installs the package where nothing else is, as somebody does who has never seen it. */
function install(): void {
  const quietly: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('npm', ['pack', '--pack-destination', home, '--loglevel=error'], quietly);
  const [archive = assert.fail('nothing was packed')] = readdirSync(home).filter((name) =>
    name.endsWith('.tgz'),
  );
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  execFileSync('npm', ['install', join(home, archive), '--omit=dev', '--loglevel=error'], {
    ...quietly,
    cwd: folder,
  });
}

install();

function npx(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn('npx', ['plumbline', ...args], {
    cwd: folder,
    // A group of its own, because npx does not pass a signal on to what it has started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home, ...environment },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, ended: once(child, 'close').then(([code]) => code), output: () => output };
}

test('the package has no TypeScript, no tests and no source of the console, and says what it is made of', () => {
  const files = readdirSync(installed, { recursive: true }).map(String);
  const unwanted = files.filter((file) => /\.tsx?$|\.test\.|^(src|test|scripts|bench)\b/.test(file));
  assert.deepEqual(unwanted, []);
  for (const file of [
    'lib/sbom.json',
    'lib/licences.md',
    'LICENSE',
    'CHANGELOG.md',
    'docs/README.md',
    'console/dist/index.html',
  ])
    assert.ok(existsSync(join(installed, file)), file);
  const sbom = JSON.parse(readFileSync(join(installed, 'lib/sbom.json'), 'utf8'));
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.ok(sbom.components.some(({ name }: { name: string }) => name === 'fastify'));
});

test('npx plumbline compare', async () => {
  const example = (name: string) => join(installed, 'examples', name);
  const { ended, output } = npx([
    'compare',
    example('orders-source.csv'),
    example('orders-target.csv'),
    '--key',
    'order_id',
  ]);
  assert.equal(await ended, 1, output());
  assert.match(output(), /^◆ DIFFERENT {2}4 rows differ in 3 columns/m);
});

test('npx plumbline serve: the API, the console, the guide and an executor', async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = npx(['serve', '--port', String(port), '--no-demo']);
  const { pid = assert.fail('npx was not started') } = service.child;
  t.after(() => process.kill(-pid, 'SIGKILL'));
  await until(() => service.output().includes('"msg":"executing"'), service);
  const page = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
    return { status: answer.status, text: await answer.text() };
  };
  assert.match((await page('/')).text, /<div id="root"/);
  assert.match((await page('/guide')).text, /<title>Plumbline guide/);
  assert.equal((await page('/readyz')).status, 200);
  const token = npx(['token', '--as', 'olivia@contoso.example']);
  assert.equal(await token.ended, 0, token.output());
  const activation = await fetch(`${url}/api/v1/organization:activate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.output().trim()}`, 'content-type': 'application/json' },
    body: '{"name": "Contoso"}',
  });
  assert.equal(activation.status, 201);
});

async function until(holds: () => boolean, { child, output }: ReturnType<typeof npx>): Promise<void> {
  while (!holds()) {
    assert.equal(child.exitCode, null, output());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
