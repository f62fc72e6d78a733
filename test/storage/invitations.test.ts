import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvitationStatus } from '../../src/domain/invitation.ts';
import {
  changeInvitationStatus,
  expireInvitations,
  getInvitation,
  insertInvitation,
  listInvitations,
  type NewInvitation,
  setInvitationDelivery,
} from '../../src/storage/queries/invitations.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage } = await openTestStorage();

function invitation(details: Partial<NewInvitation> = {}): NewInvitation {
  const invitationUuid = newUuid();
  return {
    invitationUuid,
    email: `${invitationUuid}@contoso.example`,
    role: 'reader',
    deliveryState: 'queued',
    secretHash: 'ab'.repeat(32),
    expiresAt: new Date('2026-02-07T12:00:00.000Z'),
    createdAt: testStart,
    createdBy: 'delegated:olivia',
    ...details,
  };
}

test('an invitation is read as it was written', async () => {
  const { orgUuid } = await newTenant(storage);
  const written = invitation({ email: 'Carl@Contoso.example', role: 'contributor' });
  const inserted = await storage.withTenant(orgUuid, (tx) => insertInvitation(tx, written));
  assert.deepEqual(inserted, {
    ...written,
    status: 'pending',
    acceptedAt: null,
    acceptedBy: null,
    version: 1,
  });
  const read = await storage.withTenant(orgUuid, (tx) => getInvitation(tx, written.invitationUuid));
  assert.deepEqual(read, inserted);
  assert.equal(await storage.withTenant(orgUuid, (tx) => getInvitation(tx, newUuid())), undefined);
});

test('an address has one pending invitation, whatever its case', async () => {
  const { orgUuid } = await newTenant(storage);
  const first = invitation({ email: 'Ärzte@Contoso.example' });
  const insert = (each: NewInvitation) => storage.withTenant(orgUuid, (tx) => insertInvitation(tx, each));
  await insert(first);
  const second = invitation({ email: 'äRZTE@contoso.EXAMPLE' });
  await assert.rejects(insert(second), { code: 'invitation_pending' });
  const { invitationUuid } = first;
  await storage.withTenant(orgUuid, (tx) =>
    changeInvitationStatus(tx, { invitationUuid, from: 'pending', to: 'revoked', at: testStart }),
  );
  assert.equal((await insert(second)).status, 'pending');
});

test('an invitation leaves pending once, whoever comes first', async () => {
  const { orgUuid, memberUuid } = await newTenant(storage);
  const { invitationUuid } = await storage.withTenant(orgUuid, (tx) => insertInvitation(tx, invitation()));
  const at = new Date('2026-02-01T00:00:00.000Z');
  const change = { invitationUuid, from: 'pending', at } as const;
  const outcomes = await Promise.all([
    storage.withTenant(orgUuid, (tx) =>
      changeInvitationStatus(tx, { ...change, to: 'accepted', acceptedBy: memberUuid }),
    ),
    storage.withTenant(orgUuid, (tx) => changeInvitationStatus(tx, { ...change, to: 'revoked' })),
  ]);
  const changed = outcomes.filter((each) => each !== undefined);
  assert.equal(changed.length, 1);
  const [winner] = changed;
  assert.equal(winner?.version, 2);
  assert.deepEqual(
    [winner?.acceptedAt, winner?.acceptedBy],
    winner?.status === 'accepted' ? [at, memberUuid] : [null, null],
  );
});

test('only a member of the Organization can have accepted', async () => {
  const { orgUuid } = await newTenant(storage);
  const stranger = (await newTenant(storage)).memberUuid;
  const { invitationUuid } = await storage.withTenant(orgUuid, (tx) => insertInvitation(tx, invitation()));
  const change = {
    invitationUuid,
    from: 'pending',
    to: 'accepted',
    acceptedBy: stranger,
    at: testStart,
  } as const;
  await assert.rejects(
    storage.withTenant(orgUuid, (tx) => changeInvitationStatus(tx, change)),
    { code: '23503' },
  );
});

test('pages are newest first, by status if asked', async () => {
  const { orgUuid } = await newTenant(storage);
  const written = Array.from({ length: 5 }, () => invitation());
  await storage.withTenant(orgUuid, async (tx) => {
    for (const each of written) await insertInvitation(tx, each);
  });
  const newestFirst = written.map(({ invitationUuid }) => invitationUuid).toReversed();
  const revoked = newestFirst[1] ?? '';
  await storage.withTenant(orgUuid, (tx) =>
    changeInvitationStatus(tx, { invitationUuid: revoked, from: 'pending', to: 'revoked', at: testStart }),
  );
  const others = newestFirst.filter((uuid) => uuid !== revoked);
  const list = async (limit: number, after: string | null, status?: InvitationStatus, now = testStart) => {
    const page = { limit, after, now, ...(status && { status }) };
    const records = await storage.withTenant(orgUuid, (tx) => listInvitations(tx, page));
    return records.map((each) => each.invitationUuid);
  };
  assert.deepEqual(await list(3, null), newestFirst.slice(0, 3));
  assert.deepEqual(await list(3, newestFirst[2] ?? null), newestFirst.slice(3));
  assert.deepEqual(await list(9, null, 'revoked'), [revoked]);
  assert.deepEqual(await list(9, null, 'pending'), others);
  assert.deepEqual(await list(9, null, 'expired'), []);
  // From the moment on which they run out they count as expired, though nothing has written so yet.
  const { expiresAt } = invitation();
  assert.deepEqual(await list(9, null, 'pending', expiresAt), []);
  assert.deepEqual(await list(9, null, 'expired', expiresAt), others);
  assert.deepEqual(await list(9, null, 'revoked', expiresAt), [revoked]);
});

test('the delivery state changes, and the version with it', async () => {
  const { orgUuid } = await newTenant(storage);
  const { invitationUuid } = await storage.withTenant(orgUuid, (tx) => insertInvitation(tx, invitation()));
  const set = (uuid: string) =>
    storage.withTenant(orgUuid, (tx) => setInvitationDelivery(tx, { invitationUuid: uuid, state: 'sent' }));
  const sent = await set(invitationUuid);
  assert.equal(sent?.deliveryState, 'sent');
  assert.equal(sent?.version, 2);
  assert.equal(await set(newUuid()), undefined);
});

test('only pending invitations expire, and at their very moment', async () => {
  const { orgUuid } = await newTenant(storage);
  const expiresAt = new Date('2026-02-07T12:00:00.000Z');
  const [early, late, revoked] = [
    invitation({ expiresAt }),
    invitation({ expiresAt: new Date(expiresAt.getTime() + 1) }),
    invitation({ expiresAt }),
  ];
  await storage.withTenant(orgUuid, async (tx) => {
    for (const each of [early, late, revoked]) await insertInvitation(tx, each);
    const { invitationUuid } = revoked;
    await changeInvitationStatus(tx, { invitationUuid, from: 'pending', to: 'revoked', at: testStart });
  });
  const before = new Date(expiresAt.getTime() - 1);
  assert.equal(await storage.withTenant(orgUuid, (tx) => expireInvitations(tx, before)), 0);
  assert.equal(await storage.withTenant(orgUuid, (tx) => expireInvitations(tx, expiresAt)), 1);
  const status = async ({ invitationUuid }: NewInvitation) =>
    (await storage.withTenant(orgUuid, (tx) => getInvitation(tx, invitationUuid)))?.status;
  assert.deepEqual(
    [await status(early), await status(late), await status(revoked)],
    ['expired', 'pending', 'revoked'],
  );
});
