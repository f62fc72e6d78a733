import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/app-error.ts';
import { runCommand } from './run.ts';

/** What the command says to a person who asked for something that it cannot do. */
async function refusalOf(
  args: readonly string[],
  access: Parameters<typeof runCommand>[0] = async () => assert.fail('nothing may be asked of a service'),
): Promise<string> {
  const command = runCommand(access);
  let said = '';
  command.exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  await assert.rejects(command.parseAsync([...args], { from: 'user' }), { exitCode: 2 });
  return said;
}

test('what is to be run is said once, and what makes no sense is refused before anything is asked', async () => {
  const oneOf = /one of --all, --pair, --test, --retry, --follow or --cancel/;
  assert.match(await refusalOf([]), oneOf);
  assert.match(await refusalOf(['--all', '--test', 'x']), oneOf);
  assert.match(await refusalOf(['--follow', 'x', '--retry', 'y']), oneOf);
  assert.match(await refusalOf(['--all', '--name', 'x']), /--name goes with --pair and --test/);
  assert.match(await refusalOf(['--all', '--format', 'junit']), /--format junit needs --wait/);
  const detail = 'There is no token.';
  const noToken = () => Promise.reject(new AppError('token_missing', { detail }));
  assert.match(await refusalOf(['--all'], noToken), /plumbline run: There is no token\./);
});
