import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { CommanderError } from 'commander';
import { type TokenRequest, tokenCommand } from '../../../src/cli/commands/token.ts';
import { mintToken } from '../../../src/providers/identity/embedded/mint-token.ts';
import { clock, temporaryFolder } from './identity-server.ts';
import { claimsOf } from './spoilt-tokens.ts';

const dataDir = await temporaryFolder();
after(() => rm(dataDir, { recursive: true }));

/** Runs the command as the command line would, with the real mint behind it. */
async function run(...args: readonly string[]) {
  const requests: TokenRequest[] = [];
  let out = '';
  let err = '';
  const command = tokenCommand((request) => {
    requests.push(request);
    return mintToken({ dataDir, ...request }, { clock });
  });
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      out += text;
    },
    writeErr: (text) => {
      err += text;
    },
  });
  try {
    await command.parseAsync(args, { from: 'user' });
    return { out, err, exitCode: 0, requests };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { out, err, exitCode: error.exitCode, requests };
  }
}

describe('plumbline token', () => {
  test('prints the token alone', async () => {
    const { out, err } = await run('--as', 'olivia@contoso.example');
    assert.match(out, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    assert.equal(err, '');
    assert.equal(claimsOf(out).preferred_username, 'olivia@contoso.example');
  });

  test('takes an application with its roles, one by one or as a list', async () => {
    const app = ['--app', 'loader', '--directory', 'contoso'];
    const repeated = await run(...app, '--role', 'SVC.APIReader', '--role', 'SVC.APIOwner');
    assert.deepEqual(claimsOf(repeated.out).roles, ['SVC.APIReader', 'SVC.APIOwner']);
    const listed = await run(...app, '--roles', 'SVC.APIReader, SVC.APIOwner');
    assert.deepEqual(claimsOf(listed.out).roles, ['SVC.APIReader', 'SVC.APIOwner']);
    const none = await run('--as', 'olivia@contoso.example', '--roles', '');
    assert.deepEqual(claimsOf(none.out).roles, []);
  });

  test('takes scope, audience and a lifetime in any unit', async () => {
    const person = ['--as', 'olivia@contoso.example'];
    const { out } = await run(...person, '--scope', 'one two', '--audience', 'api://other');
    assert.deepEqual([claimsOf(out).scp, claimsOf(out).aud], ['one two', 'api://other']);
    for (const [text, seconds] of [
      ['90', 90],
      ['90s', 90],
      ['15m', 900],
      ['8h', 28_800],
      ['2d', 172_800],
      ['-5m', -300],
    ] as const) {
      const { requests } = await run(...person, '--expires-in', text);
      assert.equal(requests[0]?.expiresInSeconds, seconds);
    }
  });

  test('refuses with a message and no token', async () => {
    for (const [args, words] of [
      [['--as', 'mallory@contoso.example'], 'olivia@contoso.example'],
      [[], '--as'],
      [['--app', 'x'], '--directory'],
      [['--as', 'olivia@contoso.example', '--expires-in', 'soon'], 'Give seconds'],
      [['--unknown'], 'unknown option'],
    ] as const) {
      const { out, err, exitCode } = await run(...args);
      assert.equal(out, '');
      assert.ok(err.includes(words), err);
      assert.notEqual(exitCode, 0);
    }
  });
});
