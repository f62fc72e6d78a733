import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { activateContoso, startTestService } from '../support/service.ts';

const invitations = '/api/v1/organization-invitations';

test('a body that cannot be accepted is a problem that names its place', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const valid = {
    email: 'a@b.example',
    role: 'reader',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const deep = '['.repeat(400_000);
  const cases: readonly [string, unknown, string, string | undefined, Record<string, string>?][] = [
    ['empty', '', 'validation_failed', ''],
    ['not JSON', '{"email":', 'body_invalid', ''],
    ['an array', [], 'validation_failed', ''],
    ['null', 'null', 'validation_failed', ''],
    ['deeply nested', deep, 'body_invalid', ''],
    [
      'deeply nested in a member',
      `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'body_invalid',
      '',
    ],
    ['10 MB', JSON.stringify({ ...valid, email: 'x'.repeat(10_000_000) }), 'body_invalid', ''],
    ['an extra property', { ...valid, extra: 1 }, 'validation_failed', '/extra'],
    ['an extra property with odd letters', { ...valid, 'a/b~c': 1 }, 'validation_failed', '/a~1b~0c'],
    ['__proto__', `{"__proto__":{"role":"owner"},"email":"a@b.example"}`, 'validation_failed', '/__proto__'],
    ['constructor', { ...valid, constructor: {} }, 'validation_failed', '/constructor'],
    [
      'a lone surrogate',
      `{"email":"a\\ud800@b.example","role":"reader","expiresAt":"${valid.expiresAt}"}`,
      'validation_failed',
      '/email',
    ],
    ['NUL', { ...valid, email: 'a\0@b.example' }, 'validation_failed', '/email'],
    ['a missing property', { email: valid.email, role: 'reader' }, 'validation_failed', '/expiresAt'],
    ['a wrong type', { ...valid, email: 7 }, 'validation_failed', '/email'],
    ['an unknown role', { ...valid, role: 'king' }, 'validation_failed', '/role'],
    ['too short', { ...valid, email: 'ab' }, 'validation_failed', '/email'],
    ['too long', { ...valid, email: `${'x'.repeat(310)}@b.example.org` }, 'validation_failed', '/email'],
    ['no address', { ...valid, email: 'not an address' }, 'validation_failed', '/email'],
    [
      'a header injection',
      { ...valid, email: 'a@b.example\r\nBcc: c@d.example' },
      'validation_failed',
      '/email',
    ],
    [
      'a time that is none',
      { ...valid, expiresAt: '2026-02-30T00:00:00Z' },
      'validation_failed',
      '/expiresAt',
    ],
    ['a leap second', { ...valid, expiresAt: '2026-12-31T23:59:60Z' }, 'expiry_invalid', '/expiresAt'],
    ['a time in the past', { ...valid, expiresAt: '2020-01-01T00:00:00Z' }, 'expiry_invalid', '/expiresAt'],
    ['a time too far ahead', { ...valid, expiresAt: '2120-01-01T00:00:00Z' }, 'expiry_invalid', '/expiresAt'],
    ['a content type that is none', JSON.stringify(valid), 'body_invalid', '', { 'content-type': ';;' }],
    ['another content type', JSON.stringify(valid), 'body_invalid', '', { 'content-type': 'text/plain' }],
    [
      'another encoding',
      JSON.stringify(valid),
      'body_invalid',
      '',
      { 'content-type': 'application/json; charset=utf-16' },
    ],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'body_invalid', ''],
  ];
  for (const [name, body, code, pointer, headers] of cases) {
    const answer = await service.send({
      method: 'POST',
      url: invitations,
      token: owner,
      headers: { 'idempotency-key': randomUUID(), ...headers },
      body,
    });
    assert.equal(answer.statusCode, 422, `${name}: ${answer.body.slice(0, 300)}`);
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', name);
    const problem = answer.json();
    assert.equal(problem.code, code, `${name}: ${answer.body.slice(0, 300)}`);
    assert.ok(
      problem.errors.some((error: { pointer?: string }) => error.pointer === pointer),
      `${name}: ${JSON.stringify(problem.errors)}`,
    );
  }
  const accepted = await service.send({
    method: 'POST',
    url: invitations,
    token: owner,
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json; charset="UTF-8"' },
    body: JSON.stringify(valid),
  });
  assert.equal(accepted.statusCode, 201, accepted.body);
});

test('lengths count code points', async (t) => {
  const service = await startTestService(t);
  const token = service.issuer.delegated('frank@fabrikam.example');
  const activate = (name: string) =>
    service.send({ method: 'POST', url: '/api/v1/organization:activate', token, body: { name } });
  assert.equal((await activate('')).statusCode, 422);
  assert.equal((await activate('😀'.repeat(256))).statusCode, 422);
  const answer = await activate('😀'.repeat(255));
  assert.equal(answer.statusCode, 201, answer.body);
  assert.equal(answer.json().name, '😀'.repeat(255));
});

test('a query parameter that cannot be accepted is a problem that names it', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const bad: readonly [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=+5', 'limit'],
    ['limit=5.0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=', 'limit'],
    ['limit=null', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=5&limit=5', 'limit'],
    ['cursor=a&cursor=a', 'cursor'],
    [`cursor=${'a'.repeat(2049)}`, 'cursor'],
    ['cursor=%00', 'cursor'],
    ['status=unheard', 'status'],
    ['unheard=1', 'unheard'],
    ['__proto__=1', '__proto__'],
    ['toString=1', 'toString'],
  ];
  for (const [query, parameter] of bad) {
    const answer = await service.send({ url: `${invitations}?${query}`, token: owner });
    assert.equal(answer.statusCode, 422, `${query}: ${answer.body}`);
    assert.equal(answer.json().errors[0].parameter, parameter, `${query}: ${answer.body}`);
  }
  for (const query of [
    '',
    'limit=1',
    'limit=100',
    'cursor=',
    'cursor=null',
    'status=null',
    'status=',
    'status=pending',
  ]) {
    const answer = await service.send({ url: `${invitations}?${query}`, token: owner });
    assert.equal(answer.statusCode, 200, `${query}: ${answer.body}`);
  }
});

test('a path parameter of another shape is a problem, and a strange path is not found', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  for (const id of [
    'x',
    '1',
    randomUUID().slice(1),
    `${randomUUID()}0`,
    '%00',
    '%F0%9F%98%80',
    'a'.repeat(2000),
  ]) {
    const answer = await service.send({ url: `/api/v1/organization-members/${id}`, token: owner });
    assert.equal(answer.statusCode, 422, `${id}: ${answer.body}`);
    assert.equal(answer.json().errors[0].parameter, 'memberUuid');
  }
  for (const path of [
    '/api/v1/nothing',
    '/api/v1/',
    '/api/v2/organization',
    '/%',
    '/api/v1/organization-members/%zz',
    '//',
  ]) {
    const answer = await service.send({ url: path, token: owner });
    assert.equal(answer.statusCode, 404, `${path}: ${answer.body}`);
    assert.equal(answer.json().code, 'path_unknown');
  }
});

test('an escaped colon in a path routes the same, and other methods are told what is allowed', async (t) => {
  const service = await startTestService(t);
  const token = service.issuer.delegated('olivia@contoso.example');
  const escaped = await service.send({
    method: 'POST',
    url: '/api/v1/organization%3Aactivate',
    token,
    body: { name: 'Contoso' },
  });
  assert.equal(escaped.statusCode, 201, escaped.body);
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY'] as const) {
    const answer = await service.send({ method, url: '/api/v1/organization:activate', token: null });
    assert.equal(answer.statusCode, 405, method);
    assert.equal(answer.headers.allow, 'POST', method);
  }
  const acceptance = `/api/v1/organization-invitations/${randomUUID()}:accept`;
  const get = await service.send({ url: acceptance, token });
  assert.equal(get.statusCode, 405, get.body);
  assert.equal(get.headers.allow, 'POST');
  const collection = await service.send({ method: 'PUT', url: '/api/v1/organization-invitations', token });
  assert.equal(collection.headers.allow, 'GET, POST');
});

test('an operation without a body takes none, or an empty object; a GET ignores one', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  assert.equal(
    (await service.send({ url: '/api/v1/organization?a=1&a=2', token: owner, body: '[' })).statusCode,
    200,
  );
  const remove = {
    method: 'DELETE',
    url: `/api/v1/organization-members/${randomUUID()}`,
    token: owner,
    headers: { 'if-match': '"any"' },
  };
  for (const [body, status] of [
    [undefined, 404],
    [{}, 404],
    [{ a: 1 }, 422],
    ['[', 422],
  ] as const) {
    const answer = await service.send({ ...remove, ...(body !== undefined && { body }) });
    assert.equal(answer.statusCode, status, answer.body);
  }
});

test('what is not HTTP, and headers beyond all measure, are answered with a problem', async (t) => {
  const service = await startTestService(t);
  const exchange = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (received += chunk)).on('error', reject);
      socket.on('close', () => resolve(received));
    });
  for (const request of [
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`,
  ]) {
    const answer = await exchange(request);
    assert.match(answer, /^HTTP\/1\.1 422 /);
    assert.equal(JSON.parse(answer.slice(answer.indexOf('{'))).code, 'request_malformed');
  }
  const overlong = await exchange(
    `PATCH /api/v1/organization-members/${randomUUID()} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n` +
      `authorization: Bearer ${service.issuer.delegated()}\r\nif-match: "${'y'.repeat(100_000)}"\r\n\r\n`,
  );
  assert.match(overlong, /^HTTP\/1\.1 403 /, 'a long header reaches our own checks');
});
