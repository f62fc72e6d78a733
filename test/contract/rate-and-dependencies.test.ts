import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../src/domain/app-error.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { activateContoso, startTestService } from '../support/service.ts';

test('an application that asks too often waits; another one does not', async (t) => {
  let now = new Date('2026-03-01T12:00:00.000Z');
  const service = await startTestService(t, { now: () => now, rate: { capacity: 20, refillPerSecond: 2 } });
  const { owner } = await activateContoso(service);
  const url = '/api/v1/organization';
  let last = await service.send({ url, token: owner });
  assert.equal(last.headers['ratelimit-policy'], '"default";q=20;w=10');
  assert.match(String(last.headers.ratelimit), /^"default";r=\d+;t=\d+$/);
  for (let request = 0; request < 20; request += 1) last = await service.send({ url, token: owner });
  assert.equal(last.statusCode, 429);
  assert.equal(last.json().code, 'rate_limited');
  assert.equal(last.headers['retry-after'], '1');
  assert.match(String(last.headers.ratelimit), /^"default";r=0;/);

  const other = service.issuer.application({ name: 'other', roles: ['SVC.APIReader'] });
  assert.equal((await service.send({ url, token: other })).statusCode, 200);
  now = new Date(now.getTime() + 1000);
  assert.equal(
    (await service.send({ url, token: owner })).statusCode,
    200,
    'two tokens came back in a second',
  );
});

test('requests beyond the places that there are wait for nothing: they are told to come again', async (t) => {
  const held = Promise.withResolvers<void>();
  // First, for the service closes only when nobody waits any more.
  t.after(() => held.resolve());
  let isHeld = false;
  const service = await startTestService(t, {
    requestsAtOnce: 4,
    storage: (storage): Storage => ({
      ...storage,
      async findCaller(input) {
        if (isHeld) await held.promise;
        return await storage.findCaller(input);
      },
      poolFigures: () => storage.poolFigures(),
    }),
  });
  const { owner } = await activateContoso(service);
  const other = service.issuer.application({ directory: 'fabrikam' });
  const get = (token: string) => service.send({ url: '/api/v1/organization', token });
  isHeld = true;
  const refusedOf = async (token: string) => {
    const refused = await Promise.race([get(token), get(token), get(token)]);
    assert.equal(refused.headers['retry-after'], '1');
    return [refused.statusCode, refused.json().code];
  };
  // Of three requests the last to come is refused: one Organization has half of the places, and two have them all.
  assert.deepEqual(await refusedOf(owner), [429, 'rate_limited']);
  assert.deepEqual(await refusedOf(other), [503, 'service_overloaded']);
  isHeld = false;
  held.resolve();
  for (;;) {
    const answer = await get(owner);
    if (answer.statusCode === 200) break;
    assert.ok([429, 503].includes(answer.statusCode), answer.body);
  }
});

test('a lost database is 503 with Retry-After, and recovery needs no restart', async (t) => {
  let lost = false;
  const service = await startTestService(t, {
    storage: (storage): Storage => ({
      ...storage,
      findCaller: (input) => (lost ? Promise.reject(unavailable()) : storage.findCaller(input)),
      withTenant: (org, fn) => (lost ? Promise.reject(unavailable()) : storage.withTenant(org, fn)),
      ping: () => (lost ? Promise.reject(unavailable()) : storage.ping()),
      workFigures: () => (lost ? Promise.reject(unavailable()) : storage.workFigures()),
      poolFigures: () => storage.poolFigures(),
    }),
  });
  const { owner } = await activateContoso(service);
  const unavailable = () =>
    new AppError('dependency_unavailable', { detail: 'The database does not answer.', retryAfterSeconds: 7 });
  const url = '/api/v1/organization';
  lost = true;
  const answer = await service.send({ url, token: owner });
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json().code, 'dependency_unavailable');
  assert.equal(answer.headers['retry-after'], '7');
  assert.equal((await service.send({ url: '/livez' })).statusCode, 200);
  const ready = await service.send({ url: '/readyz' });
  assert.equal(ready.statusCode, 503);
  assert.deepEqual(ready.json().checks, { database: 'failed' });
  assert.equal((await service.send({ url: '/metrics' })).statusCode, 200);
  lost = false;
  assert.equal((await service.send({ url, token: owner })).statusCode, 200);
  assert.equal((await service.send({ url: '/readyz' })).statusCode, 200);
});

test('a defect is a 500 that tells nothing but the request id, and is logged whole', async (t) => {
  const service = await startTestService(t, {
    storage: (storage): Storage => ({
      ...storage,
      findCaller: () => Promise.reject(new Error('the password is hunter2')),
      poolFigures: () => storage.poolFigures(),
    }),
  });
  const answer = await service.send({ url: '/api/v1/organization', token: service.issuer.delegated() });
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.json().code, 'internal_error');
  assert.equal(answer.body.includes('hunter2'), false);
  assert.equal(answer.headers['x-request-id'], answer.json().requestId);
  const line = service.logLines.find((logged) => logged.includes('hunter2'));
  assert.ok(line?.includes(answer.json().requestId), 'the defect can be found by the request id');
});
