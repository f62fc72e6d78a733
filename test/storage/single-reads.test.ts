import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getMember, insertMember, listMembers } from '../../src/storage/queries/members.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, person } from '../support/tenants.ts';

const { storage } = await openTestStorage();
const [contoso, fabrikam] = [await newTenant(storage), await newTenant(storage)];

const members = (orgUuid: string) =>
  storage.readTenant(orgUuid, (read) => listMembers(read, { limit: 10, after: null }));

test('reads of two Organizations that leave together each see their own rows', async () => {
  const tenants = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? fabrikam : contoso));
  const pages = await Promise.all(tenants.map(({ orgUuid }) => members(orgUuid)));
  assert.deepEqual(
    pages.map((page) => page.map(({ memberUuid }) => memberUuid)),
    tenants.map(({ memberUuid }) => [memberUuid]),
  );
});

test('a row of another Organization is not found', async () => {
  const read = (orgUuid: string) => storage.readTenant(orgUuid, (tx) => getMember(tx, fabrikam.memberUuid));
  assert.equal(await read(contoso.orgUuid), undefined);
  assert.equal((await read(fabrikam.orgUuid))?.role, 'owner');
});

test('the Organization of a read does not outlive it', async () => {
  await members(contoso.orgUuid);
  const caller = await storage.findCaller({ directoryId: fabrikam.directoryId, objectId: null });
  assert.equal(caller?.orgUuid, fabrikam.orgUuid);
  assert.equal((await members(fabrikam.orgUuid))[0]?.memberUuid, fabrikam.memberUuid);
});

test('one that fails takes nobody along', async () => {
  const failing = storage.readTenant(contoso.orgUuid, (read) =>
    read.selectFrom('plumbline.members').select(sql<number>`1 / 0`.as('nothing')).execute(),
  );
  const [failed, ...others] = await Promise.allSettled([
    failing,
    members(contoso.orgUuid),
    members(fabrikam.orgUuid),
  ]);
  assert.equal(failed.status, 'rejected');
  assert.deepEqual(
    others.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  );
});

test('whatever needs a transaction is refused', async () => {
  const { orgUuid } = contoso;
  await assert.rejects(
    storage.readTenant(orgUuid, async (read) => {
      await listMembers(read, { limit: 1, after: null });
      return listMembers(read, { limit: 1, after: null });
    }),
    /second statement needs a transaction/,
  );
  await assert.rejects(
    storage.readTenant(orgUuid, (read) =>
      read.selectFrom('plumbline.members').select('role').forUpdate().execute(),
    ),
    /Only a plain SELECT/,
  );
  // Its type has no such method; whoever finds a way around the type meets this.
  await assert.rejects(
    storage.readTenant(orgUuid, (read) => insertMember(read as TenantTx, person(contoso))),
    /Only a plain SELECT/,
  );
});

test('an Organization that is no UUID is refused before anything is sent', async () => {
  await assert.rejects(members("x'; DROP SCHEMA plumbline; --"), TypeError);
});
