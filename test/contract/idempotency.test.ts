import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { activateContoso, startTestService, type TestService } from '../support/service.ts';

const url = '/api/v1/organization-invitations';

function body(email = `${randomUUID()}@contoso.example`) {
  return { email, role: 'reader', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
}

function create(service: TestService, token: string, key: string | string[] | undefined, payload: unknown) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return service.send({ method: 'POST', url, token, headers, body: payload });
}

async function count(service: TestService, token: string): Promise<number> {
  return (await service.send({ url: `${url}?limit=100`, token })).json().items.length;
}

test('a key is 1 to 128 visible ASCII characters, given once', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const bad = [undefined, '', ' ', 'a b', 'a'.repeat(129), 'clé', 'a\tb', ['one', 'two']];
  for (const key of bad) {
    const answer = await create(service, owner, key, body());
    assert.equal(answer.statusCode, 422, `${key}: ${answer.body}`);
    assert.equal(answer.json().code, 'idempotency_key_invalid');
    assert.equal(answer.json().errors[0].header, 'Idempotency-Key');
  }
  for (const key of ['a', '~', '!', '"#%{}', 'a'.repeat(128)]) {
    assert.equal((await create(service, owner, key, body())).statusCode, 201, key);
  }
});

test('an exact retry has no second effect and returns the current resource', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const before = await count(service, owner);
  const payload = body();
  const first = await create(service, owner, 'retry-1', payload);
  assert.equal(first.statusCode, 201);
  assert.equal(first.headers['idempotency-replayed'], 'false');
  const reordered = Object.fromEntries(Object.entries(payload).reverse());
  const second = await create(service, owner, 'retry-1', reordered);
  assert.equal(second.statusCode, 201);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.headers.location, first.headers.location);
  assert.deepEqual(second.json(), { ...first.json(), secret: null });
  assert.equal(second.json().secret, null, 'the secret is shown once');
  assert.equal(await count(service, owner), before + 1);

  const { invitationUuid, etag } = first.json();
  await service.send({
    method: 'DELETE',
    url: `${url}/${invitationUuid}`,
    token: owner,
    headers: { 'if-match': etag },
  });
  const third = await create(service, owner, 'retry-1', payload);
  assert.equal(third.json().status, 'revoked', 'a replay shows what is, not what was');
});

test('the same key with another body, by another principal, or after a failure', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const payload = body();
  assert.equal((await create(service, owner, 'k', payload)).statusCode, 201);
  const reused = await create(service, owner, 'k', { ...payload, role: 'owner' });
  assert.equal(reused.statusCode, 409);
  assert.equal(reused.json().code, 'idempotency_key_reused');

  const application = service.issuer.application({ roles: ['SVC.APIOwner'] });
  assert.equal((await create(service, application, 'k', body())).statusCode, 201, 'keys are per principal');

  const pending = await create(service, owner, 'k2', { ...body(), email: payload.email.toUpperCase() });
  assert.equal(pending.statusCode, 409);
  assert.equal(pending.json().code, 'invitation_pending');
  assert.equal(
    (await create(service, owner, 'k2', body())).statusCode,
    201,
    'a failed request leaves no key behind',
  );
});

test('the same key twice at once has exactly one effect', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const before = await count(service, owner);
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const payload = body();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(service, owner, `race-${round}`, payload)),
    );
    const created = answers.filter(({ statusCode }) => statusCode === 201);
    const others = answers.filter(({ statusCode }) => statusCode !== 201);
    assert.ok(created.length >= 1);
    assert.equal(created.filter(({ headers }) => headers['idempotency-replayed'] === 'false').length, 1);
    assert.equal(new Set(created.map((answer) => answer.json().invitationUuid)).size, 1);
    for (const answer of others) assert.equal(answer.json().code, 'idempotency_in_progress', answer.body);
  }
  assert.equal(await count(service, owner), before + rounds);
});
