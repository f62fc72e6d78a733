import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plumbline, scratch } from '../support/command.ts';

/** What `npm start` needs before anything is installed. */
const bare = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'bin',
  'scripts',
  'console/package.json',
  'src/main.ts',
];

function bareCheckout(): string {
  const folder = scratch();
  mkdirSync(join(folder, 'console'));
  for (const name of bare) cpSync(name, join(folder, name), { recursive: true });
  return folder;
}

/** The command of a checkout on the machine's own Node, with nothing installed. */
function start(folder: string, nodeFlags: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [...nodeFlags, 'bin/plumbline.mjs', 'serve'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
  });
}

test('a Node that is too old is told which one is needed', () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`;
  const { status, stderr } = start(bareCheckout(), ['--import', `data:text/javascript,${older}`], {});
  assert.equal(status, 1);
  assert.equal(
    stderr.trim(),
    'plumbline: Node 18.20.8 is too old to install Plumbline. Install Node 20 or later and try again.',
  );
});

test('without a network it says what could not be reached', () => {
  const { status, stderr } = start(bareCheckout(), [], {
    // Nothing listens there.
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^plumbline: installing dependencies/);
  assert.match(stderr, /ECONNREFUSED/);
  assert.match(stderr, /plumbline: npm ci failed; .* Check that the package registry can be reached/);
  assert.doesNotMatch(stderr, /\n {4}at /);
});

const isLinux =
  process.platform === 'linux' ? false : 'only Linux has a folder that not even root can write to';

test('a data directory that cannot be written', { skip: isLinux }, async () => {
  const { code, stderr } = await plumbline([
    'serve',
    '--no-executor',
    '--port',
    '0',
    '--data-dir',
    '/sys/plumbline',
  ]).finished;
  assert.equal(code, 1);
  assert.equal(
    stderr.trim(),
    'plumbline: The data directory /sys/plumbline cannot be written. Change its owner, or set PLUMBLINE_DATA_DIR to another folder.',
  );
});
