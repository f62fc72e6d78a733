import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedWork } from '../../src/storage/across-tenants/work-queue.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import {
  completeWork,
  enqueueWork,
  failWork,
  listDeadWork,
  type NewWork,
  releaseWork,
  renewLease,
  reviveWork,
} from '../../src/storage/queries/work.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
const past = new Date('2020-01-01T00:00:00.000Z');

/** Tests share the queue, so each has kinds of its own. */
function newKind(): string {
  return `test.${newUuid()}`;
}

function work(kind: string, details: Partial<NewWork> = {}): NewWork {
  return {
    workUuid: newUuid(),
    kind,
    payload: {},
    operationUuid: null,
    runAfter: past,
    maxAttempts: 3,
    ...details,
  };
}

async function enqueue(orgUuid: string, ...items: NewWork[]): Promise<void> {
  await storage.withTenant(orgUuid, async (tx) => {
    for (const item of items) await enqueueWork(tx, item);
  });
}

const claim = (
  kind: string,
  details: { limit?: number; leaseSeconds?: number; now?: Date; holder?: string } = {},
) => storage.claimWork({ kinds: [kind], holder: 'a', limit: 10, leaseSeconds: 60, ...details });

async function claimOne(kind: string, now?: Date): Promise<ClaimedWork> {
  const [claimed, ...others] = await claim(kind, { limit: 1, ...(now && { now }) });
  assert.ok(claimed, 'there is work to claim');
  assert.deepEqual(others, []);
  return claimed;
}

const held = <T>(item: ClaimedWork, fn: (tx: TenantTx) => Promise<T>) => storage.withTenant(item.orgUuid, fn);
/** A moment at which every lease that this file takes has ended. */
const muchLater = new Date(Date.now() + 24 * 60 * 60 * 1000);

test('a claim carries all that the worker needs', async () => {
  const { orgUuid } = await newTenant(storage);
  const operationUuid = newUuid();
  await storage.withTenant(orgUuid, (tx) =>
    insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart }),
  );
  const payload = { text: 'It’s "quoted"', list: [1, null, { deep: true }], none: null };
  const item = work(newKind(), { payload, operationUuid });
  await enqueue(orgUuid, item);
  const { leaseExpiresAt, ...claimed } = await claimOne(item.kind);
  const { workUuid, kind } = item;
  assert.deepEqual(claimed, {
    orgUuid,
    workUuid,
    kind,
    payload,
    operationUuid,
    fencingNumber: 1,
    attempt: 1,
    maxAttempts: 3,
  });
  assert.ok(leaseExpiresAt > new Date());
});

test('a list, a text and null are payloads too', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  for (const payload of [[1, [2]], 'text', null, 7]) {
    await enqueue(orgUuid, work(kind, { payload }));
    assert.deepEqual((await claimOne(kind)).payload, payload);
  }
});

test('an operation of another Organization cannot be had', async () => {
  const [{ orgUuid }, other] = [await newTenant(storage), await newTenant(storage)];
  const operationUuid = newUuid();
  await storage.withTenant(other.orgUuid, (tx) =>
    insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart }),
  );
  await assert.rejects(enqueue(orgUuid, work(newKind(), { operationUuid })), { code: '23503' });
});

test('what is rolled back was never enqueued', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  const failure = new Error('the use case failed');
  await assert.rejects(
    storage.withTenant(orgUuid, async (tx) => {
      await enqueueWork(tx, item);
      throw failure;
    }),
    failure,
  );
  assert.deepEqual(await claim(item.kind), []);
});

test('work is claimed when it is due, of the kinds asked for, oldest first', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  const due = new Date('2030-01-01T00:00:00.000Z');
  const before = new Date(due.getTime() - 1);
  const [late, first, second] = [
    work(kind, { runAfter: due }),
    work(kind, { runAfter: new Date('2021-01-01T00:00:00Z') }),
    work(kind, { runAfter: new Date('2022-01-01T00:00:00Z') }),
  ];
  await enqueue(orgUuid, late, second, first, work(newKind()));
  const uuids = async (now: Date, limit: number) =>
    (await claim(kind, { now, limit })).map((each) => each.workUuid);
  assert.deepEqual(await uuids(before, 1), [first.workUuid]);
  assert.deepEqual(await uuids(before, 5), [second.workUuid]);
  assert.deepEqual(await uuids(before, 5), []);
  assert.deepEqual(await uuids(due, 1), [late.workUuid]);
});

test('no two claimers get the same item', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  const items = Array.from({ length: 20 }, () => work(kind));
  await enqueue(orgUuid, ...items);
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, i) => claim(kind, { limit: 3, holder: `${i}` })),
  );
  const claimed = claims.flat().map(({ workUuid }) => workUuid);
  assert.equal(claimed.length, 20, 'none was left while somebody had room for it');
  assert.deepEqual(claimed.toSorted(), items.map(({ workUuid }) => workUuid).toSorted());
});

test('a thousand items of one tenant do not keep another waiting', async () => {
  const [large, small] = [await newTenant(storage), await newTenant(storage)];
  const kind = newKind();
  await admin(
    `INSERT INTO plumbline.work (org_uuid, work_uuid, kind, payload, due_at, max_attempts)
     SELECT $1, gen_random_uuid(), $2, '{}', $3, 3 FROM generate_series(1, 1000)`,
    [large.orgUuid, kind, past],
  );
  await enqueue(small.orgUuid, work(kind, { runAfter: new Date() }), work(kind, { runAfter: new Date() }));
  const tenants = async (limit: number) => (await claim(kind, { limit })).map(({ orgUuid }) => orgUuid);
  const first = await tenants(2);
  assert.deepEqual(
    first.toSorted(),
    [large.orgUuid, small.orgUuid].toSorted(),
    'they take turns within a claim',
  );
  // Each has one under way by now, and across claims they take turns too.
  const second = await tenants(2);
  assert.deepEqual(second.toSorted(), [large.orgUuid, small.orgUuid].toSorted());
  assert.deepEqual(
    await tenants(3),
    Array.from({ length: 3 }, () => large.orgUuid),
  );
});

test('a tenant that has much under way comes after one that has little', async () => {
  const [busy, idle] = [await newTenant(storage), await newTenant(storage)];
  const kind = newKind();
  await enqueue(busy.orgUuid, ...Array.from({ length: 8 }, () => work(kind)));
  await claim(kind, { limit: 4 });
  await enqueue(idle.orgUuid, ...Array.from({ length: 3 }, () => work(kind, { runAfter: new Date() })));
  const next = await claim(kind, { limit: 3 });
  assert.deepEqual(
    next.map(({ orgUuid }) => orgUuid),
    Array.from({ length: 3 }, () => idle.orgUuid),
  );
});

test('done work is over', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const claimed = await claimOne(item.kind);
  assert.equal(await held(claimed, (tx) => completeWork(tx, claimed)), true);
  assert.equal(await held(claimed, (tx) => completeWork(tx, claimed)), false);
  assert.equal(await held(claimed, (tx) => renewLease(tx, { ...claimed, leaseSeconds: 60 })), false);
  assert.deepEqual(await claim(item.kind, { now: muchLater }), []);
});

test('a lease that ended is taken over, and nothing of the old holder counts', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const old = await claimOne(item.kind);
  const justBefore = new Date(old.leaseExpiresAt.getTime() - 1);
  assert.deepEqual(await claim(item.kind, { now: justBefore }), []);
  const taken = await claimOne(item.kind, old.leaseExpiresAt);
  assert.equal(taken.fencingNumber, 2);
  assert.equal(taken.attempt, 2);

  assert.equal(await held(old, (tx) => renewLease(tx, { ...old, leaseSeconds: 60 })), false);
  assert.equal(await held(old, (tx) => completeWork(tx, old)), false);
  assert.equal(await held(old, (tx) => failWork(tx, { ...old, error: {}, retryAt: past })), 'lost');
  assert.equal(await held(old, (tx) => releaseWork(tx, old)), false);
  assert.equal(await held(taken, (tx) => completeWork(tx, taken)), true);
});

test('a holder that is late but was not replaced may still finish', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const [late] = await claim(item.kind, { now: past });
  assert.ok(late && late.leaseExpiresAt < new Date());
  assert.equal(await held(late, (tx) => completeWork(tx, late)), true);
});

test('a renewed lease ends later', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const claimed = await claimOne(item.kind);
  assert.equal(await held(claimed, (tx) => renewLease(tx, { ...claimed, leaseSeconds: 3_600 })), true);
  const afterTheFirst = new Date(claimed.leaseExpiresAt.getTime() + 60_000);
  assert.deepEqual(await claim(item.kind, { now: afterTheFirst }), []);
  assert.equal((await claimOne(item.kind, muchLater)).fencingNumber, 2);
});

test('failed work waits for its time, and is dead after its last attempt', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind(), { maxAttempts: 2 });
  await enqueue(orgUuid, item);
  const retryAt = new Date('2030-01-01T00:00:00.000Z');
  const first = await claimOne(item.kind);
  const fail = (claimed: ClaimedWork, attempt: number, at: Date | null) =>
    held(claimed, (tx) => failWork(tx, { ...claimed, error: { attempt }, retryAt: at }));
  assert.equal(await fail(first, 1, retryAt), 'requeued');
  assert.equal(await fail(first, 1, retryAt), 'lost');
  assert.deepEqual(await claim(item.kind, { now: new Date(retryAt.getTime() - 1) }), []);
  const second = await claimOne(item.kind, retryAt);
  assert.equal(second.attempt, 2);
  assert.equal(await fail(second, 2, retryAt), 'dead');
  assert.deepEqual(await claim(item.kind, { now: new Date('2040-01-01T00:00:00Z') }), []);

  const [dead, ...others] = await storage.withTenant(orgUuid, (tx) =>
    listDeadWork(tx, { limit: 9, after: null }),
  );
  assert.deepEqual(others, []);
  assert.equal(dead?.workUuid, item.workUuid);
  assert.equal(dead?.state, 'dead');
  assert.equal(dead?.attempts, 2);
  assert.deepEqual(dead?.lastError, { attempt: 2 });
  assert.ok(dead?.finishedAt instanceof Date);
});

test('work that must not be tried again is dead at once, and can be revived with all its attempts', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const claimed = await claimOne(item.kind);
  assert.equal(await held(claimed, (tx) => failWork(tx, { ...claimed, error: {}, retryAt: null })), 'dead');
  const revive = (workUuid: string) =>
    storage.withTenant(orgUuid, (tx) => reviveWork(tx, { workUuid, runAfter: past }));
  assert.equal(await revive(newUuid()), false);
  assert.equal(await revive(item.workUuid), true);
  assert.equal(await revive(item.workUuid), false);
  const revived = await claimOne(item.kind);
  assert.deepEqual([revived.attempt, revived.fencingNumber], [1, 2]);
});

test('work whose holder vanished in the last attempt is handed out once more, to be failed', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind(), { maxAttempts: 1 });
  await enqueue(orgUuid, item);
  await claimOne(item.kind);
  const orphan = await claimOne(item.kind, muchLater);
  assert.ok(orphan.attempt > orphan.maxAttempts);
  assert.equal(await held(orphan, (tx) => failWork(tx, { ...orphan, error: {}, retryAt: past })), 'dead');
});

test('work that is given back can be claimed at once, and the attempt does not count', async () => {
  const { orgUuid } = await newTenant(storage);
  const item = work(newKind());
  await enqueue(orgUuid, item);
  const claimed = await claimOne(item.kind);
  assert.equal(await held(claimed, (tx) => releaseWork(tx, claimed)), true);
  const again = await claimOne(item.kind);
  assert.deepEqual([again.attempt, again.fencingNumber], [1, 2]);
});

test('dead work is listed newest first, page by page', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  const items = Array.from({ length: 3 }, () => work(kind));
  await enqueue(orgUuid, ...items);
  for (const claimed of await claim(kind)) {
    await held(claimed, (tx) => failWork(tx, { ...claimed, error: {}, retryAt: null }));
  }
  const newestFirst = items.map(({ workUuid }) => workUuid).toReversed();
  const list = async (after: string | null) =>
    (await storage.withTenant(orgUuid, (tx) => listDeadWork(tx, { limit: 2, after }))).map(
      (each) => each.workUuid,
    );
  assert.deepEqual(await list(null), newestFirst.slice(0, 2));
  assert.deepEqual(await list(newestFirst[1] ?? null), newestFirst.slice(2));
});

test('the figures count what is not done, by kind and state', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  await enqueue(orgUuid, ...Array.from({ length: 4 }, () => work(kind)));
  const [done, dead] = await claim(kind, { limit: 2 });
  assert.ok(done && dead);
  await held(done, (tx) => completeWork(tx, done));
  await held(dead, (tx) => failWork(tx, { ...dead, error: {}, retryAt: null }));
  await claim(kind, { limit: 1 });
  await admin(`UPDATE plumbline.work SET created_at = created_at - interval '1 hour' WHERE kind = $1`, [
    kind,
  ]);
  const figures = (await storage.workFigures()).filter((each) => each.kind === kind);
  assert.deepEqual(figures.map(({ state, count }) => [state, count]).toSorted(), [
    ['dead', 1],
    ['leased', 1],
    ['queued', 1],
  ]);
  for (const { oldestAgeSeconds } of figures)
    assert.ok(oldestAgeSeconds >= 3_600 && oldestAgeSeconds < 7_200);
});

test('done work is deleted when its time is over, and dead work is kept', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  await enqueue(orgUuid, work(kind), work(kind), work(kind));
  const [done, dead] = await claim(kind, { limit: 2 });
  assert.ok(done && dead);
  await held(done, (tx) => completeWork(tx, done));
  await held(dead, (tx) => failWork(tx, { ...dead, error: {}, retryAt: null }));
  await storage.purge({ keysBefore: past, doneWorkBefore: past, limit: 100 });
  const left = async () => (await admin('SELECT FROM plumbline.work WHERE kind = $1', [kind])).length;
  assert.equal(await left(), 3);
  await storage.purge({ keysBefore: past, doneWorkBefore: muchLater, limit: 100 });
  assert.equal(await left(), 2);
});

test('who listens hears of work after the commit, and of work that may have come before', async () => {
  const { orgUuid } = await newTenant(storage);
  const kind = newKind();
  let heard = Promise.withResolvers<void>();
  const listener = await storage.listenForWork(() => heard.resolve());
  await heard.promise;
  heard = Promise.withResolvers();
  await enqueue(orgUuid, work(kind));
  await heard.promise;
  assert.equal((await claim(kind)).length, 1, 'the work can be claimed by then');
  await listener.close();
});
