import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import * as entitlements from '../../src/storage/queries/entitlements.ts';
import * as idempotency from '../../src/storage/queries/idempotency.ts';
import * as invitations from '../../src/storage/queries/invitations.ts';
import * as members from '../../src/storage/queries/members.ts';
import * as operations from '../../src/storage/queries/operations.ts';
import * as organizations from '../../src/storage/queries/organizations.ts';
import * as work from '../../src/storage/queries/work.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import { catalogCases, leaseCases } from './catalog-cases.ts';
import { customerCases } from './customer-cases.ts';
import { eventCases } from './event-cases.ts';
import { evidenceCases } from './evidence-cases.ts';
import { notificationCases } from './notification-cases.ts';
import { runCases } from './run-cases.ts';
import { scheduleCases } from './schedule-cases.ts';
import { allRowsOf, type SeededTenant, seedTenant } from './seeded-tenant.ts';
import { validationTestCases } from './validation-test-cases.ts';
import { webhookCases } from './webhook-cases.ts';

const { storage, admin } = await openTestStorage();

/** A query asked with what belongs to the `victim`. */
export interface Case {
  readonly ask: (tx: TenantTx, victim: SeededTenant) => Promise<unknown>;
  /** What somebody else is to get: as if nothing of it existed. */
  readonly stranger: unknown;
  /** Shows that the question has an answer, so that the case can fail. */
  readonly owner: (answer: unknown, victim: SeededTenant) => boolean;
}

/** What a caller who names another tenant outright gets from the database. */
const refused = 'refused by row-level security';
const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const page = { limit: 50, after: null };

const cases: Record<string, Case> = {
  insertOrganization: {
    ask: (tx, { orgUuid }) =>
      organizations.insertOrganization(tx, {
        orgUuid,
        name: 'Mine',
        directoryId: newUuid(),
        createdAt: testStart,
      }),
    stranger: refused,
    owner: (answer) => answer === 'conflict',
  },
  getOrganization: {
    ask: async (tx, { orgUuid }) => ofTenant(await organizations.getOrganization(tx), orgUuid),
    stranger: undefined,
    owner: something,
  },
  lockOrganization: {
    ask: async (tx, { orgUuid }) => ofTenant(await organizations.lockOrganization(tx), orgUuid),
    stranger: undefined,
    owner: something,
  },
  insertTrial: {
    ask: (tx, { orgUuid }) =>
      entitlements.insertTrial(tx, { orgUuid, startedAt: testStart, endsAt: testStart }),
    stranger: refused,
    owner: (answer) => answer === 'conflict',
  },
  // The stranger has no entitlement of its own here, so what it gets could only be the victim's.
  getEntitlement: { ask: (tx) => entitlements.getEntitlement(tx), stranger: undefined, owner: something },
  updateEntitlement: {
    ask: (tx) =>
      entitlements.updateEntitlement(tx, {
        expectedVersion: 1,
        state: 'active',
        planKey: 'x',
        periodEndsAt: null,
      }),
    stranger: undefined,
    owner: something,
  },
  insertMember: {
    ask: async (tx, { directoryId, objectId, memberUuid }) => {
      const person = { memberUuid, directoryId, objectId, displayName: null, email: null } as const;
      await members.insertMember(tx, { ...person, role: 'reader', joinedAt: testStart });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getMember: { ask: (tx, v) => members.getMember(tx, v.memberUuid), stranger: undefined, owner: something },
  findMemberByIdentity: {
    ask: (tx, victim) => members.findMemberByIdentity(tx, victim),
    stranger: undefined,
    owner: something,
  },
  findActiveMemberByEmail: {
    ask: (tx, { email }) => members.findActiveMemberByEmail(tx, email),
    stranger: undefined,
    owner: something,
  },
  listMembers: { ask: (tx) => members.listMembers(tx, page), stranger: [], owner: some },
  updateMemberRole: {
    ask: (tx, { memberUuid }) =>
      members.updateMemberRole(tx, { memberUuid, expectedVersion: 1, role: 'reader' }),
    stranger: undefined,
    owner: something,
  },
  removeMember: {
    ask: (tx, { memberUuid }) => members.removeMember(tx, { memberUuid, expectedVersion: 1 }),
    stranger: undefined,
    owner: something,
  },
  reactivateMember: {
    ask: (tx, { removedUuid }) => {
      const details = { displayName: null, email: null, joinedAt: testStart };
      return members.reactivateMember(tx, { ...details, memberUuid: removedUuid, role: 'owner' });
    },
    stranger: undefined,
    owner: something,
  },
  countActiveOwners: {
    ask: (tx) => members.countActiveOwners(tx),
    stranger: 0,
    owner: (answer) => answer === 2,
  },
  insertInvitation: {
    ask: async (tx, { invitationUuid }) => {
      await invitations.insertInvitation(tx, {
        invitationUuid,
        email: 'invited@contoso.example',
        role: 'owner',
        deliveryState: 'queued',
        secretHash: 'cd'.repeat(32),
        expiresAt: testStart,
        createdAt: testStart,
        createdBy: 'delegated:mallory',
      });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getInvitation: {
    ask: (tx, { invitationUuid }) => invitations.getInvitation(tx, invitationUuid),
    stranger: undefined,
    owner: something,
  },
  listInvitations: {
    ask: (tx) => invitations.listInvitations(tx, { ...page, now: testStart }),
    stranger: [],
    owner: some,
  },
  changeInvitationStatus: {
    ask: (tx, { invitationUuid }) =>
      invitations.changeInvitationStatus(tx, {
        invitationUuid,
        from: 'pending',
        to: 'revoked',
        at: testStart,
      }),
    stranger: undefined,
    owner: something,
  },
  setInvitationDelivery: {
    ask: (tx, { invitationUuid }) => invitations.setInvitationDelivery(tx, { invitationUuid, state: 'sent' }),
    stranger: undefined,
    owner: something,
  },
  expireInvitations: {
    ask: (tx) => invitations.expireInvitations(tx, new Date('2099-01-01T00:00:00Z')),
    stranger: 0,
    owner: (answer) => answer === 1,
  },
  insertOperations: {
    ask: async (tx, { queuedOperation: operationUuid }) => {
      await operations.insertOperations(tx, [
        { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart },
      ]);
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  insertOperation: {
    ask: async (tx, { queuedOperation }) => {
      const operation = { operationUuid: queuedOperation, kind: 'test', resourcePath: null };
      await operations.insertOperation(tx, { ...operation, createdAt: testStart });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getOperation: {
    ask: (tx, { queuedOperation }) => operations.getOperation(tx, queuedOperation),
    stranger: undefined,
    owner: something,
  },
  listOperations: { ask: (tx) => operations.listOperations(tx, page), stranger: [], owner: some },
  startOperation: {
    ask: (tx, { queuedOperation }) =>
      operations.startOperation(tx, { operationUuid: queuedOperation, at: testStart }),
    stranger: undefined,
    owner: something,
  },
  setOperationProgress: {
    ask: (tx, { runningOperation }) => {
      const progress = { done: 1, total: 2, unit: 'rows' };
      return operations.setOperationProgress(tx, { operationUuid: runningOperation, ...progress });
    },
    stranger: undefined,
    owner: something,
  },
  finishOperation: {
    ask: (tx, { runningOperation }) =>
      operations.finishOperation(tx, { operationUuid: runningOperation, status: 'cancelled', at: testStart }),
    stranger: undefined,
    owner: something,
  },
  enqueueWork: {
    // Work for an operation of somebody else: its end would be reported there.
    ask: async (tx, { queuedOperation }) => {
      const item = { workUuid: newUuid(), kind: 'test', payload: null, runAfter: testStart, maxAttempts: 1 };
      await work.enqueueWork(tx, { ...item, operationUuid: queuedOperation });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  renewLease: {
    ask: (tx, { leasedWork }) => work.renewLease(tx, { ...leasedWork, leaseSeconds: 60 }),
    stranger: false,
    owner: (answer) => answer === true,
  },
  completeWork: {
    ask: (tx, { leasedWork }) => work.completeWork(tx, leasedWork),
    stranger: false,
    owner: (answer) => answer === true,
  },
  failWork: {
    ask: (tx, { leasedWork }) => work.failWork(tx, { ...leasedWork, error: {}, retryAt: null }),
    stranger: 'lost',
    owner: (answer) => answer === 'dead',
  },
  releaseWork: {
    ask: (tx, { leasedWork }) => work.releaseWork(tx, leasedWork),
    stranger: false,
    owner: (answer) => answer === true,
  },
  listDeadWork: { ask: (tx) => work.listDeadWork(tx, page), stranger: [], owner: some },
  reviveWork: {
    ask: (tx, { deadWork }) => work.reviveWork(tx, { workUuid: deadWork, runAfter: testStart }),
    stranger: false,
    owner: (answer) => answer === true,
  },
  claimIdempotencyKey: {
    ask: (tx, { idempotentRequest }) => idempotency.claimIdempotencyKey(tx, idempotentRequest),
    stranger: { state: 'new' },
    owner: (answer) => (answer as { state: string }).state === 'replay',
  },
  recordIdempotentResource: {
    ask: async (tx, { idempotentRequest }) => {
      await idempotency.recordIdempotentResource(tx, { ...idempotentRequest, resourceUuid: newUuid() });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  ...catalogCases,
  ...leaseCases,
  ...customerCases,
  ...validationTestCases,
  ...runCases,
  ...evidenceCases,
  ...eventCases,
  ...scheduleCases,
  ...webhookCases,
  ...notificationCases,
};

function ofTenant<T extends { orgUuid: string }>(record: T | undefined, orgUuid: string): T | undefined {
  return record?.orgUuid === orgUuid ? record : undefined;
}

/** The answer, or the kind of refusal. Other failures are failures of the test. */
async function answerOf(orgUuid: string, question: Case, victim: SeededTenant): Promise<unknown> {
  try {
    return await storage.withTenant(orgUuid, (tx) => question.ask(tx, victim));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501') return refused;
    if (code === '23503') return 'no such row';
    if (code === 'not_found') return 'no such row';
    if (code === '23505' || code === 'member_exists' || code === 'invitation_pending') return 'conflict';
    if (code === 'environment_exists' || code === 'purchase_taken') return 'conflict';
    if (code === 'idempotency_in_progress' || code === 'dataset_pair_exists') return 'conflict';
    throw error;
  }
}

/** An Organization and nothing else: whatever it finds beyond that is somebody else's. */
async function newStranger(): Promise<string> {
  const orgUuid = newUuid();
  const organization = { orgUuid, name: 'Fabrikam', directoryId: newUuid(), createdAt: testStart };
  await storage.withTenant(orgUuid, (tx) => organizations.insertOrganization(tx, organization));
  return orgUuid;
}

const victim = await seedTenant(storage);

test('every query has its case', async () => {
  const exported: string[] = [];
  for (const file of globSync('src/storage/queries/*.ts').filter((each) => !each.endsWith('.test.ts'))) {
    const module: Record<string, unknown> = await import(`../../${file}`);
    exported.push(...Object.keys(module).filter((name) => typeof module[name] === 'function'));
  }
  assert.ok(exported.length > 30);
  assert.deepEqual(Object.keys(cases).toSorted(), exported.toSorted());
});

for (const [name, question] of Object.entries(cases)) {
  test(`${name}: a stranger reads nothing and changes nothing`, async () => {
    const before = await allRowsOf(admin, victim.orgUuid);
    assert.deepEqual(await answerOf(await newStranger(), question, victim), question.stranger);
    assert.deepEqual(await allRowsOf(admin, victim.orgUuid), before);
  });
}

test('the seeded tenant has rows in every table', async () => {
  for (const [table, rows] of Object.entries(await allRowsOf(admin, victim.orgUuid))) {
    assert.ok(Array.isArray(rows) && rows.length > 0, table);
  }
});

test('whom the rows belong to gets an answer to every question', async () => {
  for (const [name, question] of Object.entries(cases)) {
    const own = await seedTenant(storage);
    assert.ok(question.owner(await answerOf(own.orgUuid, question, own), own), name);
  }
});
