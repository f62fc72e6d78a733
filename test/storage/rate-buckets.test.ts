import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStorage } from '../support/databases.ts';
import { newUuid } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
/** So slow that nothing is refilled while a test runs. */
const slow = 1e-6;

/** Sets the bucket's clock back, as if that much time had passed. */
async function letPass(bucketKey: string, seconds: number): Promise<void> {
  await admin(
    `UPDATE plumbline.rate_buckets SET filled_at = filled_at - make_interval(secs => $2),
       full_at = full_at - make_interval(secs => $2) WHERE bucket_key = $1`,
    [bucketKey, seconds],
  );
}

test('a full bucket gives what it holds, then says how long to wait', async () => {
  const bucket = { bucketKey: newUuid(), capacity: 3, refillPerSecond: slow, tokens: 1 };
  const taken = [];
  for (let i = 0; i < 3; i++) taken.push(await storage.takeTokens(bucket));
  assert.deepEqual(
    taken.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
    ],
  );
  const refused = await storage.takeTokens(bucket);
  assert.equal(refused.allowed, false);
  assert.equal(refused.remaining, 0);
  assert.equal(refused.retryAfterSeconds, 1_000_000);
});

test('waiting as long as told is enough, and a refusal costs nothing', async () => {
  const bucket = { bucketKey: newUuid(), capacity: 10, refillPerSecond: 0.001, tokens: 10 };
  assert.equal((await storage.takeTokens(bucket)).allowed, true);
  const first = await storage.takeTokens({ ...bucket, tokens: 4 });
  assert.equal(first.allowed, false);
  assert.equal(first.retryAfterSeconds, 4_000);
  await letPass(bucket.bucketKey, first.retryAfterSeconds);
  assert.equal((await storage.takeTokens({ ...bucket, tokens: 4 })).allowed, true);
});

test('a bucket never holds more than its capacity', async () => {
  const bucket = { bucketKey: newUuid(), capacity: 2, refillPerSecond: 1, tokens: 1 };
  await storage.takeTokens(bucket);
  await letPass(bucket.bucketKey, 1_000);
  assert.equal((await storage.takeTokens(bucket)).remaining, 1);
});

test('requests at once are counted one after the other', async () => {
  const bucket = { bucketKey: newUuid(), capacity: 5, refillPerSecond: slow, tokens: 1 };
  const taken = await Promise.all(Array.from({ length: 12 }, () => storage.takeTokens(bucket)));
  assert.equal(taken.filter(({ allowed }) => allowed).length, 5);
});

test('buckets do not know each other, and a full one is forgotten', async () => {
  const one = { bucketKey: newUuid(), capacity: 1, refillPerSecond: slow, tokens: 1 };
  const other = { ...one, bucketKey: newUuid() };
  assert.equal((await storage.takeTokens(one)).allowed, true);
  assert.equal((await storage.takeTokens(other)).allowed, true);
  await letPass(other.bucketKey, 2_000_000);
  const long = new Date(0);
  await storage.purge({ keysBefore: long, doneWorkBefore: long, limit: 1_000 });
  const left = await admin('SELECT bucket_key FROM plumbline.rate_buckets WHERE bucket_key = ANY ($1)', [
    [one.bucketKey, other.bucketKey],
  ]);
  assert.deepEqual(left, [{ bucket_key: one.bucketKey }]);
});

test('asking for what a bucket can never hold is a mistake of ours', async () => {
  const bucket = { bucketKey: newUuid(), capacity: 1, refillPerSecond: 1, tokens: 2 };
  await assert.rejects(storage.takeTokens(bucket), TypeError);
});
