import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OperationOutput } from '../../src/contract/client.ts';
import { plumbline, type Running, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { openTestStorage } from '../support/databases.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { openRunsApi, type RunsApi, same } from '../support/runs-api.ts';

const replicas = 3;
/** Every source with every target: a hundred pairs of twenty datasets. */
const datasetsOfSide = 10;
const pairs = datasetsOfSide ** 2;
const functions = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'SUM'] as const;
const testsOfPair = functions.length * 2;

/** Work is spread evenly where none has less than half of what each would have if all had the same. */
const leastShare = pairs / replicas / 2;

test(`${replicas} services and ${replicas} executors share a Run of ${pairs * testsOfPair} tests over ${pairs} pairs`, {
  skip: withoutPostgres,
}, async (t) => {
  const { serviceUrl = assert.fail('PostgreSQL has a login for the service') } = await openTestStorage();
  const root = writeDatasets();
  const services = await startServices(t, serviceUrl);
  const executors = services.map((service) => startExecutor(t, service, root));
  await Promise.all(executors.map((executor) => executor.says('Plumbline executor for')));

  const apis = await Promise.all(services.map(openRunsApi));
  const [api = assert.fail()] = apis;
  const expected = await prepareTests(api, root);
  const { body } = await api.client.call('submit_all_runs', { idempotencyKey: randomUUID() });
  const run = await api.finished(body.runUuid);
  assert.equal(run.overallStatus, 'pass');
  assert.equal(run.testCount, expected.size);
  assert.equal(run.counts.pass, expected.size);

  // Whichever service is asked, it is the same Run.
  for (const { client } of apis) {
    const results = await everyResult(client, run.runUuid);
    assert.equal(results.length, expected.size, 'no test has two results');
    assert.deepEqual(new Set(results.map(({ validationTestUuid }) => validationTestUuid)), expected);
  }

  const done = executors.map(partsDone);
  assert.ok(
    done.every((parts) => parts >= leastShare),
    `parts of the Run by executor: ${done.join(', ')}`,
  );
  console.error(
    `parts of the Run by executor: ${done.join(', ')}; no less than ${Math.ceil(leastShare)} each`,
  );
});

function writeDatasets(): string {
  const root = dataFolder();
  const rows = Array.from({ length: 50 }, (_, id) => `${id},${id * 3}.25`);
  for (const side of ['source', 'target']) {
    for (let number = 0; number < datasetsOfSide; number += 1) {
      writeFileSync(join(root, `${side}-${number}.csv`), ['id,amount', ...rows, ''].join('\n'));
    }
  }
  return root;
}

type Service = Awaited<ReturnType<typeof startServe>>;

/** Replicas behind one public address, which is also the issuer of the embedded identity, with one data directory. */
async function startServices(t: Parameters<typeof startServe>[0], databaseUrl: string): Promise<Service[]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    PLUMBLINE_RATE_LIMIT_STORE: 'database',
    PLUMBLINE_RATE_LIMIT_CAPACITY: '1000000',
    PLUMBLINE_RATE_LIMIT_PER_SECOND: '1000000',
  };
  const first = await startServe(t, environment);
  const others = Array.from({ length: replicas - 1 }, () =>
    startServe(t, {
      ...environment,
      PLUMBLINE_DATA_DIR: first.dataDir,
      PLUMBLINE_PUBLIC_URL: first.url,
    }),
  );
  return [first, ...(await Promise.all(others))];
}

function startExecutor(
  t: Parameters<typeof startServe>[0],
  { url, dataDir }: Service,
  root: string,
): Running {
  const running = plumbline(['executor', '--url', url, '--data-dir', dataDir, '--capacity', '1'], {
    PLUMBLINE_FILE_ROOTS: root,
    PLUMBLINE_EXECUTOR_THREADS: '1',
    PLUMBLINE_EXECUTOR_MEMORY_MIB: '256',
  });
  t.after(() => running.child.kill('SIGKILL'));
  return running;
}

/** Resolves to the ids of all tests. */
async function prepareTests(api: RunsApi, root: string): Promise<ReadonlySet<string>> {
  const source = await api.filesSource(root);
  await api.hasExecutor(source);
  const side = (name: string) =>
    Promise.all(
      Array.from({ length: datasetsOfSide }, async (_, number) => {
        const dataset = await api.dataset(source, `${name}-${number}.csv`);
        await api.datasetIs(dataset, 'ready');
        return dataset;
      }),
    );
  const [sources, targets] = await Promise.all([side('source'), side('target')]);
  const ids: string[] = [];
  for (const sourceDatasetUuid of sources) {
    const created = targets.map((targetDatasetUuid) => {
      const idempotencyKey = randomUUID();
      return api.client.call('create_dataset_pair', {
        idempotencyKey,
        body: { sourceDatasetUuid, targetDatasetUuid },
      });
    });
    const tests = (await Promise.all(created)).flatMap(({ body: { datasetPairUuid } }) =>
      functions.flatMap((functionCode) =>
        ['id', 'amount'].map((field) => ({ datasetPairUuid, functionCode, fields: [same(field)] })),
      ),
    );
    const { body } = await api.client.call('create_validation_tests', {
      idempotencyKey: randomUUID(),
      body: { tests },
    });
    ids.push(...body.items.map(({ validationTestUuid }) => validationTestUuid));
  }
  assert.equal(ids.length, pairs * testsOfPair);
  return new Set(ids);
}

async function everyResult(client: RunsApi['client'], runUuid: string) {
  const found: OperationOutput<'list_results'>['body']['items'][number][] = [];
  for (let cursor: string | null = null; ; ) {
    const query: { limit: number; cursor: string | null } = { limit: 100, cursor };
    const { body } = await client.call('list_results', { params: { runUuid }, query });
    found.push(...body.items);
    if (body.nextCursor === null) return found;
    cursor = body.nextCursor;
  }
}

/** As the executor's own log has it. */
function partsDone(executor: Running): number {
  const ended = executor.said().matchAll(/"kind":"run\.compare"[^\n]*"outcome":"succeeded"/g);
  return [...ended].length;
}
