import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countActiveOwners,
  findActiveMemberByEmail,
  findMemberByIdentity,
  getMember,
  insertMember,
  listMembers,
  reactivateMember,
  removeMember,
  updateMemberRole,
} from '../../src/storage/queries/members.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, person, testStart } from '../support/tenants.ts';

const { storage } = await openTestStorage();

test('a member is read as it was written', async () => {
  const tenant = await newTenant(storage);
  const written = person(tenant, {
    displayName: 'Zoë "🦉" \\',
    email: 'Zoë@Contoso.example',
    role: 'contributor',
  });
  const inserted = await storage.withTenant(tenant.orgUuid, (tx) => insertMember(tx, written));
  const { directoryId: _, objectId: __, ...shown } = written;
  assert.deepEqual(inserted, { ...shown, status: 'active', version: 1 });
  const read = await storage.withTenant(tenant.orgUuid, (tx) => getMember(tx, written.memberUuid));
  assert.deepEqual(read, inserted);
  const found = await storage.withTenant(tenant.orgUuid, (tx) => findMemberByIdentity(tx, written));
  assert.deepEqual(found, inserted);
});

test('a person without name and address is a member too', async () => {
  const tenant = await newTenant(storage);
  const written = person(tenant, { displayName: null, email: null });
  const inserted = await storage.withTenant(tenant.orgUuid, (tx) => insertMember(tx, written));
  assert.equal(inserted.displayName, null);
  assert.equal(inserted.email, null);
});

test('who is or was a member cannot be inserted again', async () => {
  const tenant = await newTenant(storage);
  const written = person(tenant);
  const { orgUuid } = tenant;
  await storage.withTenant(orgUuid, (tx) => insertMember(tx, written));
  const again = () =>
    storage.withTenant(orgUuid, (tx) => insertMember(tx, { ...written, memberUuid: newUuid() }));
  await assert.rejects(again(), { code: 'member_exists' });
  await storage.withTenant(orgUuid, (tx) => removeMember(tx, { ...written, expectedVersion: 1 }));
  await assert.rejects(again(), { code: 'member_exists' });
});

test('an address finds its active member, whatever the case', async () => {
  const tenant = await newTenant(storage);
  const written = person(tenant, { email: 'Ärzte.Team@Contoso.example' });
  const { orgUuid } = tenant;
  await storage.withTenant(orgUuid, (tx) => insertMember(tx, written));
  const find = (email: string) => storage.withTenant(orgUuid, (tx) => findActiveMemberByEmail(tx, email));
  assert.equal((await find('äRZTE.team@contoso.EXAMPLE'))?.memberUuid, written.memberUuid);
  assert.equal(await find('rzte.team@contoso.example'), undefined);
  await storage.withTenant(orgUuid, (tx) => removeMember(tx, { ...written, expectedVersion: 1 }));
  assert.equal(await find('Ärzte.Team@Contoso.example'), undefined);
});

test('the pages of members are in the order of creation, without gaps or repetitions, without the removed', async () => {
  const tenant = await newTenant(storage);
  const { orgUuid } = tenant;
  const people = Array.from({ length: 7 }, () => person(tenant));
  await storage.withTenant(orgUuid, async (tx) => {
    for (const each of people.toReversed()) await insertMember(tx, each);
  });
  const removed = people[3];
  assert.ok(removed);
  await storage.withTenant(orgUuid, (tx) => removeMember(tx, { ...removed, expectedVersion: 1 }));

  const seen: string[] = [];
  for (let after: string | null = null; ; after = seen.at(-1) ?? null) {
    const page = await storage.withTenant(orgUuid, (tx) => listMembers(tx, { limit: 3, after }));
    seen.push(...page.map(({ memberUuid }) => memberUuid));
    if (page.length < 3) break;
  }
  const expected = [tenant.memberUuid, ...people.map(({ memberUuid }) => memberUuid)];
  assert.deepEqual(
    seen,
    expected.filter((uuid) => uuid !== removed.memberUuid),
  );
});

test('a role changes only from the version that was read', async () => {
  const { orgUuid, memberUuid } = await newTenant(storage);
  const update = (expectedVersion: number, role: 'reader' | 'contributor') =>
    storage.withTenant(orgUuid, (tx) => updateMemberRole(tx, { memberUuid, expectedVersion, role }));
  const updated = await update(1, 'reader');
  assert.equal(updated?.role, 'reader');
  assert.equal(updated?.version, 2);
  assert.equal(await update(1, 'contributor'), undefined);
  const unchanged = await storage.withTenant(orgUuid, (tx) => getMember(tx, memberUuid));
  assert.deepEqual(unchanged, updated);
  const unknown = await storage.withTenant(orgUuid, (tx) =>
    updateMemberRole(tx, { memberUuid: newUuid(), expectedVersion: 1, role: 'reader' }),
  );
  assert.equal(unknown, undefined);
});

test('who was removed keeps the identity, cannot be changed, and comes back as the same member', async () => {
  const { orgUuid, memberUuid } = await newTenant(storage);
  const removed = await storage.withTenant(orgUuid, (tx) =>
    removeMember(tx, { memberUuid, expectedVersion: 1 }),
  );
  assert.equal(removed?.status, 'removed');
  assert.equal(removed?.version, 2);
  const change = { memberUuid, expectedVersion: 2 };
  assert.equal(await storage.withTenant(orgUuid, (tx) => removeMember(tx, change)), undefined);
  assert.equal(
    await storage.withTenant(orgUuid, (tx) => updateMemberRole(tx, { ...change, role: 'owner' })),
    undefined,
  );
  const later = new Date(testStart.getTime() + 1);
  const back = {
    memberUuid,
    role: 'reader',
    displayName: 'Liv',
    email: 'Liv@x.example',
    joinedAt: later,
  } as const;
  const returned = await storage.withTenant(orgUuid, (tx) => reactivateMember(tx, back));
  assert.deepEqual(returned, { ...back, status: 'active', version: 3 });
  assert.equal(await storage.withTenant(orgUuid, (tx) => reactivateMember(tx, back)), undefined);
});

test('only active Owners count as Owners', async () => {
  const tenant = await newTenant(storage);
  const { orgUuid } = tenant;
  const second = person(tenant, { role: 'owner' });
  const owners = () => storage.withTenant(orgUuid, countActiveOwners);
  await storage.withTenant(orgUuid, async (tx) => {
    await insertMember(tx, second);
    await insertMember(tx, person(tenant, { role: 'contributor' }));
  });
  assert.equal(await owners(), 2);
  await storage.withTenant(orgUuid, (tx) => removeMember(tx, { ...second, expectedVersion: 1 }));
  assert.equal(await owners(), 1);
  await storage.withTenant(orgUuid, (tx) =>
    updateMemberRole(tx, { memberUuid: tenant.memberUuid, expectedVersion: 1, role: 'reader' }),
  );
  assert.equal(await owners(), 0);
});
