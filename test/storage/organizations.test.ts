import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getEntitlement, insertTrial, updateEntitlement } from '../../src/storage/queries/entitlements.ts';
import { insertMember, removeMember } from '../../src/storage/queries/members.ts';
import {
  getOrganization,
  insertOrganization,
  lockOrganization,
} from '../../src/storage/queries/organizations.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, person, testStart } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
const trialEnd = new Date('2026-02-14T12:00:00.123Z');

test('an Organization is read as it was written', async () => {
  const tenant = await newTenant(storage);
  const expected = {
    orgUuid: tenant.orgUuid,
    name: 'Contoso',
    directoryId: tenant.directoryId,
    status: 'active',
    version: 1,
    createdAt: testStart,
  };
  assert.deepEqual(await storage.withTenant(tenant.orgUuid, getOrganization), expected);
  assert.deepEqual(await storage.withTenant(tenant.orgUuid, lockOrganization), expected);
});

test('what does not exist is undefined', async () => {
  assert.equal(await storage.withTenant(newUuid(), getOrganization), undefined);
  assert.equal(await storage.withTenant(newUuid(), lockOrganization), undefined);
  assert.equal(await storage.withTenant(newUuid(), getEntitlement), undefined);
});

test('a directory has one Organization, whichever tenant asks for a second', async () => {
  const { directoryId } = await newTenant(storage);
  const orgUuid = newUuid();
  const second = { orgUuid, name: 'Contoso', directoryId, createdAt: testStart };
  await assert.rejects(
    storage.withTenant(orgUuid, (tx) => insertOrganization(tx, second)),
    { code: 'directory_already_activated' },
  );
});

test('two activations of one directory at once: one wins', async () => {
  const directoryId = newUuid();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, async () => {
      const orgUuid = newUuid();
      await storage.withTenant(orgUuid, async (tx) => {
        await insertOrganization(tx, { orgUuid, name: 'Contoso', directoryId, createdAt: testStart });
        await insertTrial(tx, { orgUuid, startedAt: testStart, endsAt: trialEnd });
      });
      return orgUuid;
    }),
  );
  const winners = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const problems = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  assert.equal(winners.length, 1);
  assert.deepEqual(
    problems,
    Array.from({ length: 4 }, () => 'directory_already_activated'),
  );
  const caller = await storage.findCaller({ directoryId, objectId: null });
  assert.equal(caller?.orgUuid, winners[0]);
});

test('the lock on an Organization makes transactions wait for each other', {
  skip: onlyPostgresql,
}, async () => {
  const { orgUuid } = await newTenant(storage);
  const order: string[] = [];
  const locked = Promise.withResolvers<void>();
  const first = storage.withTenant(orgUuid, async (tx) => {
    await lockOrganization(tx);
    locked.resolve();
    await untilSomebodyWaits();
    order.push('first');
  });
  await locked.promise;
  const second = storage.withTenant(orgUuid, async (tx) => {
    await lockOrganization(tx);
    order.push('second');
  });
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second']);
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await admin(waiting)).length === 0);
}

test('an entitlement changes only from the version that was read', async () => {
  const { orgUuid } = await newTenant(storage);
  const trial = {
    state: 'trial',
    trialStartedAt: testStart,
    trialEndsAt: trialEnd,
    planKey: null,
    periodEndsAt: null,
    version: 1,
  };
  assert.deepEqual(await storage.withTenant(orgUuid, getEntitlement), trial);
  const grant = { state: 'active', planKey: 'team', periodEndsAt: new Date('2027-01-31T00:00:00Z') } as const;
  const update = () =>
    storage.withTenant(orgUuid, (tx) => updateEntitlement(tx, { ...grant, expectedVersion: 1 }));
  const active = { ...trial, ...grant, version: 2 };
  assert.deepEqual(await update(), active);
  assert.equal(await update(), undefined);
  assert.deepEqual(await storage.withTenant(orgUuid, getEntitlement), active);
});

test('a caller is found by directory and object id, before a tenant is known', async () => {
  const tenant = await newTenant(storage);
  const { orgUuid, directoryId } = tenant;
  const member = person(tenant, { role: 'contributor' });
  await storage.withTenant(orgUuid, (tx) => insertMember(tx, member));
  const organization = {
    orgUuid,
    organizationStatus: 'active',
    entitlementState: 'trial',
    trialEndsAt: trialEnd,
    periodEndsAt: null,
  };
  const { memberUuid, objectId } = member;
  const find = (object: string | null) => storage.findCaller({ directoryId, objectId: object });

  assert.deepEqual(await find(objectId), {
    ...organization,
    member: { memberUuid, role: 'contributor', status: 'active' },
  });
  assert.deepEqual(await find(null), { ...organization, member: null });
  assert.deepEqual(await find(newUuid()), { ...organization, member: null });
  assert.equal(await storage.findCaller({ directoryId: newUuid(), objectId }), null);

  await storage.withTenant(orgUuid, (tx) => removeMember(tx, { memberUuid, expectedVersion: 1 }));
  assert.equal((await find(objectId))?.member?.status, 'removed');
});
