import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimIdempotencyKey } from '../../src/storage/queries/idempotency.ts';
import { expireInvitations, listInvitations } from '../../src/storage/queries/invitations.ts';
import {
  countActiveOwners,
  findActiveMemberByEmail,
  findMemberByIdentity,
  listMembers,
} from '../../src/storage/queries/members.ts';
import { listOperations } from '../../src/storage/queries/operations.ts';
import { listDeadWork } from '../../src/storage/queries/work.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { keptPlan, statementsOf } from '../support/kept-plans.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
const tenants = [await newTenant(storage), await newTenant(storage), await newTenant(storage)];
const [tenant] = tenants;
assert.ok(tenant);

for (const { orgUuid } of tenants) {
  await admin(
    `INSERT INTO plumbline.members
       (org_uuid, member_uuid, directory_id, object_id, email_key, role, joined_at)
     SELECT $1, gen_random_uuid(), 'd', i::text, i::text, 'reader', now() FROM generate_series(1, 1000) AS i`,
    [orgUuid],
  );
  await admin(
    `INSERT INTO plumbline.invitations
       (org_uuid, invitation_uuid, email, email_key, role, delivery_state, secret_hash, expires_at, created_at, created_by)
     SELECT $1, gen_random_uuid(), 'e', i::text, 'reader', 'sent', repeat('0', 64), now() + i * interval '1 s', now(), 'p'
     FROM generate_series(1, 1000) AS i`,
    [orgUuid],
  );
  await admin(
    `INSERT INTO plumbline.operations (org_uuid, operation_uuid, kind, status, created_at)
     SELECT $1, gen_random_uuid(), 'k', CASE WHEN i % 100 = 0 THEN 'running' ELSE 'queued' END, now()
     FROM generate_series(1, 1000) AS i`,
    [orgUuid],
  );
  await admin(
    `INSERT INTO plumbline.work (org_uuid, work_uuid, kind, state, payload, due_at, max_attempts, finished_at)
     SELECT $1, gen_random_uuid(), 'k', CASE WHEN i % 100 = 0 THEN 'dead' ELSE 'done' END, '{}', now(), 1, now()
     FROM generate_series(1, 1000) AS i`,
    [orgUuid],
  );
}
await admin('ANALYZE plumbline.members');
await admin('ANALYZE plumbline.invitations');
await admin('ANALYZE plumbline.operations');
await admin('ANALYZE plumbline.work');

const request = { principal: 'p', operationId: 'o', key: 'k', fingerprint: '0'.repeat(64), now: testStart };
const page = { limit: 50, after: newUuid() };

const expected: Record<string, [(tx: TenantTx) => Promise<unknown>, string]> = {
  listMembers: [(tx) => listMembers(tx, page), 'members_pkey'],
  findMemberByIdentity: [
    (tx) => findMemberByIdentity(tx, { directoryId: 'd', objectId: 'o' }),
    'members_identity',
  ],
  findActiveMemberByEmail: [(tx) => findActiveMemberByEmail(tx, 'e'), 'members_active_email'],
  countActiveOwners: [countActiveOwners, 'members_active_owners'],
  listInvitations: [(tx) => listInvitations(tx, { ...page, now: testStart }), 'invitations_pkey'],
  expireInvitations: [(tx) => expireInvitations(tx, testStart), 'invitations_expiring'],
  listOperations: [(tx) => listOperations(tx, page), 'operations_pkey'],
  'listOperations by status': [
    (tx) => listOperations(tx, { ...page, status: 'running' }),
    'operations_status',
  ],
  listDeadWork: [(tx) => listDeadWork(tx, page), 'work_dead'],
  claimIdempotencyKey: [(tx) => claimIdempotencyKey(tx, request).catch(() => {}), 'idempotency_keys_pkey'],
};

for (const [name, [query, index]] of Object.entries(expected)) {
  test(`${name} keeps to ${index}, however large the tables`, async () => {
    const statement = (await statementsOf(query)).at(-1);
    assert.ok(statement);
    const plan = await keptPlan(storage, tenant.orgUuid, statement);
    assert.match(plan, new RegExp(`using ${index}\\b|on ${index}\\b`), plan);
    assert.ok(!plan.includes('Seq Scan'), plan);
  });
}
