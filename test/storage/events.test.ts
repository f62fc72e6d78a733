import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendEvent, eventBounds, listEvents } from '../../src/storage/queries/events.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage } = await openTestStorage({ poolSize: 20 });

const append = (tx: TenantTx, subject: string, occurredAt = testStart) =>
  appendEvent(tx, {
    eventUuid: newUuid(),
    type: 'plumbline.run.submitted',
    subject,
    occurredAt,
    data: { subject },
  });
const read = (orgUuid: string, after: number | null) =>
  storage.withTenant(orgUuid, (tx) => listEvents(tx, { limit: 1_000, direction: 'asc', after }));

test('events have numbers without gaps, and a transaction that fails uses none up', async () => {
  const { orgUuid } = await newTenant(storage);
  await storage.withTenant(orgUuid, (tx) => append(tx, 'one'));
  await assert.rejects(
    storage.withTenant(orgUuid, async (tx) => {
      await append(tx, 'undone');
      throw new TypeError('no');
    }),
  );
  await storage.withTenant(orgUuid, async (tx) => {
    tx.beforeCommit(async () => {
      await append(tx, 'last');
      tx.beforeCommit(async () => void (await append(tx, 'very last')));
    });
    await append(tx, 'two');
  });
  const events = await read(orgUuid, null);
  assert.deepEqual(
    events.map(({ sequence, subject }) => [sequence, subject]),
    [
      [1, 'one'],
      [2, 'two'],
      [3, 'last'],
      [4, 'very last'],
    ],
  );
  assert.deepEqual(await storage.withTenant(orgUuid, eventBounds), { first: 1, last: 4 });
});

test('a step before the commit that fails undoes the transaction', async () => {
  const { orgUuid } = await newTenant(storage);
  await assert.rejects(
    storage.withTenant(orgUuid, async (tx) => {
      await append(tx, 'undone');
      tx.beforeCommit(async () => {
        throw new TypeError('no');
      });
    }),
    TypeError,
  );
  assert.deepEqual(await read(orgUuid, null), []);
});

test('no number that a reader has seen is followed by a smaller one', { skip: onlyPostgresql }, async () => {
  const { orgUuid } = await newTenant(storage);
  // The first writer has its number and does not commit: with numbers by statement the second would overtake it.
  const [numbered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = storage.withTenant(orgUuid, async (tx) => {
    await append(tx, 'slow');
    numbered.resolve();
    await released.promise;
  });
  await numbered.promise;
  const fast = storage.withTenant(orgUuid, (tx) => append(tx, 'fast'));
  // However long the second is given, what a reader sees has no hole.
  await sleep(100);
  assert.deepEqual(await read(orgUuid, null), []);
  released.resolve();
  await Promise.all([slow, fast]);
  assert.deepEqual(
    (await read(orgUuid, null)).map(({ subject }) => subject),
    ['slow', 'fast'],
  );
});

test('a reader who always goes on behind the last misses none of many writers', {
  skip: onlyPostgresql,
}, async () => {
  const { orgUuid } = await newTenant(storage);
  const writers = 4;
  const each = 10;
  let open = writers;
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < each; index += 1) {
        await storage.withTenant(orgUuid, async (tx) => {
          tx.beforeCommit(async () => void (await append(tx, `w${writer}/${index}`)));
          await sleep(Math.random() * 3);
        });
      }
      open -= 1;
    }),
  );
  const seen: string[] = [];
  let position = 0;
  for (;;) {
    const isLast = open === 0;
    const events = await read(orgUuid, position);
    seen.push(...events.map(({ subject }) => subject));
    position = events.at(-1)?.sequence ?? position;
    if (isLast) break;
  }
  await writing;
  assert.equal(seen.length, writers * each);
  assert.equal(new Set(seen).size, writers * each);
});

test('another replica hears in which Organization something happened', { skip: onlyPostgresql }, async () => {
  const { orgUuid } = await newTenant(storage);
  const heard = Promise.withResolvers<string>();
  const listener = await storage.listenForEvents((of) => of !== undefined && heard.resolve(of));
  await storage.withTenant(orgUuid, (tx) => append(tx, 'told'));
  assert.equal(await heard.promise, orgUuid);
  await listener.close();
});

test('what has outlived its retention is deleted, and the numbers go on', async () => {
  const { orgUuid } = await newTenant(storage);
  const later = new Date(testStart.getTime() + 86_400_000);
  await storage.withTenant(orgUuid, async (tx) => {
    await append(tx, 'old');
    await append(tx, 'older', new Date(testStart.getTime() - 1));
    await append(tx, 'new', later);
  });
  await storage.purgeEvents({ before: later, limit: 1_000 });
  assert.deepEqual(
    (await read(orgUuid, null)).map(({ subject }) => subject),
    ['new'],
  );
  await storage.purgeEvents({ before: new Date(later.getTime() + 1), limit: 1_000 });
  assert.deepEqual(await storage.withTenant(orgUuid, eventBounds), { first: 4, last: 3 });
  await storage.withTenant(orgUuid, (tx) => append(tx, 'next', later));
  assert.deepEqual(await storage.withTenant(orgUuid, eventBounds), { first: 4, last: 4 });
});
