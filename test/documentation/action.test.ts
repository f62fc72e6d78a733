import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { startLocalServer } from '../support/local-server.ts';
import { workflowSteps } from './workflow-steps.ts';

const action = readFileSync('action.yml', 'utf8');
const [compare = '', comment = '', verdict = ''] = workflowSteps(action);
const folder = mkdtempSync(join(tmpdir(), 'plumbline-action-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a step as a runner does: bash, which stops at the first failure, also inside a pipe. */
async function step(script: string, environment: Record<string, string>): Promise<number> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      GITHUB_ACTION_PATH: resolve('.'),
      RUNNER_TEMP: folder,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_REPOSITORY: 'contoso/warehouse',
      ...environment,
    },
  });
  const [code] = await once(child, 'exit');
  return code;
}

const source = 'examples/orders-source.csv';
const target = 'examples/orders-target.csv';
const report = join(folder, 'plumbline-report.md');

test('the action compares, and its job ends as the comparison did', async () => {
  const code = await step(compare, {
    SOURCE: source,
    TARGET: target,
    ARGUMENTS:
      "--key\norder_id\n--map\namount=total\n--ignore\nloaded_at\n\n--where\nstatus != 'cancelled'\n",
  });
  assert.equal(code, 0, 'the verdict is for the last step, so that the comment is made before');
  assert.match(readFileSync(join(folder, 'output'), 'utf8'), /^exit-code=1\nreport=/);
  assert.match(readFileSync(join(folder, 'summary.md'), 'utf8'), /^### ◆ Different/);
  assert.equal(await step(verdict, { CODE: '1' }), 1);
  assert.equal(await step(verdict, { CODE: '0' }), 0);
});

test('a file that is not there is no verdict, and still a comment', async () => {
  rmSync(report, { force: true });
  await step(compare, { SOURCE: 'no-such-file.csv', TARGET: target, ARGUMENTS: '' });
  assert.match(readFileSync(join(folder, 'output'), 'utf8'), /exit-code=2\nreport=\S+\n$/);
  assert.match(readFileSync(report, 'utf8'), /Not compared/);
});

test('the comment is made once, and renewed', async (t) => {
  const comments: { id: number; body: string }[] = Array.from({ length: 100 }, (_, id) => ({
    id,
    body: 'a remark',
  }));
  const github = await startLocalServer(t, ({ method, url, body }) => {
    if (method === 'POST') comments.push({ id: comments.length, body: JSON.parse(body).body });
    const edited = comments.find(({ id }) => url.pathname.endsWith(`/comments/${id}`));
    if (method === 'PATCH' && edited !== undefined) edited.body = JSON.parse(body).body;
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * 100;
    return { status: method === 'POST' ? 201 : 200, body: comments.slice(from, from + 100) };
  });
  const environment = {
    GITHUB_API_URL: github.origin,
    TOKEN: 'a token',
    NUMBER: '7',
    REPORT: report,
    SOURCE: source,
    TARGET: target,
  };
  assert.equal(await step(comment, environment), 0);
  assert.equal(await step(comment, environment), 0);
  assert.equal(comments.length, 101);
  assert.match(comments[100]?.body ?? '', /^<!-- plumbline [0-9a-f]{16} -->\n### /);
  const methods = github.asked.map(({ method, url }) => `${method} ${url.pathname}`);
  assert.ok(methods.includes('POST /repos/contoso/warehouse/issues/7/comments'));
  assert.ok(methods.includes('PATCH /repos/contoso/warehouse/issues/comments/100'));
  assert.equal(github.asked[0]?.headers.authorization, 'Bearer a token');

  assert.equal(await step(comment, { ...environment, TARGET: 'another.csv' }), 0);
  assert.equal(comments.length, 102, 'another pair has a comment of its own');
});

test('every input that the documentation gives is one of the action', () => {
  const page = readFileSync('docs/how-to/run-in-ci.md', 'utf8');
  const given = /uses: \S+\/plumbline@\S+\n\s+with:\n((?:\s{10,}.*\n)+)/.exec(page)?.[1] ?? assert.fail();
  const names = [...given.matchAll(/^ {10}(\w+):/gm)].map(([, name]) => name);
  assert.ok(names.length >= 3, given);
  for (const name of names) assert.match(action, new RegExp(`^  ${name}:$`, 'm'));
});
