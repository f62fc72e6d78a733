import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findDirectory } from '../../src/providers/identity/embedded/directories.ts';
import {
  activateContoso,
  invite,
  join,
  startTestService,
  stranger,
  type TestService,
} from '../support/service.ts';

function activate(service: TestService, token: string, name = 'Contoso') {
  return service.send({ method: 'POST', url: '/api/v1/organization:activate', token, body: { name } });
}

test('activation makes an Organization with a trial and its first Owner, once', async (t) => {
  let now = new Date('2026-03-01T12:00:00.000Z');
  const service = await startTestService(t, { now: () => now });
  const olivia = service.issuer.delegated('olivia@contoso.example', { exp: 2_000_000_000 });
  const first = await activate(service, olivia);
  assert.equal(first.statusCode, 201);
  assert.equal(first.headers.location, 'http://plumbline.test/api/v1/organization');
  const organization = first.json();
  assert.equal(first.headers.etag, organization.etag);
  assert.deepEqual(organization.trial, {
    startedAt: '2026-03-01T12:00:00.000Z',
    endsAt: '2026-03-15T12:00:00.000Z',
  });
  assert.equal(organization.directoryId, findDirectory('contoso')?.directoryId);

  const again = await activate(service, olivia, 'Another name');
  assert.equal(again.statusCode, 200);
  assert.deepEqual(again.json(), organization);
  const carl = await activate(service, service.issuer.delegated('carl@contoso.example'));
  assert.equal(carl.statusCode, 409);
  assert.equal(carl.json().code, 'directory_already_activated');
  assert.equal((await activate(service, service.issuer.delegated('frank@fabrikam.example'))).statusCode, 201);

  assert.deepEqual((await service.send({ url: '/api/v1/organization', token: olivia })).json(), organization);
  const entitlement = () => service.send({ url: '/api/v1/entitlement', token: olivia });
  assert.equal((await entitlement()).json().state, 'trial');
  now = new Date('2026-03-15T12:00:00.000Z');
  const expired = await entitlement();
  assert.equal(expired.statusCode, 200, 'reads go on');
  assert.equal(expired.json().state, 'expired');
});

test('two people of one directory who activate at once: one Organization, one 201, one 409', async (t) => {
  const service = await startTestService(t);
  for (let round = 0; round < 5; round += 1) {
    const directoryId = randomUUID();
    const people = [stranger(directoryId), stranger(directoryId)].map((account) =>
      service.issuer.delegated(account),
    );
    const answers = await Promise.all(people.map((token) => activate(service, token)));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409]);
  }
});

test('one person who activates twice at once gets one Organization twice', async (t) => {
  const service = await startTestService(t);
  const token = service.issuer.delegated(stranger(randomUUID()));
  const answers = await Promise.all([
    activate(service, token),
    activate(service, token),
    activate(service, token),
  ]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 200, 201]);
  assert.equal(new Set(answers.map((answer) => answer.json().organizationUuid)).size, 1);
});

test('the last Owner can be neither demoted nor removed', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const url = '/api/v1/organization-members';
  const olivia = (await service.send({ url, token: owner })).json().items[0];
  const change = { url: `${url}/${olivia.memberUuid}`, token: owner, headers: { 'if-match': olivia.etag } };
  for (const attempt of [
    await service.send({ ...change, method: 'PATCH', body: { role: 'reader' } }),
    await service.send({ ...change, method: 'DELETE' }),
  ]) {
    assert.equal(attempt.statusCode, 409, attempt.body);
    assert.equal(attempt.json().code, 'last_owner');
  }
  const unchanged = await service.send({ ...change, method: 'PATCH', body: { role: 'owner' } });
  assert.equal(unchanged.statusCode, 200, 'setting the role that a member has is no demotion');
  assert.equal(unchanged.json().etag, olivia.etag);
});

test('two Owners who demote or remove each other at once: one wins', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const url = '/api/v1/organization-members';
  for (const method of ['PATCH', 'DELETE'] as const) {
    for (let round = 0; round < 3; round += 1) {
      const organization = service.issuer.delegated(stranger(randomUUID()));
      await activate(service, organization);
      const { directoryId } = (
        await service.send({ url: '/api/v1/organization', token: organization })
      ).json();
      const second = service.issuer.delegated(stranger(directoryId));
      await join(service, organization, second, 'owner');
      const [a, b] = (await service.send({ url, token: organization })).json().items;
      const attack = (token: string, victim: { memberUuid: string; etag: string }) =>
        service.send({
          method,
          url: `${url}/${victim.memberUuid}`,
          token,
          headers: { 'if-match': victim.etag },
          ...(method === 'PATCH' && { body: { role: 'reader' } }),
        });
      const answers = await Promise.all([attack(organization, b), attack(second, a)]);
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      const won = method === 'PATCH' ? 200 : 204;
      // The slower one is refused as the last Owner's enemy, or because it lost its role before it was let in.
      assert.equal(statuses.filter((status) => status === won).length, 1, JSON.stringify(statuses));
      assert.ok(
        statuses.some((status) => status === 409 || status === 403),
        JSON.stringify(statuses),
      );
    }
  }
  assert.equal((await service.send({ url, token: owner })).statusCode, 200);
});

test('an invitation is accepted once, with its secret, by a person of the directory', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const nora = service.issuer.delegated('nora@contoso.example');
  const invitation = await invite(service, owner, { email: 'nora@contoso.example', role: 'contributor' });
  const accept = (
    token: string,
    secret: string,
    key: string = randomUUID(),
    id = invitation.invitationUuid,
  ) =>
    service.send({
      method: 'POST',
      url: `/api/v1/organization-invitations/${id}:accept`,
      token,
      headers: { 'idempotency-key': key },
      body: { secret },
    });

  const wrong = await accept(nora, `${invitation.secret}x`);
  assert.equal(wrong.statusCode, 403);
  assert.equal(wrong.json().code, 'invitation_secret_invalid');
  assert.equal((await accept(nora, invitation.secret, randomUUID(), randomUUID())).statusCode, 404);
  const frank = service.issuer.delegated('frank@fabrikam.example');
  assert.equal((await accept(frank, invitation.secret)).json().code, 'organization_not_activated');
  await activate(service, frank, 'Fabrikam');
  assert.equal((await accept(frank, invitation.secret)).statusCode, 404, 'an invitation of another tenant');
  assert.equal((await accept(owner, invitation.secret)).json().code, 'member_exists');

  const accepted = await accept(nora, invitation.secret, 'once');
  assert.equal(accepted.statusCode, 200, accepted.body);
  assert.equal(accepted.json().role, 'contributor');
  assert.equal(accepted.headers['idempotency-replayed'], 'false');
  const replayed = await accept(nora, invitation.secret, 'once');
  assert.equal(replayed.statusCode, 200);
  assert.equal(replayed.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replayed.json(), accepted.json());
  assert.equal((await accept(nora, invitation.secret)).json().code, 'member_exists');
  const stranger2 = service.issuer.delegated(stranger(findDirectory('contoso')?.directoryId ?? ''));
  assert.equal((await accept(stranger2, invitation.secret)).json().code, 'invitation_not_pending');

  const read = await service.send({
    url: `/api/v1/organization-invitations/${invitation.invitationUuid}`,
    token: owner,
  });
  assert.equal(read.json().status, 'accepted');
  assert.equal(read.body.includes(invitation.secret), false);
});

test('two people with one secret at once: one becomes a member', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const { directoryId = '' } = findDirectory('contoso') ?? {};
  const invitation = await invite(service, owner);
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      service.send({
        method: 'POST',
        url: `/api/v1/organization-invitations/${invitation.invitationUuid}:accept`,
        token: service.issuer.delegated(stranger(directoryId)),
        headers: { 'idempotency-key': randomUUID() },
        body: { secret: invitation.secret },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409]);
});

test('an invitation expires, can be revoked, and stands in the way of another only while it is pending', async (t) => {
  let now = new Date('2026-03-01T12:00:00.000Z');
  const service = await startTestService(t, { now: () => now });
  const { owner } = await activateContoso(service);
  const url = '/api/v1/organization-invitations';
  const email = 'somebody@contoso.example';
  const soon = '2026-03-01T13:00:00.000Z';
  const first = await invite(service, owner, { email, expiresAt: soon });
  const create = (address: string) =>
    service.send({
      method: 'POST',
      url,
      token: owner,
      headers: { 'idempotency-key': randomUUID() },
      body: { email: address, role: 'reader', expiresAt: '2026-03-02T12:00:00.000Z' },
    });
  assert.equal((await create('SomeBody@Contoso.Example')).json().code, 'invitation_pending');
  assert.equal((await create('olivia@contoso.example')).json().code, 'member_exists');

  now = new Date(soon);
  const read = (await service.send({ url: `${url}/${first.invitationUuid}`, token: owner })).json();
  assert.equal(read.status, 'expired');
  const listed = (status: string) => service.send({ url: `${url}?status=${status}`, token: owner });
  assert.equal((await listed('pending')).json().items.length, 0);
  assert.equal((await listed('expired')).json().items[0].invitationUuid, first.invitationUuid);
  const acceptance = await service.send({
    method: 'POST',
    url: `${url}/${first.invitationUuid}:accept`,
    token: service.issuer.delegated('nora@contoso.example'),
    headers: { 'idempotency-key': 'late' },
    body: { secret: first.secret },
  });
  assert.equal(acceptance.json().code, 'invitation_not_pending');

  const second = await create(email);
  assert.equal(second.statusCode, 201, second.body);
  const revoke = (etag: string) =>
    service.send({
      method: 'DELETE',
      url: `${url}/${second.json().invitationUuid}`,
      token: owner,
      headers: { 'if-match': etag },
    });
  const revoked = await revoke(second.json().etag);
  assert.equal(revoked.statusCode, 200);
  assert.equal(revoked.json().status, 'revoked');
  assert.equal((await revoke(revoked.json().etag)).json().code, 'invitation_not_pending');
  assert.equal((await create(email)).statusCode, 201);
});

test('a former member can be invited again, and keeps the id', async (t) => {
  const service = await startTestService(t);
  const { owner, reader } = await activateContoso(service);
  const url = '/api/v1/organization-members';
  const rita = (await service.send({ url, token: owner })).json().items[2];
  await service.send({
    method: 'DELETE',
    url: `${url}/${rita.memberUuid}`,
    token: owner,
    headers: { 'if-match': rita.etag },
  });
  assert.equal((await service.send({ url: `${url}/${rita.memberUuid}`, token: owner })).statusCode, 404);
  const back = await join(service, owner, reader, 'contributor');
  assert.equal(back.memberUuid, rita.memberUuid);
  assert.notEqual(back.etag, rita.etag);
});

test('a caller learns who it is and what it may do', async (t) => {
  const service = await startTestService(t);
  const { contributor } = await activateContoso(service);
  const person = await service.send({ url: '/api/v1/access', token: contributor });
  const { memberUuid, ...rest } = person.json();
  assert.match(memberUuid, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    kind: 'person',
    role: 'contributor',
    displayName: 'Carl Castellan',
    email: 'carl@contoso.example',
  });
  const application = await service.send({
    url: '/api/v1/access',
    token: service.issuer.application({ roles: ['SVC.APIReader', 'SVC.APIOwner'] }),
  });
  assert.deepEqual(application.json(), {
    kind: 'application',
    role: 'owner',
    memberUuid: null,
    displayName: null,
    email: null,
  });
});
