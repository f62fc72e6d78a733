import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { activateContoso, startTestService, type TestRequest } from '../support/service.ts';

/**
 * Requests that break every rule from some point on, one rule fewer each time: what is answered is always the first
 * rule in the order that the interface documents.
 */
test('the checks answer in their documented order', async (t) => {
  let now = new Date('2026-03-01T12:00:00Z');
  const service = await startTestService(t, {
    now: () => now,
    rate: { capacity: 40, refillPerSecond: 0.001 },
  });
  const { owner, reader } = await activateContoso(service);
  const path = '/api/v1/organization-members';
  const nobody = randomUUID();
  const members = (await service.send({ url: path, token: owner })).json().items;
  const olivia = members[0];

  const ladder: readonly [string, TestRequest, number, string][] = [
    [
      'another method',
      { method: 'PUT', url: `${path}/x`, token: null, body: '{' },
      405,
      'method_not_allowed',
    ],
    ['no token', { method: 'PATCH', url: `${path}/x`, token: null, body: '{' }, 401, 'token_missing'],
    ['a bad token', { method: 'PATCH', url: `${path}/x`, token: 'x.y.z', body: '{' }, 401, 'token_invalid'],
    [
      'too low a role',
      { method: 'PATCH', url: `${path}/x`, token: reader, body: '{' },
      403,
      'role_insufficient',
    ],
    ['no If-Match', { method: 'PATCH', url: `${path}/x`, token: owner, body: '{' }, 428, 'if_match_required'],
    [
      'a path that is no id',
      { method: 'PATCH', url: `${path}/x`, token: owner, headers: { 'if-match': '*' }, body: '{' },
      422,
      'validation_failed',
    ],
    [
      'a body that is no JSON',
      { method: 'PATCH', url: `${path}/${nobody}`, token: owner, headers: { 'if-match': '*' }, body: '{' },
      422,
      'body_invalid',
    ],
    [
      'a body that breaks a rule',
      {
        method: 'PATCH',
        url: `${path}/${nobody}`,
        token: owner,
        headers: { 'if-match': '*' },
        body: { role: 'king' },
      },
      422,
      'validation_failed',
    ],
    [
      'an unknown id',
      {
        method: 'PATCH',
        url: `${path}/${nobody}`,
        token: owner,
        headers: { 'if-match': '*' },
        body: { role: 'reader' },
      },
      404,
      'not_found',
    ],
    [
      'a malformed If-Match',
      {
        method: 'PATCH',
        url: `${path}/${olivia.memberUuid}`,
        token: owner,
        headers: { 'if-match': '*' },
        body: { role: 'reader' },
      },
      422,
      'if_match_invalid',
    ],
    [
      'another ETag',
      {
        method: 'PATCH',
        url: `${path}/${olivia.memberUuid}`,
        token: owner,
        headers: { 'if-match': '"other"' },
        body: { role: 'reader' },
      },
      412,
      'etag_mismatch',
    ],
    [
      'the last Owner',
      {
        method: 'PATCH',
        url: `${path}/${olivia.memberUuid}`,
        token: owner,
        headers: { 'if-match': olivia.etag },
        body: { role: 'reader' },
      },
      409,
      'last_owner',
    ],
  ];
  for (const [rule, request, status, code] of ladder) {
    const answer = await service.send(request);
    assert.equal(answer.statusCode, status, `${rule}: ${answer.body}`);
    assert.equal(answer.json().code, code, rule);
  }

  while ((await service.send({ url: path, token: owner })).statusCode !== 429);
  const limited = await service.send({ method: 'PATCH', url: `${path}/x`, token: reader, body: '{' });
  assert.equal(limited.statusCode, 429, 'the rate comes before the role and the shape');
  const unauthenticated = await service.send({ method: 'PATCH', url: `${path}/x`, token: null });
  assert.equal(unauthenticated.statusCode, 401, 'the token comes before the rate');
  now = new Date(now.getTime() + 1_000_000);
});
