import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { plumbline, type Running, scratch, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { type Api, openApi } from '../support/executor-api.ts';
import { problem, startScriptedService } from '../support/scripted-service.ts';

const canary = 'canary-7c21';

/** Files that take seconds to prepare on one thread, so that a signal reaches the executor in the middle. */
function largeFiles(names: readonly string[]): string {
  const folder = dataFolder();
  const row = `1,12.50,2026-03-09T10:11:12,${canary},some text that is long enough to be worth reading\n`;
  const block = row.repeat(10_000);
  for (const name of names) {
    const file = openSync(join(folder, name), 'w');
    writeSync(file, 'id,amount,at,note,text\n');
    for (let count = 0; count < 60; count += 1) writeSync(file, block);
    closeSync(file);
  }
  return folder;
}

function startExecutor(
  t: TestContext,
  { url, dataDir }: { url: string; dataDir: string },
  roots: string,
): Running {
  const running = plumbline(['executor', '--url', url, '--data-dir', dataDir, '--capacity', '1'], {
    PLUMBLINE_FILE_ROOTS: roots,
    PLUMBLINE_EXECUTOR_THREADS: '1',
    PLUMBLINE_LOG_LEVEL: 'debug',
    // What takes longer than a part of this is given back.
    PLUMBLINE_SHUTDOWN_SECONDS: '3',
  });
  t.after(() => running.child.kill('SIGKILL'));
  return running;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const password = 'hunter2-canary';

/** Asks for a connection to where clouds hand out credentials; resolves to the failed operation. */
async function testMetadataService({ client }: Api) {
  const settings = { host: '169.254.169.254', port: 5432, database: 'sales', user: 'reader' };
  const { body: source } = await client.call('create_discovery_source', {
    idempotencyKey: randomUUID(),
    body: { name: 'Sales', settings: { kind: 'postgresql', ...settings, tls: 'require' }, password },
  });
  const { body: started } = await client.call('test_discovery_source', {
    params: { sourceUuid: source.sourceUuid },
    idempotencyKey: randomUUID(),
  });
  while (true) {
    const { operationUuid } = started;
    const { body } = await client.call('get_operation', { params: { operationUuid } });
    if (body.status === 'failed') return body;
    await sleep(50);
  }
}

// They mostly wait for leases to run out, so they wait at the same time.
describe('executors as processes', { concurrency: true }, () => {
  test('the service runs one beside it, and work outlives that one being killed', async (t) => {
    const large = largeFiles(['large.csv']);
    const service = await startServe(
      t,
      {
        PLUMBLINE_FILE_ROOTS: `examples:${large}`,
        PLUMBLINE_EXECUTOR_THREADS: '1',
        PLUMBLINE_EXECUTOR_CAPACITY: '2',
      },
      [],
    );
    const api = await openApi(service);
    const source = await api.filesSource('examples');
    await api.hasExecutor(source);

    const { body: page } = await api.client.call('list_discovery_source_candidates', {
      params: { sourceUuid: source },
      query: { search: 'orders' },
    });
    assert.deepEqual(
      page.items.map(({ name, kind }) => [name, kind]),
      [
        ['orders-source.csv', 'file'],
        ['orders-target.csv', 'file'],
      ],
    );
    const orders = await api.datasetIs(await api.dataset(source, 'orders-source.csv'), 'ready');
    const types = Object.fromEntries(
      orders.fields?.map(({ name, logicalType }) => [name, logicalType]) ?? [],
    );
    assert.equal(types.order_id ?? types.id, 'long');
    assert.ok((orders.rowCount ?? 0) > 0);

    const slow = await api.dataset(await api.filesSource(large), 'large.csv');
    await api.datasetIs(slow, 'running');
    const pid = Number(/"executorPid":(\d+)/.exec(service.said())?.[1]);
    process.kill(pid, 'SIGKILL');
    const prepared = await api.datasetIs(slow, 'ready');
    const log = service.said();
    assert.equal(prepared.rowCount, 600_000);
    assert.match(log, /"signal":"SIGKILL"[^\n]*starting it again/);
    assert.ok(!JSON.stringify(prepared).includes(canary), 'no value of a row is in the service');
    assert.ok(!log.includes(canary), 'nor in a log');

    const pids = [...log.matchAll(/"executorPid":(\d+)[^\n]*executor started/g)].map(([, id]) => Number(id));
    const successor = pids.at(-1) ?? assert.fail(log);
    assert.ok(isRunning(successor));
    service.child.kill('SIGKILL');
    while (isRunning(successor)) await sleep(25);
  });

  test('several share work, and it outlives each of them', async (t) => {
    const service = await startServe(t);
    const files = ['a.csv', 'b.csv', 'c.csv'];
    const root = largeFiles(files);
    const api = await openApi(service);
    const source = await api.filesSource(root);
    const [first, second] = [startExecutor(t, service, root), startExecutor(t, service, root)];
    await Promise.all([first.says('Plumbline executor for'), second.says('Plumbline executor for')]);
    await api.hasExecutor(source);

    await t.test('each takes some of it', async () => {
      // More than one of them could do in the time in which the other asks for work.
      const shared = await Promise.all(files.map((file) => api.dataset(source, file)));
      const claimed = '"kind":"dataset.prepare","msg":"task claimed"';
      await Promise.all([first.says(claimed), second.says(claimed)]);
      await Promise.all(shared.map((dataset) => api.datasetIs(dataset, 'ready')));
    });

    await t.test('one that was frozen can change nothing when it wakes, and goes on', async () => {
      // Only the one that is to be frozen is there to take the work.
      second.child.kill('SIGTERM');
      await second.finished;
      const claims = () => first.said().split('"task claimed"').length;
      const before = claims();
      const contested = await api.dataset(source, 'c.csv');
      while (claims() === before) await sleep(25);
      first.child.kill('SIGSTOP');
      const other = startExecutor(t, service, root);
      const prepared = await api.datasetIs(contested, 'ready');
      first.child.kill('SIGCONT');
      await first.says('"outcome":"lost"');
      assert.deepEqual(await api.datasetIs(contested, 'ready'), prepared);
      other.child.kill('SIGTERM');
      await other.finished;
    });

    await t.test('one that is told to stop gives back what is unfinished', async () => {
      const unfinished = await api.dataset(source, 'a.csv');
      await api.datasetIs(unfinished, 'running');
      first.child.kill('SIGTERM');
      const { code, stdout, stderr } = await first.finished;
      assert.equal(code, 0);
      // A fast machine ends it within the time that it has.
      assert.match(stderr, /"outcome":"(released|succeeded)"[^\n]*\n[^\n]*$/);
      assert.ok(!(stdout + stderr).includes(canary), 'no value of a row is in a log');
      startExecutor(t, service, root);
      await api.datasetIs(unfinished, 'ready');
    });

    await t.test(
      'hosts and roots that are not allowed are refused, and a password is in no log',
      async () => {
        const failed = await testMetadataService(api);
        assert.equal(failed.error?.code, 'connection_host_refused');
        const elsewhere = await api.filesSource('/etc');
        await assert.rejects(
          api.client.call('list_discovery_source_candidates', { params: { sourceUuid: elsewhere } }),
          (error: { problem?: { code?: string } }) => error.problem?.code === 'data_access_refused',
        );
        second.child.kill('SIGTERM');
        const { code, stderr } = await second.finished;
        assert.equal(code, 0);
        assert.ok(!stderr.includes(password));
      },
    );
  });
});

describe('an executor alone', () => {
  test('without a common version it says what to upgrade', async (t) => {
    const detail = 'The service speaks version 7 of the execution protocol, and the executor 1.';
    const service = await startScriptedService(t, () => problem(409, 'protocol_version_unsupported', detail));
    const tokenFile = join(scratch(), 'token');
    writeFileSync(tokenFile, 'from-a-file\n');
    const { code, stderr } = await plumbline(['executor', '--url', service.url, '--data-dir', scratch()], {
      PLUMBLINE_EXECUTOR_TOKEN_FILE: tokenFile,
    }).finished;
    assert.equal(code, 1);
    assert.match(stderr, /speaks version 7[^\n]*Upgrade whichever is older/);
    assert.doesNotMatch(stderr, /\n {4}at /);
    assert.equal(service.calls[0]?.authorization, 'Bearer from-a-file');
  });

  test('it waits for a service that is away, and stops when told to', async (t) => {
    const executor = startExecutor(t, { url: 'http://127.0.0.1:1', dataDir: scratch() }, scratch());
    await executor.says('the service does not take calls; trying again');
    executor.child.kill('SIGTERM');
    assert.equal((await executor.finished).code, 0);
  });

  test('what is configured wrongly is said without a stack', async () => {
    const cases: readonly [Record<string, string>, RegExp][] = [
      [{ PLUMBLINE_IDENTITY: 'external' }, /The executor has no identity/],
      [{ PLUMBLINE_DATABASE_HOSTS: 'a b' }, /PLUMBLINE_DATABASE_HOSTS: "a b"/],
      [{ PLUMBLINE_EXECUTOR_URL: 'ftp://x' }, /PLUMBLINE_EXECUTOR_URL must be/],
      [{ PLUMBLINE_EXECUTOR_CAPACITY: '17' }, /PLUMBLINE_EXECUTOR_CAPACITY must be/],
    ];
    for (const [environment, message] of cases) {
      const { code, stderr } = await plumbline(['executor', '--data-dir', scratch()], environment).finished;
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
  });
});
