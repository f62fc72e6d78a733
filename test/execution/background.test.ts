import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BackgroundWorkerOptions } from '../../src/app/background/background-worker.ts';
import type { WorkAttempt, WorkHandler } from '../../src/app/background/work-handler.ts';
import { AppError } from '../../src/domain/app-error.ts';
import type { OperationFailure } from '../../src/domain/operation.ts';
import type { ClaimedWork } from '../../src/storage/across-tenants/work-queue.ts';
import { insertMember } from '../../src/storage/queries/members.ts';
import { finishOperation, getOperation } from '../../src/storage/queries/operations.ts';
import { listDeadWork } from '../../src/storage/queries/work.ts';
import { openStorage } from '../../src/storage/storage.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { enqueueTestWork, startTestWorker } from '../support/background.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, person } from '../support/tenants.ts';
import { openUnreliableProxy } from '../support/unreliable-proxy.ts';

const { storage, admin, serviceUrl } = await openTestStorage();
const tenant = await newTenant(storage);
const { orgUuid } = tenant;

type Run = (work: ClaimedWork, attempt: WorkAttempt) => Promise<unknown>;

/** A handler of a kind of its own, whose outcome is a new member: a write that can be counted. */
function handlerOf(run: Run, details: Partial<WorkHandler> = {}) {
  const given: OperationFailure[] = [];
  const member = person(tenant);
  const handler: WorkHandler = {
    kind: `test.${newUuid()}`,
    timeoutMs: 60_000,
    async run(work, attempt) {
      await run(work, attempt);
      return { write: async (tx: TenantTx) => void (await insertMember(tx, member)) };
    },
    async giveUp(_tx, _work, failure) {
      given.push(failure);
    },
    ...details,
  };
  const hasWritten = async () =>
    (await admin('SELECT FROM plumbline.members WHERE member_uuid = $1', [member.memberUuid])).length === 1;
  return { handler, given, hasWritten };
}

async function startWorker(
  t: TestContext,
  handler: WorkHandler,
  options: Partial<BackgroundWorkerOptions> = {},
) {
  const { worker, events } = await startTestWorker(storage, [handler], options);
  t.after(() => worker.drain(0));
  return { worker, events };
}

const operation = (uuid: string) => storage.withTenant(orgUuid, (tx) => getOperation(tx, uuid));
const enqueue = (kind: string, details = {}) => enqueueTestWork(storage, orgUuid, kind, details);

async function workRow(workUuid: string): Promise<Record<string, unknown>> {
  const [row] = await admin(
    'SELECT state, attempts, fencing_number, due_at, last_error FROM plumbline.work WHERE work_uuid = $1',
    [workUuid],
  );
  assert.ok(row);
  return row;
}

test('announced work is done at once, with what the handler writes and its operation', async (t) => {
  const payload = { invitationUuid: newUuid() };
  const claimed: ClaimedWork[] = [];
  const { handler, hasWritten } = handlerOf(async (work) => claimed.push(work));
  const { events } = await startWorker(t, handler);
  const { workUuid, operationUuid } = await enqueue(handler.kind, { payload });
  const [event] = await events.count(1);
  assert.equal(event?.outcome, 'done');
  assert.deepEqual([claimed[0]?.orgUuid, claimed[0]?.payload], [orgUuid, payload]);
  assert.equal((await workRow(workUuid)).state, 'done');
  assert.equal(await hasWritten(), true);
  const finished = await operation(operationUuid);
  assert.equal(finished?.status, 'succeeded');
  assert.ok(finished?.startedAt && finished.finishedAt);
});

test('work that waited before the worker started is found', async (t) => {
  const { handler } = handlerOf(async () => {});
  await enqueue(handler.kind);
  const { events } = await startWorker(t, handler);
  assert.equal((await events.count(1))[0]?.outcome, 'done');
});

test('a failed attempt is followed by another, later, and says why without quoting anything', async (t) => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const { handler, hasWritten } = handlerOf(async () => {
    throw new Error('the password is hunter2');
  });
  const { events } = await startWorker(t, handler, { clock: { now: () => now }, random: () => 0.5 });
  const { workUuid, operationUuid } = await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'requeued');
  const row = await workRow(workUuid);
  assert.deepEqual([row.state, row.attempts], ['queued', 1]);
  assert.deepEqual(row.due_at, new Date(now.getTime() + 1_500));
  assert.equal((row.last_error as OperationFailure).code, 'internal_error');
  assert.ok(!JSON.stringify(row).includes('hunter2'));
  assert.equal((await operation(operationUuid))?.status, 'running');
  assert.equal(await hasWritten(), false);
});

test('whoever refuses for a while is left alone for that long, and for an hour at most', async (t) => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const wishes = [90, 86_400];
  const { handler } = handlerOf(async () => {
    throw new AppError('dependency_unavailable', {
      detail: 'Not now.',
      retryAfterSeconds: wishes.shift() ?? 0,
    });
  });
  const { events } = await startWorker(t, handler, { clock: { now: () => now } });
  for (const [index, seconds] of [90, 3_600].entries()) {
    const { workUuid } = await enqueue(handler.kind);
    await events.count(index + 1);
    assert.deepEqual((await workRow(workUuid)).due_at, new Date(now.getTime() + seconds * 1000));
  }
});

test('after the last attempt the work is dead, its operation failed, and the handler has written so', async (t) => {
  const failure = { code: 'dependency_unavailable', detail: 'The mail server does not answer.' } as const;
  const { handler, given } = handlerOf(async () => {
    throw new AppError(failure.code, { detail: failure.detail });
  });
  const { events } = await startWorker(t, handler);
  const { workUuid, operationUuid } = await enqueue(handler.kind, { maxAttempts: 1 });
  assert.equal((await events.count(1))[0]?.outcome, 'dead');
  assert.deepEqual(given, [failure]);
  const failed = await operation(operationUuid);
  assert.equal(failed?.status, 'failed');
  assert.deepEqual(failed?.error, failure);
  const dead = await storage.withTenant(orgUuid, (tx) => listDeadWork(tx, { limit: 100, after: null }));
  assert.deepEqual(dead.find((each) => each.workUuid === workUuid)?.lastError, failure);
});

test('what would fail again in the same way is given up at once', async (t) => {
  const { handler, given } = handlerOf(async () => {
    throw new AppError('not_found', { detail: 'The invitation no longer exists.' });
  });
  const { events } = await startWorker(t, handler);
  await enqueue(handler.kind, { maxAttempts: 5 });
  assert.equal((await events.count(1))[0]?.outcome, 'dead');
  assert.equal(given[0]?.code, 'not_found');
});

test('an outcome that cannot be written is a failed attempt, and none of it stays', async (t) => {
  const { handler } = handlerOf(async () => {}, {
    run: async () => ({
      async write(tx) {
        await insertMember(tx, person(tenant, { displayName: 'half' }));
        throw new Error('no');
      },
    }),
  });
  const { events } = await startWorker(t, handler);
  const { workUuid } = await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'requeued');
  assert.equal((await workRow(workUuid)).state, 'queued');
  assert.deepEqual(await admin(`SELECT FROM plumbline.members WHERE display_name = 'half'`), []);
});

test('an attempt that takes too long has failed, though its handler goes on', async (t) => {
  const aborted = Promise.withResolvers<unknown>();
  const { handler, hasWritten } = handlerOf(
    (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      return new Promise(() => {});
    },
    { timeoutMs: 20 },
  );
  const { events } = await startWorker(t, handler);
  const { workUuid } = await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'requeued');
  assert.equal(((await aborted.promise) as DOMException).name, 'TimeoutError');
  assert.equal(((await workRow(workUuid)).last_error as OperationFailure).code, 'dependency_unavailable');
  assert.equal(await hasWritten(), false);
});

test('the lease is renewed while the handler is at it', async (t) => {
  const { handler } = handlerOf(async ({ workUuid, leaseExpiresAt }) => {
    let due: unknown = leaseExpiresAt;
    while (!(due instanceof Date && due > leaseExpiresAt)) due = (await workRow(workUuid)).due_at;
  });
  const { events } = await startWorker(t, handler, { leaseSeconds: 1 });
  await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'done');
});

test('who has lost the lease is told so, and nothing that it did is written', async (t) => {
  const { handler, hasWritten } = handlerOf(async ({ workUuid }, { signal }) => {
    // Another replica takes over, as after a long pause of this one.
    await admin('UPDATE plumbline.work SET fencing_number = fencing_number + 1 WHERE work_uuid = $1', [
      workUuid,
    ]);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const { events } = await startWorker(t, handler, { leaseSeconds: 1 });
  const { workUuid, operationUuid } = await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'lost');
  assert.equal((await workRow(workUuid)).state, 'leased', 'it is the other’s to finish');
  assert.equal((await operation(operationUuid))?.status, 'running');
  assert.equal(await hasWritten(), false);
});

test('so it is if the loss shows only at the end', async (t) => {
  const { handler, hasWritten } = handlerOf(({ workUuid }) =>
    admin('UPDATE plumbline.work SET fencing_number = fencing_number + 1 WHERE work_uuid = $1', [workUuid]),
  );
  const { events } = await startWorker(t, handler);
  await enqueue(handler.kind);
  assert.equal((await events.count(1))[0]?.outcome, 'lost');
  assert.equal(await hasWritten(), false);
});

test('work during whose last attempt the service was killed is given up, not run', async (t) => {
  let runs = 0;
  const { handler, given } = handlerOf(async () => {
    runs += 1;
  });
  const { operationUuid } = await enqueue(handler.kind, { maxAttempts: 1 });
  const long = new Date('2020-01-01T00:00:00Z');
  await admin('UPDATE plumbline.work SET due_at = $2 WHERE kind = $1', [handler.kind, long]);
  await storage.claimWork({ kinds: [handler.kind], holder: 'killed', limit: 1, leaseSeconds: 1, now: long });
  const { events } = await startWorker(t, handler);
  assert.equal((await events.count(1))[0]?.outcome, 'dead');
  assert.equal(runs, 0);
  assert.equal(given.length, 1);
  assert.equal((await operation(operationUuid))?.status, 'failed');
});

test('the work of a cancelled operation is not begun', async (t) => {
  let runs = 0;
  const { handler } = handlerOf(async () => {
    runs += 1;
  });
  const { workUuid, operationUuid } = await enqueue(handler.kind);
  const cancel = { operationUuid, status: 'cancelled', at: new Date() } as const;
  await storage.withTenant(orgUuid, (tx) => finishOperation(tx, cancel));
  const { events } = await startWorker(t, handler);
  assert.equal((await events.count(1))[0]?.outcome, 'cancelled');
  assert.equal(runs, 0);
  assert.equal((await workRow(workUuid)).state, 'done');
});

test('what an operation comes to after it was cancelled does not count', async (t) => {
  const { handler, hasWritten } = handlerOf(async ({ operationUuid }) => {
    assert.ok(operationUuid);
    const cancel = { operationUuid, status: 'cancelled', at: new Date() } as const;
    await storage.withTenant(orgUuid, (tx) => finishOperation(tx, cancel));
  });
  const { events } = await startWorker(t, handler);
  const { operationUuid } = await enqueue(handler.kind);
  await events.count(1);
  assert.equal((await operation(operationUuid))?.status, 'cancelled');
  assert.equal(await hasWritten(), false);
});

test('no more is under way at once than was agreed, and all of it is done once', async (t) => {
  let [underWay, most] = [0, 0];
  const done: string[] = [];
  const { handler } = handlerOf(async () => {}, {
    async run({ workUuid }) {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return { write: async () => void done.push(workUuid) };
    },
  });
  const enqueued: string[] = [];
  for (let i = 0; i < 10; i++) enqueued.push((await enqueue(handler.kind)).workUuid);
  const [one, two] = [
    await startWorker(t, handler, { concurrency: 2 }),
    await startWorker(t, handler, { concurrency: 2 }),
  ];
  while (one.events.seen.length + two.events.seen.length < 10) {
    await Promise.race([
      one.events.count(one.events.seen.length + 1),
      two.events.count(two.events.seen.length + 1),
    ]);
  }
  assert.deepEqual(done.toSorted(), enqueued.toSorted());
  assert.ok(most <= 4, `${most} at once`);
});

test('draining claims nothing more and lets what is under way end', async (t) => {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { handler } = handlerOf(async () => {
    begun.resolve();
    await mayEnd.promise;
  });
  const { worker, events } = await startWorker(t, handler);
  await enqueue(handler.kind);
  await begun.promise;
  const drained = worker.drain(60_000);
  const { workUuid } = await enqueue(handler.kind);
  mayEnd.resolve();
  await drained;
  assert.deepEqual(
    events.seen.map(({ outcome }) => outcome),
    ['done'],
  );
  assert.equal((await workRow(workUuid)).state, 'queued');
});

test('what does not end in time is given back, to be claimed at once by another', async (t) => {
  const begun = Promise.withResolvers<AbortSignal>();
  const { handler } = handlerOf((_, { signal }) => {
    begun.resolve(signal);
    return new Promise(() => {});
  });
  const { worker, events } = await startWorker(t, handler);
  const { workUuid } = await enqueue(handler.kind, { maxAttempts: 1 });
  const signal = await begun.promise;
  await worker.drain(1);
  assert.equal(signal.aborted, true);
  assert.equal((await events.count(1))[0]?.outcome, 'released');
  const row = await workRow(workUuid);
  assert.deepEqual([row.state, row.attempts], ['queued', 0]);
  const input = { kinds: [handler.kind], holder: 'another', limit: 1, leaseSeconds: 60 };
  assert.equal((await storage.claimWork(input)).length, 1);
});

test('two handlers of one kind are a mistake', async () => {
  const { handler } = handlerOf(async () => {});
  await assert.rejects(startTestWorker(storage, [handler, handler]), TypeError);
});

test('a database that is away for a moment costs no second attempt', { skip: onlyPostgresql }, async (t) => {
  const proxy = await openUnreliableProxy(serviceUrl ?? '');
  const unreliable = await openStorage({ databaseUrl: proxy.url });
  let runs = 0;
  const { handler, hasWritten } = handlerOf(async () => {
    runs += 1;
    await proxy.stop();
  });
  const { worker, events } = await startTestWorker(unreliable, [handler]);
  t.after(async () => {
    await worker.drain(0);
    await unreliable.close();
    await proxy.close();
  });
  await enqueue(handler.kind);
  const done = events.count(1);
  while (runs === 0) await new Promise((resolve) => setImmediate(resolve));
  await proxy.resume();
  assert.equal((await done)[0]?.outcome, 'done');
  assert.equal(await hasWritten(), true);
  assert.equal(runs, 1);
});
