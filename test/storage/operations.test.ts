import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  finishOperation,
  getOperation,
  insertOperation,
  listOperations,
  setOperationProgress,
  startOperation,
} from '../../src/storage/queries/operations.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage } = await openTestStorage();
const { orgUuid } = await newTenant(storage);
const inTenant = <T>(fn: (tx: TenantTx) => Promise<T>) => storage.withTenant(orgUuid, fn);
const later = (ms: number) => new Date(testStart.getTime() + ms);

async function newOperation(): Promise<string> {
  const operationUuid = newUuid();
  await inTenant((tx) =>
    insertOperation(tx, {
      operationUuid,
      kind: 'test',
      resourcePath: '/api/v1/things/1',
      createdAt: testStart,
    }),
  );
  return operationUuid;
}

test('an operation is read as it was written', async () => {
  const written = {
    operationUuid: newUuid(),
    kind: 'test',
    progressTotal: 2 ** 53 - 1,
    progressUnit: 'rows',
    resourcePath: null,
    createdAt: testStart,
  };
  const inserted = await inTenant((tx) => insertOperation(tx, written));
  assert.deepEqual(inserted, {
    ...written,
    status: 'queued',
    progressDone: 0,
    startedAt: null,
    finishedAt: null,
    error: null,
    result: null,
    version: 1,
  });
  assert.deepEqual(await inTenant((tx) => getOperation(tx, written.operationUuid)), inserted);
  assert.equal(await inTenant((tx) => getOperation(tx, newUuid())), undefined);
});

test('queued, running with progress, succeeded', async () => {
  const operationUuid = await newOperation();
  const progress = { operationUuid, done: 3, total: 10, unit: 'tables' };
  assert.equal(await inTenant((tx) => setOperationProgress(tx, progress)), undefined);
  const running = await inTenant((tx) => startOperation(tx, { operationUuid, at: later(1) }));
  assert.equal(running?.status, 'running');
  assert.deepEqual(running?.startedAt, later(1));
  const again = await inTenant((tx) => startOperation(tx, { operationUuid, at: later(2) }));
  assert.deepEqual(again?.startedAt, later(1));
  const moved = await inTenant((tx) => setOperationProgress(tx, progress));
  assert.deepEqual([moved?.progressDone, moved?.progressTotal, moved?.progressUnit], [3, 10, 'tables']);
  const done = await inTenant((tx) =>
    finishOperation(tx, {
      operationUuid,
      status: 'succeeded',
      at: later(3),
      resourcePath: '/api/v1/things/2',
    }),
  );
  assert.equal(done?.status, 'succeeded');
  assert.deepEqual(done?.finishedAt, later(3));
  assert.equal(done?.resourcePath, '/api/v1/things/2');
  assert.equal(done?.version, 5);
});

test('an operation is terminal exactly once', async () => {
  const operationUuid = await newOperation();
  const error = { code: 'internal_error' as const, detail: 'It’s over: "quoted" and \\ all.' };
  const outcomes = await Promise.all([
    inTenant((tx) => finishOperation(tx, { operationUuid, status: 'failed', at: later(1), error })),
    inTenant((tx) => finishOperation(tx, { operationUuid, status: 'cancelled', at: later(1) })),
    inTenant((tx) => finishOperation(tx, { operationUuid, status: 'succeeded', at: later(1) })),
  ]);
  const [winner, ...others] = outcomes.filter((each) => each !== undefined);
  assert.deepEqual(others, []);
  const read = await inTenant((tx) => getOperation(tx, operationUuid));
  assert.deepEqual(read, winner);
  assert.deepEqual(read?.error, read?.status === 'failed' ? error : null);
  assert.equal(await inTenant((tx) => startOperation(tx, { operationUuid, at: later(2) })), undefined);
});

test('pages are newest first, by status if asked', async () => {
  const tenant = await newTenant(storage);
  const uuids = Array.from({ length: 5 }, () => newUuid());
  await storage.withTenant(tenant.orgUuid, async (tx) => {
    for (const operationUuid of uuids) {
      await insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart });
    }
    await startOperation(tx, { operationUuid: uuids[2] ?? '', at: testStart });
  });
  const list = async (page: Parameters<typeof listOperations>[1]) =>
    (await storage.withTenant(tenant.orgUuid, (tx) => listOperations(tx, page))).map(
      (each) => each.operationUuid,
    );
  const newestFirst = uuids.toReversed();
  assert.deepEqual(await list({ limit: 2, after: null }), newestFirst.slice(0, 2));
  assert.deepEqual(await list({ limit: 9, after: newestFirst[1] ?? null }), newestFirst.slice(2));
  assert.deepEqual(await list({ limit: 9, after: null, status: 'running' }), [uuids[2]]);
  assert.deepEqual(await list({ limit: 9, after: null, status: 'failed' }), []);
});
