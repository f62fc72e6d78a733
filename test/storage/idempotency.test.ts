import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  claimIdempotencyKey,
  type FingerprintedRequest,
  keyRetentionMs,
  recordIdempotentResource,
} from '../../src/storage/queries/idempotency.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();

function request(details: Partial<FingerprintedRequest> = {}): FingerprintedRequest {
  return {
    principal: 'delegated:olivia',
    operationId: 'create_organization_invitation',
    key: newUuid(),
    fingerprint: 'ab'.repeat(32),
    now: testStart,
    ...details,
  };
}

/** Claims; has the effect if the claim is new; says which resource it came to. */
async function once(orgUuid: string, input: FingerprintedRequest, effect = async () => newUuid()) {
  return await storage.withTenant(orgUuid, async (tx) => {
    const claim = await claimIdempotencyKey(tx, input);
    if (claim.state === 'replay') return { ...claim, isReplay: true };
    const resourceUuid = await effect();
    await recordIdempotentResource(tx, { ...input, resourceUuid });
    return { resourceUuid, isReplay: false };
  });
}

test('a key is new once, then finds its resource', async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  const first = await once(orgUuid, input);
  assert.equal(first.isReplay, false);
  const again = await once(orgUuid, input);
  assert.equal(again.isReplay, true);
  assert.equal(again.resourceUuid, first.resourceUuid);
});

test('another request with the key is refused', async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  await once(orgUuid, input);
  await assert.rejects(once(orgUuid, { ...input, fingerprint: 'cd'.repeat(32) }), {
    code: 'idempotency_key_reused',
  });
});

test('a key belongs to Organization, principal and operation', async () => {
  const [{ orgUuid }, other] = [await newTenant(storage), await newTenant(storage)];
  const input = request();
  await once(orgUuid, input);
  for (const [tenant, elsewhere] of [
    [other.orgUuid, input],
    [orgUuid, { ...input, principal: 'delegated:carl' }],
    [orgUuid, { ...input, operationId: 'submit_all_runs' }],
    [orgUuid, { ...input, key: input.key.toUpperCase() }],
  ] as const) {
    assert.equal((await once(tenant, { ...elsewhere, fingerprint: 'cd'.repeat(32) })).isReplay, false);
  }
});

test('a request that fails leaves no key behind', async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  const failure = new Error('the effect failed');
  await assert.rejects(
    once(orgUuid, input, () => Promise.reject(failure)),
    failure,
  );
  assert.equal((await once(orgUuid, input)).isReplay, false);
});

test('the same key many times at once has exactly one effect', async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  let effects = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      once(orgUuid, input, async () => {
        effects += 1;
        return newUuid();
      }),
    ),
  );
  assert.equal(effects, 1);
  const resources = outcomes.flatMap((each) =>
    each.status === 'fulfilled' ? [each.value.resourceUuid] : [],
  );
  assert.equal(new Set(resources).size, 1);
  for (const each of outcomes) {
    if (each.status === 'rejected') assert.equal(each.reason.code, 'idempotency_in_progress');
  }
  const rows = await admin('SELECT resource_uuid FROM plumbline.idempotency_keys WHERE key = $1', [
    input.key,
  ]);
  assert.deepEqual(rows, [{ resource_uuid: resources[0] }]);
});

test('a request in flight is reported, not waited for', { skip: onlyPostgresql }, async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  const second = Promise.withResolvers<unknown>();
  await once(orgUuid, input, async () => {
    // The first holds the key while the second asks: waiting would never end.
    await once(orgUuid, input).catch(second.resolve);
    return newUuid();
  });
  assert.equal(((await second.promise) as { code: string }).code, 'idempotency_in_progress');
  assert.equal((await once(orgUuid, input)).isReplay, true);
});

test('after thirty days a key is new, and no sooner', async () => {
  const { orgUuid } = await newTenant(storage);
  const input = request();
  const first = await once(orgUuid, input);
  const at = (ms: number) => ({
    ...input,
    fingerprint: 'cd'.repeat(32),
    now: new Date(testStart.getTime() + ms),
  });
  await assert.rejects(once(orgUuid, at(keyRetentionMs - 1)), { code: 'idempotency_key_reused' });
  const second = await once(orgUuid, at(keyRetentionMs));
  assert.equal(second.isReplay, false);
  assert.notEqual(second.resourceUuid, first.resourceUuid);
  assert.equal((await once(orgUuid, at(keyRetentionMs + 1))).resourceUuid, second.resourceUuid);
});

test('what has outlived its retention is deleted in bounded batches', async () => {
  const { orgUuid } = await newTenant(storage);
  const old = new Date('2020-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++) await once(orgUuid, request({ now: old }));
  const kept = request();
  await once(orgUuid, kept);
  const purge = (limit: number) =>
    storage.purge({ keysBefore: new Date('2020-01-02T00:00:00Z'), doneWorkBefore: old, limit });
  assert.equal((await purge(2)).keys, 2);
  assert.equal((await purge(2)).keys, 1);
  assert.equal((await purge(2)).keys, 0);
  assert.equal((await once(orgUuid, kept)).isReplay, true);
});
