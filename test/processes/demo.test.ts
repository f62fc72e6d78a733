import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoTableName, demoTableNames } from '../../src/domain/demo/demo-tables.ts';
import { plantedDefects } from '../../src/executor/demo/planted-defects.ts';
import { freePort, scratch } from '../support/command.ts';
import { type Api, openApi } from '../support/executor-api.ts';

const dataDir = scratch();
const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;

async function start(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'test/processes/demo-service.ts', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PLUMBLINE_PORT: port,
        PLUMBLINE_DATA_DIR: dataDir,
        PLUMBLINE_EXECUTOR_THREADS: '1',
      },
    },
  );
  after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const says = async () => {
    const { value, done } = await lines.next();
    return done ? assert.fail(`It ended:\n${log}`) : value;
  };
  const greeting = await says();
  return {
    greeting,
    says,
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function datasetsOf({ client }: Api) {
  return (await client.call('list_datasets', { query: { limit: 100 } })).body.items;
}

/** Tests that rows that are missing or repeated fail. */
const completeness: Partial<Record<DemoTableName, string>> = {
  flights: 'every flight is there',
  weather: 'every day is there, once',
};

/** What the table of defects says that a row-by-row test of a column finds. */
function expectedOf(table: DemoTableName, column: string) {
  const ofTable = plantedDefects.filter((defect) => defect.table === table);
  const rowsOf = (kind: 'missing' | 'repeated') =>
    ofTable.reduce((sum, { effect, rows }) => (effect.kind === kind ? sum + rows : sum), 0);
  return {
    mismatchedRows: ofTable.reduce(
      (sum, { effect, rows }) => (effect.kind === 'changed' && column in effect.columns ? sum + rows : sum),
      0,
    ),
    missingInTarget: rowsOf('missing'),
    missingInSource: rowsOf('repeated'),
    duplicateKeys: { source: 0, target: rowsOf('repeated') },
  };
}

const first = await start('3');
assert.match(first.greeting, /with demo preparing/);
const api = await openApi({ url, dataDir });
while ((await datasetsOf(api)).length === 0) await sleep(20);
await first.end('SIGKILL');

const second = await start();
assert.match(second.greeting, /with demo preparing/);
const [, runUuid = ''] = (await second.says()).match(/^ended ([0-9a-f-]+)$/) ?? [];
const { body: run } = await api.client.call('get_run', { params: { runUuid } });
const { body: results } = await api.client.call('list_results', {
  params: { runUuid },
  query: { limit: 100 },
});
const found = new Map(results.items.map((result) => [`${result.datasetPairName}: ${result.name}`, result]));

test('the demo goes on after a start that was killed in the middle, and has everything once', async () => {
  assert.equal((await datasetsOf(api)).length, 2 * demoTableNames.length);
  const { body: pairs } = await api.client.call('list_dataset_pairs', {});
  assert.deepEqual(pairs.items.map(({ name }) => name).sort(), [...demoTableNames]);
  const { body: runs } = await api.client.call('list_runs', {});
  assert.equal(runs.items.length, 1);
});

test('the demo ends with a Run that finds what was planted, and nothing else', () => {
  assert.equal(run.overallStatus, 'fail');
  assert.equal(run.counts.error, 0);
  assert.equal(results.items.length, run.testCount);
  const rowByRow = results.items.filter(({ name }) => name.startsWith('VALUE of '));
  for (const { name, datasetPairName, mismatchedRows, ...result } of rowByRow) {
    const { missingInTarget, missingInSource, duplicateKeys } = result;
    const table = demoTableNames.find((each) => each === datasetPairName) ?? assert.fail(datasetPairName);
    assert.deepEqual(
      { mismatchedRows, missingInTarget, missingInSource, duplicateKeys },
      expectedOf(table, name.slice('VALUE of '.length)),
      `${table}: ${name}`,
    );
  }
});

for (const { name, table, effect } of plantedDefects) {
  test(`a test of the demo fails because of ${name}`, () => {
    const tests =
      effect.kind === 'changed'
        ? Object.keys(effect.columns).map((column) => `VALUE of ${column}`)
        : [completeness[table]];
    for (const each of tests) assert.equal(found.get(`${table}: ${each}`)?.status, 'fail', each);
  });
}

test('the demo shows what is no difference once somebody says so', () => {
  const lenient = [
    'flights: distance_km to six digits',
    'movies: tags in any order',
    'movies: distributor in any case',
    'movies: rating without spaces around it',
  ];
  for (const name of lenient) assert.equal(found.get(name)?.status, 'pass', name);
});

test('the demo is made on the first start only', async () => {
  await second.end('SIGTERM');
  const third = await start();
  assert.match(third.greeting, /with demo none/);
  const { body: runs } = await api.client.call('list_runs', {});
  assert.deepEqual(
    runs.items.map((each) => each.runUuid),
    [runUuid],
  );
});
