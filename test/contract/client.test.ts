import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createClient, ProblemError } from '../../src/contract/client.ts';
import { startTestService } from '../support/service.ts';

test('the typed client calls every kind of operation', async (t) => {
  const service = await startTestService(t);
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}/`,
    token: () => service.issuer.delegated('olivia@contoso.example'),
  });
  const activation = await client.call('activate_organization', { body: { name: 'Contoso' } });
  assert.equal(activation.status, 201);
  assert.equal(activation.body.name, 'Contoso');

  const members = await client.call('list_organization_members', { query: { limit: 10 } });
  const [olivia] = members.body.items;
  assert.equal(olivia?.role, 'owner');
  assert.equal(members.body.nextCursor, null);
  assert.equal((await client.call('list_organization_members', {})).body.items.length, 1);

  const invitation = await client.call('create_organization_invitation', {
    idempotencyKey: randomUUID(),
    body: {
      email: 'nora@contoso.example',
      role: 'reader',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  assert.equal(invitation.headers.get('idempotency-replayed'), 'false');
  const revoked = await client.call('revoke_organization_invitation', {
    params: { invitationUuid: invitation.body.invitationUuid },
    ifMatch: invitation.body.etag,
  });
  assert.equal(revoked.body.status, 'revoked');

  await assert.rejects(
    client.call('update_organization_member', {
      params: { memberUuid: olivia?.memberUuid ?? '' },
      ifMatch: olivia?.etag ?? '',
      body: { role: 'reader' },
    }),
    (error) =>
      error instanceof ProblemError && error.problem.code === 'last_owner' && error.problem.status === 409,
  );
});

test('an answer that is no problem document is still an error that says what came', async () => {
  const client = createClient({
    baseUrl: 'http://proxy.test',
    token: () => 'token',
    fetch: async () => new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }),
  });
  await assert.rejects(client.call('get_organization', {}), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.problem.status, 502);
    assert.match(error.message, /Bad gateway/);
    return true;
  });
});
