import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRetention } from '../../src/app/background/retention.ts';
import { keyRetentionMs } from '../../src/storage/queries/idempotency.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();

test('retention deletes batch after batch what is too old, and nothing else', async () => {
  const { orgUuid } = await newTenant(storage);
  const now = new Date('2026-06-01T00:00:00.000Z');
  const keysAt = (createdAt: Date, count: number) =>
    admin(
      `INSERT INTO plumbline.idempotency_keys
         (org_uuid, principal, operation_id, key, fingerprint, resource_uuid, created_at)
       SELECT $1, 'p', 'o', gen_random_uuid()::text, repeat('0', 64), gen_random_uuid(), $2
       FROM generate_series(1, $3::int)`,
      [orgUuid, createdAt, count],
    );
  await keysAt(new Date(now.getTime() - keyRetentionMs - 1), 2_001);
  await keysAt(new Date(now.getTime() - keyRetentionMs), 2);
  const left = async () => (await admin('SELECT count(*) FROM plumbline.idempotency_keys'))[0]?.count;

  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const retention = startRetention({
    storage,
    clock: { now: () => now },
    doneWorkDays: 7,
    intervalMs: 1,
    onError,
  });
  while ((await left()) !== 2);
  await retention.stop();
  assert.equal(await left(), 2);
  assert.deepEqual(errors, []);
});
