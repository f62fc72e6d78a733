import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutbound, type OutboundOptions } from '../../../src/providers/outbound/outbound.ts';
import { OutboundError, type OutboundReason } from '../../../src/providers/outbound/outbound-error.ts';
import { startLocalServer, type Told } from '../../support/local-server.ts';
import { selfSignedCertificate } from '../../support/self-signed-certificate.ts';

function outboundTo(origins: readonly string[], changes: Partial<OutboundOptions> = {}) {
  const usual = { timeoutMs: 2_000, authorities: undefined, random: () => 0, now: () => performance.now() };
  return createOutbound({ origins, ...usual, ...changes });
}

const get = (url: string) => ({ method: 'GET', url, headers: {} }) as const;
const post = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'POST', url, headers, body: '{}' }) as const;

async function reasonOf(call: Promise<unknown>): Promise<OutboundReason> {
  const error = await call.then(
    () => assert.fail('it was answered'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof OutboundError, String(error));
  return error.reason;
}

test('only pinned origins are called, and by https unless they are this machine', async (t) => {
  const server = await startLocalServer(t, () => ({}));
  const outbound = outboundTo([server.origin]);
  assert.equal((await outbound(get(`${server.origin}/x`))).status, 200);
  const { port } = new URL(server.origin);
  for (const url of [
    'https://evil.example/',
    `http://localhost:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://user:secret@127.0.0.1:${port}/`,
    `http://127.0.0.1:${Number(port) + 1}/`,
  ]) {
    assert.equal(await reasonOf(outbound(get(url))), 'refused', url);
  }
  assert.equal(server.asked.length, 1);
  assert.throws(() => outboundTo(['http://api.stripe.com']), TypeError);
});

test('redirects are refused, and what is too long is cut off', async (t) => {
  const answers: Record<string, Told> = {
    '/moved': { status: 302, headers: { location: 'http://169.254.169.254/' } },
    '/long': { body: 'x'.repeat(9 * 1024 * 1024) },
  };
  const server = await startLocalServer(t, ({ url }) => answers[url.pathname] ?? {});
  const outbound = outboundTo([server.origin]);
  assert.equal(await reasonOf(outbound(get(`${server.origin}/moved`))), 'redirected');
  assert.equal(await reasonOf(outbound(get(`${server.origin}/long`))), 'tooLarge');
});

test('what passes is tried again, thrice at most, and only what may be sent twice', async (t) => {
  let told: Told[] = [];
  const server = await startLocalServer(t, () => told.shift() ?? { status: 503 });
  const outbound = outboundTo([server.origin]);
  const asked = async (call: Parameters<typeof outbound>[0]) => {
    const before = server.asked.length;
    const { status } = await outbound(call);
    return [status, server.asked.length - before];
  };
  told = [{ status: 503 }, { status: 429, headers: { 'retry-after': '0' } }, { status: 200 }];
  assert.deepEqual(await asked(get(server.origin)), [200, 3]);
  told = [];
  assert.deepEqual(await asked(get(server.origin)), [503, 3]);
  assert.deepEqual(await asked(post(server.origin)), [503, 1]);
  assert.deepEqual(await asked(post(server.origin, { 'idempotency-key': 'x' })), [503, 3]);
  told = [{ status: 429, headers: { 'retry-after': '60' } }];
  assert.deepEqual(await asked(get(server.origin)), [429, 1], "a long wait is the caller's");
  told = [{ status: 400 }];
  assert.deepEqual(await asked(get(server.origin)), [400, 1]);
});

test('a service that fails again and again is left alone, and tried again after a while', async (t) => {
  let now = 0;
  let status = 503;
  const server = await startLocalServer(t, () => ({ status }));
  const outbound = outboundTo([server.origin], { now: () => now });
  for (let failure = 0; failure < 5; failure += 1) await outbound(post(server.origin));
  const asked = server.asked.length;
  const resting = await outbound(post(server.origin)).catch((error: unknown) => error);
  assert.ok(resting instanceof OutboundError && resting.reason === 'resting');
  assert.equal(resting.retryAfterSeconds, 30);
  assert.equal(server.asked.length, asked, 'nothing was sent');
  now += 30_000;
  const [one, other] = await Promise.allSettled([
    outbound(post(server.origin)),
    outbound(post(server.origin)),
  ]);
  assert.deepEqual([one.status, other.status], ['fulfilled', 'rejected'], 'one tries for all');
  now += 30_000;
  status = 200;
  assert.equal((await outbound(post(server.origin))).status, 200);
  assert.equal((await outbound(post(server.origin))).status, 200);
});

test('no answer in time, and a certificate of nobody, are both no answer', async (t) => {
  const silent = await startLocalServer(t, () => new Promise<Told>(() => {}));
  const outbound = outboundTo([silent.origin], { timeoutMs: 50 });
  assert.equal(await reasonOf(outbound(post(silent.origin))), 'unreachable');
  const tls = selfSignedCertificate();
  const secure = await startLocalServer(t, () => ({}), tls);
  assert.equal(await reasonOf(outboundTo([secure.origin])(post(secure.origin))), 'unreachable');
  const trusting = outboundTo([secure.origin], { authorities: tls.cert });
  assert.equal((await trusting(post(secure.origin))).status, 200);
});
