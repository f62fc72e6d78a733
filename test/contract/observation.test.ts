import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { playExecutor } from '../support/executor.ts';
import { activateContoso, invite, startTestService } from '../support/service.ts';

test('logs carry request ids and traces, and no token, secret, address or query', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const email = 'canary-address@contoso.example';
  const invitation = await invite(service, owner, { email });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await service.send({
    url: '/api/v1/organization-members?limit=7',
    token: owner,
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  await service.send({ url: '/api/v1/organization', token: 'canary.bad.token' });
  await service.send({
    method: 'POST',
    url: '/api/v1/organization-invitations',
    token: owner,
    headers: { 'idempotency-key': 'canary-key', cookie: 'canary-cookie' },
    body: { email: 'canary body' },
  });
  const log = service.logLines.join('');
  const line = service.logLines.map((text) => JSON.parse(text)).find((entry) => entry.traceId === traceId);
  assert.equal(line.requestId, answer.headers['x-request-id']);
  assert.equal(line.operationId, 'list_organization_members');
  assert.equal(line.status, 200);
  for (const secret of [owner, invitation.secret, email, 'canary', 'limit=7', 'Bearer', 'olivia']) {
    assert.equal(log.includes(secret), false, `the log holds ${secret.slice(0, 20)}`);
  }
});

test('an executor that asks for work is not worth a line, unless something is wrong with it', async (t) => {
  const service = await startTestService(t);
  const executor = playExecutor(service);
  await executor.claim();
  await executor.claim({ protocolVersions: [99] });
  const [asked, refused] = service.logLines
    .map((text) => JSON.parse(text))
    .filter(({ operationId }) => operationId === 'claim_work');
  const [debug, info] = [20, 30];
  assert.deepEqual([asked.status, asked.level, refused.status, refused.level], [200, debug, 409, info]);
});

test('figures of requests, pool and queue are on /metrics', async (t) => {
  const service = await startTestService(t);
  await activateContoso(service);
  await service.send({ url: `/api/v1/organization-members/${randomUUID()}`, token: null });
  const { body, headers } = await service.send({ url: '/metrics' });
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(
    body,
    /plumbline_http_request_duration_seconds_count\{operation="activate_organization",status="201"\} 1/,
  );
  assert.match(
    body,
    /plumbline_http_request_duration_seconds_count\{operation="get_organization_member",status="401"\} 1/,
  );
  assert.match(body, /plumbline_database_connections\{state="open"\} \d/);
  assert.match(body, /# TYPE plumbline_work_items gauge/);
  assert.match(body, /process_resident_memory_bytes \d/);
});

test('every answer carries the security headers and its request id', async (t) => {
  const service = await startTestService(t);
  for (const url of ['/livez', '/api/v1/organization', '/problems/not_found', '/nothing']) {
    const { headers } = await service.send({ url });
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.match(String(headers['content-security-policy']), /default-src 'self'/, url);
    assert.doesNotMatch(String(headers['content-security-policy']), /script-src[^;]*unsafe-inline/, url);
  }
});
