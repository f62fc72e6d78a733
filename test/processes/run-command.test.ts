import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort, plumbline, scratch, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { type Api, openApi } from '../support/executor-api.ts';

const orders = {
  'orders.csv': 'id,amount,status\n1,10.00,open\n2,20.00,paid\n3,30.00,paid\n',
  'orders_v2.csv': 'id,amount,status\n1,10.00,open\n2,20.50,paid\n3,30.00,paid\n',
};
const named = (name: string) => ({ sourceField: name, targetField: name });

/** Two files that differ in one value, paired, with three tests of which one will fail. */
async function createTests({ client, ...api }: Api, root: string): Promise<string> {
  const sourceUuid = await api.filesSource(root);
  const [source, target] = await Promise.all([
    api.dataset(sourceUuid, 'orders.csv'),
    api.dataset(sourceUuid, 'orders_v2.csv'),
  ]);
  await Promise.all([api.datasetIs(source, 'ready'), api.datasetIs(target, 'ready')]);
  const { body: pair } = await client.call('create_dataset_pair', {
    idempotencyKey: randomUUID(),
    body: { name: 'Orders', sourceDatasetUuid: source, targetDatasetUuid: target },
  });
  const { datasetPairUuid } = pair;
  await client.call('create_validation_tests', {
    idempotencyKey: randomUUID(),
    body: {
      tests: [
        { datasetPairUuid, functionCode: 'COUNT' },
        { datasetPairUuid, functionCode: 'VALUE', fields: [named('amount')], keys: [named('id')] },
        { datasetPairUuid, functionCode: 'SET_A_EQUALS_B', fields: [named('status')] },
      ],
    },
  });
  return datasetPairUuid;
}

test('plumbline run', async (t) => {
  const root = dataFolder(orders);
  const service = await startServe(t, {}, ['--no-executor']);
  const { url, dataDir } = service;
  const executor = plumbline(['executor', '--url', url, '--data-dir', dataDir], {
    PLUMBLINE_FILE_ROOTS: root,
  });
  t.after(() => executor.child.kill('SIGKILL'));
  const api = await openApi(service);
  const datasetPairUuid = await createTests(api, root);
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    plumbline(['run', '--data-dir', dataDir, ...args], environment);
  const latest = async () =>
    (await api.client.call('list_runs', { query: { limit: 1 } })).body.items[0]?.runUuid ?? '';

  // It takes its patience, which the other tests need not wait for.
  const nowhere = run(['--all', '--url', `http://127.0.0.1:${await freePort()}`]).finished;

  await t.test('says what failed, and ends with 1', async () => {
    const { code, stdout, stderr } = await run(['--all', '--wait']).finished;
    assert.equal(code, 1, stdout + stderr);
    assert.match(stdout, /^◆ FAILED {2}Of 3 tests, 1 failed and 2 passed\.\n/);
    assert.match(stdout, /◆ VALUE of amount {2}Orders · VALUE amount\n {4}1 of 3 matched rows differs\n/);
    assert.match(stdout, /1 row of evidence/);
    assert.match(stdout, /● 2 passed\n/);
    assert.ok(stdout.includes(`${url}/runs/`));
    assert.match(stderr, /^plumbline run: .*, 3 tests: /);
    assert.ok(!/20\.50/.test(stdout + stderr), 'no value of a row');
    assert.ok(!(stdout + stderr).includes('\u001b'), 'no colour in a log');
  });

  await t.test('writes JUnit to a file for the job, and words for the log', async () => {
    const file = join(scratch(), 'results.xml');
    const args = ['--pair', 'Orders', '--name', 'Nightly', '--wait', '--format', 'junit', '--output', file];
    const { code, stdout } = await run(args).finished;
    assert.equal(code, 1);
    assert.match(stdout, /^◆ FAILED/);
    const xml = readFileSync(file, 'utf8');
    assert.match(
      xml,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="Nightly" tests="3" failures="1" errors="0"/,
    );
    assert.match(xml, /<testsuite name="Orders" tests="3"/);
    assert.match(xml, /<failure type="VALUE" message="1 of 3 matched rows differs">/);
  });

  await t.test('ends with 0 if every test passed, and tells a machine everything', async () => {
    const { code, stdout } = await run(['--test', 'COUNT of rows', '--wait', '--format', 'json']).finished;
    assert.equal(code, 0, stdout);
    const outcome = JSON.parse(stdout);
    assert.equal(outcome.run.overallStatus, 'pass');
    assert.equal(outcome.run.scope, 'validation_test');
    assert.deepEqual(
      outcome.results.map((each: { name: string; source: unknown }) => [each.name, each.source]),
      [['COUNT of rows', { value: '3', rows: 3 }]],
    );
  });

  await t.test('follows a Run that was started before, in any format', async () => {
    const token = join(scratch(), 'token');
    const minted = await plumbline(['token', '--as', 'carl@contoso.example', '--data-dir', dataDir]).finished;
    writeFileSync(token, minted.stdout);
    const started = await run(['--pair', datasetPairUuid, '--url', url, '--token-file', token]).finished;
    assert.equal(started.code, 0, started.stderr);
    const runUuid = started.stdout.trim();
    assert.match(runUuid, /^[0-9a-f-]{36}$/);
    const environment = { PLUMBLINE_URL: url, PLUMBLINE_TOKEN: minted.stdout.trim() };
    const reports = await Promise.all(
      ['csv', 'markdown', 'html'].map(
        (format) => run(['--follow', runUuid, '--format', format, '--no-progress'], environment).finished,
      ),
    );
    assert.deepEqual(
      reports.map(({ code }) => code),
      [1, 1, 1],
    );
    const [csv, markdown, html] = reports.map(({ stdout }) => stdout);
    assert.equal(csv?.trim().split('\r\n').length, 4);
    assert.match(markdown ?? '', /^### ◆ Failed: /);
    assert.match(markdown ?? '', /Since the Run before: 1 still failing/);
    assert.match(html ?? '', /<title>Failed: /);
  });

  await t.test('ends with 2 where a test could not be decided', async () => {
    const file = join(root, 'orders_v2.csv');
    renameSync(file, `${file}.away`);
    const gone = await run(['--all', '--wait']).finished;
    assert.equal(gone.code, 2, gone.stdout + gone.stderr);
    assert.match(gone.stdout, /^▲ NOT DECIDED {2}Of 3 tests, 3 could not be decided and 0 passed\./);
    assert.match(gone.stdout, /since the Run before: 2 broke, 1 still failing/);
    renameSync(`${file}.away`, file);
  });

  await t.test('refuses what it cannot do before anything is started', async () => {
    const cases: readonly [readonly string[], RegExp][] = [
      [['--pair', 'Nope', '--wait'], /No dataset pair is named "Nope"/],
      [['--test', 'Nope', '--wait'], /No validation test is named "Nope"/],
      [['--all', '--as', 'nora@contoso.example'], /membership_required/],
      [['--all', '--token-file', join(root, 'none')], /token file .*ENOENT/],
    ];
    const before = await latest();
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await run(args).finished;
      assert.equal(code, 2, `${args.join(' ')}: ${stdout}${stderr}`);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n {4}at /, stderr);
    }
    assert.equal(await latest(), before);
  });

  await t.test(
    'Ctrl-C leaves the Run alone and says how to get back; or cancels it, if asked to',
    async () => {
      executor.child.kill('SIGKILL');
      const watched = run(['--all', '--wait']);
      await watched.says('waiting for an executor');
      watched.child.kill('SIGINT');
      const left = await watched.finished;
      assert.equal(left.code, 130);
      const runUuid = await latest();
      assert.ok(left.stderr.includes(`plumbline run --follow ${runUuid}`), left.stderr);
      const statusOf = async () =>
        (await api.client.call('get_run', { params: { runUuid } })).body.overallStatus;
      assert.equal(await statusOf(), 'pending');

      const again = run(['--follow', runUuid, '--cancel-on-interrupt']);
      await again.says('waiting for an executor');
      again.child.kill('SIGINT');
      const cancelled = await again.finished;
      assert.equal(cancelled.code, 130);
      assert.match(cancelled.stderr, /is cancelled\.\n$/);
      assert.equal(await statusOf(), 'error');
      const twice = await run(['--cancel', runUuid]).finished;
      assert.equal(twice.code, 2);
      assert.match(twice.stderr, /run_finished/);
    },
  );

  await t.test('says that no service answers, and where', async () => {
    const { code, stderr } = await nowhere;
    assert.equal(code, 2);
    assert.match(stderr, /No service answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)/);
  });
});
