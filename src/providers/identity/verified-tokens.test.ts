import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Principal } from '../../domain/principal.ts';
import { VerifiedTokens } from './verified-tokens.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const entry = (objectId: string, lifetimeMs = 1000) => ({
  principal: { kind: 'application', directoryId: 'd', objectId, applicationId: 'a', roles: [] } as Principal,
  expiresAtMs: now.getTime() + lifetimeMs,
});

describe('the cache of verified tokens', () => {
  test('returns the principal until the token expires, and not at that moment', () => {
    const cache = new VerifiedTokens();
    cache.add('t', 1, entry('o'));
    assert.equal(cache.get('t', 1, later(999))?.objectId, 'o');
    assert.equal(cache.get('other', 1, now), undefined);
    assert.equal(cache.get('t', 1, later(1000)), undefined);
    assert.equal(cache.size, 0);
  });

  test('forgets everything when the keys change, also an entry added late under the old ones', () => {
    const cache = new VerifiedTokens();
    cache.add('t', 1, entry('o'));
    assert.equal(cache.get('t', 2, now), undefined);
    cache.add('t', 1, entry('o'));
    assert.equal(cache.get('t', 2, now), undefined);
  });

  test('is bounded: the least recently used entry goes first', () => {
    const cache = new VerifiedTokens(2);
    cache.add('a', 1, entry('a'));
    cache.add('b', 1, entry('b'));
    cache.get('a', 1, now);
    cache.add('c', 1, entry('c'));
    assert.equal(cache.size, 2);
    assert.equal(cache.get('b', 1, now), undefined);
    assert.equal(cache.get('a', 1, now)?.objectId, 'a');
    assert.equal(cache.get('c', 1, now)?.objectId, 'c');
  });
});
