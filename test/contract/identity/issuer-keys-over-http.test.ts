import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import { createTestIssuer, keySetOf, newTestKey, testKey } from '../../support/tokens.ts';
import { answerWith, type KeySetServer, startKeySetServer } from './key-set-server.ts';

const start = new Date('2026-03-01T12:00:00Z');
const issuer = createTestIssuer({ now: start });
const nextKey = newTestKey('next-key');
const claims = JSON.parse(Buffer.from(issuer.delegated().split('.')[1] ?? '', 'base64url').toString());
const minutes = 60_000;

/** The production verifier against a real server, with a clock that the test moves. */
function verifierFor(server: KeySetServer) {
  const time = { now: start.getTime() };
  const { localKeys: _, ...settings } = issuer.settings;
  const verifier = createTokenVerifier(
    { ...settings, jwksUri: server.uri },
    { clock: { now: () => new Date(time.now) } },
  );
  return { verifier, time };
}

describe('the keys of an issuer over HTTP', () => {
  test('are fetched once, for many callers and requests', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier } = verifierFor(server);
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(issuer.delegated())));
    await verifier.verify(issuer.application());
    assert.equal(server.hits, 1);
  });

  test('are not fetched again by a storm of tokens with unknown kids', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    await verifier.verify(issuer.delegated());
    const storm = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          assert.rejects(verifier.verify(issuer.sign(claims, { kid: `unknown-${index}` })), {
            code: 'token_invalid',
          }),
        ),
      );
    await storm();
    assert.equal(server.hits, 1);
    time.now += 30_000;
    await storm();
    assert.equal(server.hits, 2);
    await verifier.verify(issuer.delegated());
    assert.equal(server.hits, 2);
  });

  test('rotate without a restart: the new key counts when a token names it', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    await verifier.verify(issuer.delegated());
    server.publish(testKey(), nextKey);
    time.now += 30_000;
    await verifier.verify(issuer.sign(claims, {}, nextKey));
    await verifier.verify(issuer.delegated());
    assert.equal(server.hits, 2);
  });

  test('rotate out: a token of the old key is refused, although it was accepted before', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    await verifier.verify(issuer.delegated());
    server.publish(nextKey);
    time.now += 10 * minutes;
    await assert.rejects(verifier.verify(issuer.delegated()), { code: 'token_invalid' });
    await verifier.verify(issuer.sign(claims, {}, nextKey));
  });

  test('count again under the same kid only with the new key', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    await verifier.verify(issuer.delegated());
    server.publish({ ...nextKey, kid: testKey().kid });
    time.now += 10 * minutes;
    await assert.rejects(verifier.verify(issuer.delegated()), { code: 'token_invalid' });
  });

  test('do not keep an expired token alive in the cache', async () => {
    await using server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    const token = issuer.delegated(undefined, { exp: start.getTime() / 1000 + 30 });
    await verifier.verify(token);
    time.now += 89_000;
    await verifier.verify(token);
    time.now += 1_000;
    await assert.rejects(verifier.verify(token), { code: 'token_invalid' });
  });

  test('stay the last good ones when the issuer goes down', async () => {
    const server = await startKeySetServer(testKey());
    const { verifier, time } = verifierFor(server);
    await verifier.verify(issuer.delegated());
    await server.close();
    time.now += 20 * minutes;
    await verifier.verify(issuer.delegated());
    await verifier.verify(issuer.application());
    // A key that nobody knows may be a new one: that is no verdict about the token.
    await assert.rejects(verifier.verify(issuer.sign(claims, {}, nextKey)), {
      code: 'dependency_unavailable',
    });
  });

  test('are missed with 503 and a time to come back when there never were any, and come without a restart', async () => {
    await using server = await startKeySetServer(testKey());
    server.answer = answerWith('down for maintenance', 503);
    const { verifier, time } = verifierFor(server);
    await assert.rejects(verifier.verify(issuer.delegated()), {
      code: 'dependency_unavailable',
      status: 503,
      params: {
        detail:
          'The signing keys of the token issuer cannot be read, so the token cannot be checked. Try again later.',
        retryAfterSeconds: 5,
      },
    });
    // What is no token needs no key to be refused.
    await assert.rejects(verifier.verify('garbage'), { code: 'token_invalid' });
    server.publish(testKey());
    time.now += 5_000;
    await verifier.verify(issuer.delegated());
  });

  for (const [what, answer] of Object.entries({
    'that is no JSON': answerWith('<html>'),
    'that is no key set': answerWith('{"keys":"none"}'),
    'without a usable key': answerWith(
      JSON.stringify({ keys: [{ kty: 'oct', k: 'AA', kid: testKey().kid }, null, 7] }),
    ),
    'larger than 256 KiB': answerWith(
      JSON.stringify({ ...keySetOf(testKey()), padding: 'x'.repeat(300_000) }),
    ),
    'with another status': answerWith(JSON.stringify(keySetOf(testKey())), 203),
  })) {
    test(`are not taken from an answer ${what}`, async () => {
      await using server = await startKeySetServer();
      server.answer = answer;
      const { verifier } = verifierFor(server);
      await assert.rejects(verifier.verify(issuer.delegated()), { code: 'dependency_unavailable' });
    });
  }

  test('are not looked for where a redirect leads', async () => {
    await using elsewhere = await startKeySetServer(testKey());
    await using server = await startKeySetServer();
    server.answer = answerWith('', 302, { location: elsewhere.uri });
    const { verifier } = verifierFor(server);
    await assert.rejects(verifier.verify(issuer.delegated()), { code: 'dependency_unavailable' });
    assert.equal(elsewhere.hits, 0);
  });

  test('are taken from among garbage keys', async () => {
    await using server = await startKeySetServer();
    const [key] = keySetOf(testKey()).keys;
    server.answer = answerWith(
      JSON.stringify({ keys: [null, { kty: 'RSA', kid: 'x', n: '!', e: '!' }, 5, key] }),
    );
    const { verifier } = verifierFor(server);
    await verifier.verify(issuer.delegated());
  });

  test('are not waited for beyond the time limit', async () => {
    await using server = await startKeySetServer();
    server.answer = () => {};
    const { verifier } = verifierFor(server);
    await assert.rejects(verifier.verify(issuer.delegated()), { code: 'dependency_unavailable' });
  });
});
