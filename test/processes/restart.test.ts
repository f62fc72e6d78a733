import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, globSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { plumbline, type Running, scratch, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { files, openRunsApi, same } from '../support/runs-api.ts';

const rowCount = 400_000;

/** Files that take seconds to compare on one thread, so that a signal reaches the executor in the middle. */
function largeFiles(): string {
  const folder = dataFolder();
  for (const name of ['source.csv', 'target.csv']) {
    const file = openSync(join(folder, name), 'w');
    writeSync(file, 'id,amount,note\n');
    for (let start = 0; start < rowCount; start += 10_000) {
      const rows = Array.from({ length: 10_000 }, (_, index) => {
        const id = start + index;
        const amount = name === 'target.csv' && id % 100_000 === 7 ? 1 : id * 2;
        return `${id},${amount}.25,some text that is long enough to be worth reading ${id}\n`;
      });
      writeSync(file, rows.join(''));
    }
    closeSync(file);
  }
  return folder;
}

function startExecutor(
  t: TestContext,
  { url, dataDir }: { url: string; dataDir: string },
  roots: string,
  store: string,
): Running {
  const running = plumbline(['executor', '--url', url, '--data-dir', dataDir, '--capacity', '1'], {
    PLUMBLINE_FILE_ROOTS: roots,
    PLUMBLINE_EXECUTOR_THREADS: '1',
    PLUMBLINE_EVIDENCE_DIR: store,
    PLUMBLINE_LOG_LEVEL: 'debug',
  });
  t.after(() => running.child.kill('SIGKILL'));
  return running;
}

test('a Run outlives an executor that is killed in the middle, with one result a test and no evidence left over', async (t) => {
  const service = await startServe(t);
  const [root, store] = [largeFiles(), scratch()];
  const folders = () => globSync('*/*/{.*,*}', { cwd: store });
  const first = startExecutor(t, service, root, store);
  const api = await openRunsApi(service);
  const source = await api.filesSource(root);
  await api.hasExecutor(source);
  const pair = await api.pair(files(source, 'source.csv'), files(source, 'target.csv'));
  await api.tests(pair, [
    {
      name: 'value',
      functionCode: 'VALUE',
      fields: [same('amount')],
      keys: [same('id')],
      verification: 'exact',
    },
    { name: 'rows', functionCode: 'COUNT' },
    { name: 'notes', functionCode: 'SET_A_EQUALS_B', fields: [same('note')] },
  ]);
  const runUuid = await api.submit(pair);
  while (folders().length === 0) await sleep(20);
  const [unfinished = ''] = folders();

  // Its one slot for what takes long is taken, and whoever browses does not wait for it.
  const { body } = await api.client.call('list_discovery_source_candidates', {
    params: { sourceUuid: source },
    query: { limit: 1 },
  });
  assert.equal(body.items.length, 1);
  assert.equal((await api.client.call('get_run', { params: { runUuid } })).body.overallStatus, 'running');
  first.child.kill('SIGKILL');
  await first.finished;
  assert.ok(existsSync(join(store, unfinished)), 'it left something behind');

  const second = startExecutor(t, service, root, store);
  const run = await api.finished(runUuid);
  assert.deepEqual([run.overallStatus, run.counts], ['fail', { pass: 2, fail: 1, error: 0, noResults: 0 }]);
  const results = await api.results(runUuid);
  assert.equal(results.size, 3);
  const value = results.get('value') ?? assert.fail();
  assert.deepEqual([value.matchedRows, value.mismatchedRows, value.evidence.rows], [rowCount, 4, 4]);
  const { items } = await api.evidence(value);
  assert.deepEqual(
    items.map(({ key }) => key[0]),
    ['7', '100007', '200007', '300007'],
  );

  // One that nobody wants any more ends at the next sign of life, and leaves nothing; a fast machine is done before.
  const kept = folders().length;
  const ends = () => [...second.said().matchAll(/"kind":"run.compare"[^\n]*"outcome":"(\w+)"/g)];
  const endsBefore = ends().length;
  const unwanted = await api.submit(pair);
  while (folders().length === kept) await sleep(20);
  const idempotencyKey = randomUUID();
  await api.client.call('cancel_run', { params: { runUuid: unwanted }, idempotencyKey });
  while (ends().length === endsBefore) await sleep(20);
  if (ends().at(-1)?.[1] === 'cancelled') assert.equal(folders().length, kept);
  second.child.kill('SIGTERM');
  await second.finished;

  // What nothing refers to is deleted when an executor starts; what is not ours stays.
  const orphan = join(value.runUuid, `${randomUUID()}-3`);
  const [organization = ''] = unfinished.split('/');
  mkdirSync(join(store, organization, orphan));
  writeFileSync(join(store, 'notes.txt'), 'not evidence');
  mkdirSync(join(store, 'somebody', 'elses', 'folder'), { recursive: true });
  const third = startExecutor(t, service, root, store);
  await third.says('evidence that nothing refers to was deleted');
  assert.deepEqual(
    [existsSync(join(store, unfinished)), existsSync(join(store, organization, orphan))],
    [false, false],
  );
  assert.ok(existsSync(join(store, 'somebody/elses/folder')) && existsSync(join(store, 'notes.txt')));
  assert.equal((await api.evidence(value)).items.length, 4);
});
