import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { readSigningKeys } from './signing-keys.ts';

function rsa(members: object = {}, modulusLength = 2048, publicExponent = 0x10001): object {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
  return { ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256', ...members };
}

const good = rsa();
const kids = (keys: readonly unknown[]) => [...readSigningKeys({ keys }).keys()];

describe('the usable keys of a key set', () => {
  test('are RSA keys for RS256 signatures; use and alg may be absent', () => {
    assert.deepEqual(kids([good]), ['k']);
    assert.deepEqual(kids([{ ...good, use: undefined, alg: undefined }]), ['k']);
    assert.deepEqual(kids([{ ...good, key_ops: ['verify'] }]), ['k']);
  });

  test('leave out what is for something else, too small, or garbage, and keep the rest', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const unusable = {
      'another use': { ...good, use: 'enc' },
      'another algorithm': { ...good, alg: 'PS256' },
      'another operation': { ...good, key_ops: ['encrypt'] },
      'no kid': { ...good, kid: undefined },
      'an empty kid': { ...good, kid: '' },
      'a kid that is no text': { ...good, kid: 1 },
      'a symmetric key': { kty: 'oct', kid: 'k', k: 'c2VjcmV0', alg: 'HS256' },
      'an elliptic curve': { ...ec, kid: 'k' },
      '1024 bits': rsa({}, 1024),
      'a public exponent of 3': rsa({}, 2048, 3),
      'a modulus that is no number': { ...good, n: '!!' },
      'no modulus': { ...good, n: undefined },
      'an issuer that is no text': { ...good, issuer: 1 },
      null: null,
      'a string': 'key',
      'a list': [],
    };
    for (const [what, key] of Object.entries(unusable)) {
      assert.deepEqual(kids([key]), [], what);
      assert.deepEqual(kids([key, { ...good, kid: 'good' }]), ['good'], what);
    }
  });

  test('are none where there is no key set', () => {
    for (const document of [undefined, null, [], 'x', {}, { keys: {} }, { keys: null }]) {
      assert.equal(readSigningKeys(document).size, 0);
    }
  });

  test('never hold the private half, and of two with one kid the first counts', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = readSigningKeys({
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k' }, good],
    });
    assert.equal(keys.get('k')?.key.type, 'public');
    assert.equal(keys.get('k')?.identity.includes(String(privateKey.export({ format: 'jwk' }).n)), true);
  });
});
