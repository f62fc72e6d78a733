import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resourceNamesOf } from '../../src/domain/environment/resource-names.ts';
import { changeEnvironment, insertEnvironment } from '../../src/storage/queries/environments.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import { enqueueWork, lockLease, rememberOutcome } from '../../src/storage/queries/work.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid } from '../support/tenants.ts';

const { storage } = await openTestStorage();
const past = new Date('2020-01-01T00:00:00.000Z');
const noon = new Date('2026-01-31T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

function call(details: { serves?: string | null; connectors?: string[]; at?: Date } = {}) {
  const who = { identity: 'directory/object', executorUuid: newUuid(), serves: null };
  return { ...who, software: 'test', protocolVersion: 1, connectors: ['files'], at: noon, ...details };
}

test('an executor counts where it can do the work, for whom it serves, since it last called', async () => {
  const mine = await tenantWithEnvironment();
  const other = newUuid();
  const connector = `c${newUuid()}`;
  const executor = call({ serves: mine, connectors: [connector] });
  const isThere = (need: { orgUuid?: string; connector?: string; since?: Date } = {}) =>
    storage.hasExecutor({ orgUuid: mine, connector, since: noon, ...need });
  assert.equal(await isThere(), false);
  await storage.recordExecutor(executor);
  assert.equal(await isThere(), true);
  assert.equal(await isThere({ orgUuid: other }), false);
  assert.equal(await isThere({ connector: 'mysql' }), false);
  assert.equal(await isThere({ since: later(1) }), false);
  await storage.touchExecutor({ ...executor, at: later(5) });
  assert.equal(await isThere({ since: later(5) }), true);
  await storage.touchExecutor({ ...executor, at: noon });
  assert.equal(await isThere({ since: later(5) }), true, 'a late call does not turn time back');
  await storage.recordExecutor({ ...executor, serves: null, at: later(6) });
  assert.equal(await isThere({ orgUuid: other, since: later(6) }), true);
  assert.equal(
    await isThere({ since: later(6) }),
    false,
    'a tenant with an environment is served by no other',
  );
});

test('executors are listed for whom they serve, since they last called, page by page', async () => {
  const mine = newUuid();
  const executors = [call({ serves: mine }), call({ serves: mine, connectors: ['mysql'] })].sort((a, b) =>
    a.executorUuid < b.executorUuid ? -1 : 1,
  );
  for (const executor of executors) await storage.recordExecutor(executor);
  const ids = executors.map(({ executorUuid }) => executorUuid);
  const list = async (
    page: { serves?: string | null; since?: Date; after?: string; limit?: number } = {},
  ) => {
    const listed = { serves: mine, since: noon, after: null, limit: 9, ...page };
    return (await storage.listExecutors(listed)).map(({ executorUuid }) => executorUuid);
  };
  assert.deepEqual(await list(), ids);
  assert.deepEqual(await list({ limit: 1 }), ids.slice(0, 1));
  assert.deepEqual(await list({ after: ids[0] ?? '' }), ids.slice(1));
  assert.deepEqual(await list({ since: later(1) }), [], 'one that has been silent is gone');
  assert.ok((await list({ serves: null })).every((id) => !ids.includes(id)));
});

test('when any executor last called is known', async () => {
  // Later than every other call of this file.
  const at = later(3600);
  await storage.recordExecutor(call({ at }));
  await storage.recordExecutor(call({ at: later(10) }));
  assert.deepEqual(await storage.lastExecutorCall(), at);
});

/** A tenant whose own environment is ready. */
async function tenantWithEnvironment(): Promise<string> {
  const { orgUuid } = await newTenant(storage);
  const [environmentUuid, operationUuid] = [newUuid(), newUuid()];
  await storage.withTenant(orgUuid, async (tx) => {
    await insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: noon });
    await insertEnvironment(tx, {
      environmentUuid,
      name: 'Mine',
      subscriptionId: newUuid(),
      location: 'westeurope',
      browserReaderGroupId: null,
      resourceNames: resourceNamesOf({ orgUuid, environmentUuid, name: 'Mine' }),
      installerExpiresAt: later(60),
      operationUuid,
      createdAt: noon,
    });
    const executor = { directoryId: 'directory', objectId: 'object' };
    await changeEnvironment(tx, { environmentUuid, from: ['recorded'], to: 'ready', template: {}, executor });
  });
  return orgUuid;
}

test('an executor that has been away for a day is forgotten', async () => {
  const connector = `c${newUuid()}`;
  await storage.recordExecutor(call({ connectors: [connector] }));
  await storage.recordExecutor(call({ at: later(24 * 60 * 60 + 1) }));
  assert.equal(await storage.hasExecutor({ orgUuid: newUuid(), connector, since: past }), false);
});

async function enqueue(orgUuid: string, kind: string, connector?: string): Promise<string> {
  const workUuid = newUuid();
  const item = { workUuid, kind, payload: {}, operationUuid: null, runAfter: past, maxAttempts: 3 };
  await storage.withTenant(orgUuid, (tx) => enqueueWork(tx, { ...item, ...(connector && { connector }) }));
  return workUuid;
}

test('a claim takes what the holder can reach, of one tenant if it serves only one', async () => {
  const [a, b] = [await newTenant(storage), await newTenant(storage)];
  const kind = `test.${newUuid()}`;
  const files = await enqueue(a.orgUuid, kind, 'files');
  const mysql = await enqueue(a.orgUuid, kind, 'mysql');
  const others = await enqueue(b.orgUuid, kind, 'mysql');
  const claim = async (details: { connectors?: string[]; orgUuid?: string }) => {
    const claimed = await storage.claimWork({
      kinds: [kind],
      holder: 'h',
      executor: 'directory/object',
      limit: 10,
      leaseSeconds: 60,
      ...details,
    });
    return claimed.map(({ workUuid }) => workUuid);
  };
  assert.deepEqual(await claim({}), [], 'without a connector nothing that needs one');
  assert.deepEqual(await claim({ connectors: ['postgresql'] }), []);
  assert.deepEqual(await claim({ connectors: ['files', 'mysql'], orgUuid: b.orgUuid }), [others]);
  assert.deepEqual(await claim({ connectors: ['files'] }), [files]);
  assert.deepEqual(await claim({ connectors: ['files', 'mysql'] }), [mysql]);
});

test('a lease is found by whom it was given to, and by nobody else', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = `test.${newUuid()}`;
  const workUuid = await enqueue(orgUuid, kind, 'files');
  const executor = 'directory/object';
  assert.equal(await storage.findLease({ workUuid, executor }), null);
  const claim = { kinds: [kind], connectors: ['files'], holder: 'h', executor, limit: 1, leaseSeconds: 60 };
  const [first] = await storage.claimWork({ ...claim, now: past });
  assert.equal(await storage.findLease({ workUuid, executor }), orgUuid);
  assert.equal(await storage.findLease({ workUuid, executor: 'directory/other' }), null);
  assert.ok(first);
  const lock = (fencingNumber: number) =>
    storage.withTenant(orgUuid, (tx) => lockLease(tx, { workUuid, fencingNumber }));
  await storage.withTenant(orgUuid, (tx) => rememberOutcome(tx, { ...first, outcomeHash: 'x' }));
  assert.equal((await lock(first.fencingNumber))?.outcomeHash, 'x');
  const [second] = await storage.claimWork({ ...claim, executor: 'directory/other' });
  assert.ok(second);
  assert.equal(await lock(first.fencingNumber), undefined);
  assert.equal((await lock(second.fencingNumber))?.outcomeHash, null);
  assert.equal(await storage.findLease({ workUuid, executor }), null);
});
