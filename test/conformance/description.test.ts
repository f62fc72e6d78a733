import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { describeApi } from '../../src/contract/openapi/document.ts';
import { judges } from './schemathesis.ts';

const skip = judges === undefined && 'TEST_JUDGES is not set: .ci/run says what must be in it';
const folder = mkdtempSync(join(tmpdir(), 'plumbline-linted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const description = describeApi({ publicUrl: 'https://plumbline.example', version: '1.0.0' });

function lint(tool: string, document: unknown, ...args: readonly string[]) {
  const file = join(folder, `${tool}.json`);
  writeFileSync(file, JSON.stringify(document));
  const bin = resolve(judges ?? '', 'linters/node_modules/.bin', tool);
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'lint', file, ...args], {
    encoding: 'utf8',
    // Neither tells its maker of what it saw.
    env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('linters find nothing to say about the description', { skip }, () => {
  test('Redocly', () => {
    const args = ['--config', 'test/conformance/redocly.yaml', '--format', 'json'];
    const { status, output } = lint('redocly', description, ...args);
    assert.equal(status, 0, output);
    assert.deepEqual(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)).totals, {
      errors: 0,
      warnings: 0,
      ignored: 0,
    });
  });

  test('Spectral, with the OWASP ruleset', () => {
    // It looks for rulesets beside the file that names them.
    const ruleset = resolve(judges ?? '', 'linters/spectral.yaml');
    copyFileSync('test/conformance/spectral.yaml', ruleset);
    const args = ['--ruleset', ruleset, '--fail-severity', 'hint'];
    const { status, output } = lint('spectral', description, ...args);
    assert.equal(status, 0, output);
    const { paths, ...rest } = description as Record<string, unknown>;
    assert.notEqual(
      lint('spectral', { ...rest, security: undefined, paths: { '/x': {} } }, ...args).status,
      0,
    );
  });

  test('every rule that is off says why', () => {
    const lines = readFileSync('test/conformance/spectral.yaml', 'utf8').split('\n');
    const off = lines.flatMap((line, index) => (line.endsWith(': off') ? [index] : []));
    assert.ok(off.length > 0);
    for (const index of off) assert.match(lines[index - 1] ?? '', /^ {2}# \S/, lines[index]);
  });
});
