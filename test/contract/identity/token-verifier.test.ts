import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../../src/domain/app-error.ts';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import { createTestIssuer, keySetOf, newTestKey } from '../../support/tokens.ts';
import { claimsOf, spoiltTokens } from './spoilt-tokens.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const issuer = createTestIssuer({ now });
const verifier = createTokenVerifier(issuer.settings, { clock: { now: () => now } });
const person = claimsOf(issuer.delegated());

const other = {
  directory: '8b7d2e94-51c6-4d3a-8f0e-5a1b9c6d7e02',
  personal: '9188040d-6c67-4c5b-b112-36a304b66dad',
};

/** The detail goes to whoever sent the token: it names rules, not what the service is configured with or was sent. */
const neverShown = ['issuer.test', 'api://', issuer.key.kid, String(person.tid), String(person.oid), 'evil'];

describe('a token is refused for', () => {
  for (const [reason, tokens] of Object.entries(spoiltTokens(issuer, now))) {
    for (const [mistake, token] of Object.entries(tokens)) {
      test(mistake, async () => {
        const error: unknown = await verifier.verify(token).catch((thrown: unknown) => thrown);
        assert.ok(error instanceof AppError);
        assert.equal(error.code, 'token_invalid');
        assert.ok(error.params.detail.includes(reason), error.params.detail);
        assert.deepEqual(
          neverShown.filter((value) => error.params.detail.includes(value)),
          [],
        );
      });
    }
  }
});

describe('a token is accepted', () => {
  const accepted: Record<string, string> = {
    'as issued': issuer.delegated(),
    'for an application': issuer.application(),
    'when it expired within the skew': issuer.delegated(undefined, { exp: seconds - 59 }),
    'when it becomes valid within the skew': issuer.delegated(undefined, {
      nbf: seconds + 60,
      iat: seconds + 60,
    }),
    'when our audience is one of several': issuer.delegated(undefined, {
      aud: ['api://other', 'api://plumbline'],
    }),
    'when it is typed as an access token': issuer.sign(person, { typ: 'at+jwt' }),
    'when it is typed with the whole media type': issuer.sign(person, { typ: 'application/AT+JWT' }),
    'when it is not typed': issuer.sign(person, { typ: undefined }),
    'when its header names keys, which are not looked at': issuer.sign(person, {
      jwk: newTestKey('other').publicKey.export({ format: 'jwk' }),
      jku: 'http://127.0.0.1:1/',
    }),
    'when it has no roles': issuer.delegated(undefined, { roles: undefined }),
    'when idtyp says user': issuer.delegated(undefined, { idtyp: 'user' }),
  };
  for (const [when, token] of Object.entries(accepted)) {
    test(when, async () => {
      assert.equal((await verifier.verify(token)).objectId.length, 36);
    });
  }

  test('only by the audiences that are configured, if there are several', async () => {
    const both = createTokenVerifier(
      { ...issuer.settings, audience: ['api://plumbline', 'api://old-name'] },
      { clock: { now: () => now } },
    );
    await both.verify(issuer.delegated(undefined, { aud: 'api://old-name' }));
    await assert.rejects(both.verify(issuer.delegated(undefined, { aud: 'api://other' })), {
      code: 'token_invalid',
    });
  });

  test('only by the issuer that its key belongs to, where the key set says so', async () => {
    const [key] = keySetOf(issuer.key).keys;
    const withKeyIssuer = (keyIssuer: string) =>
      createTokenVerifier(
        {
          ...issuer.settings,
          localKeys: async () => ({ keys: [{ ...key, kty: 'RSA', issuer: keyIssuer }] }),
        },
        { clock: { now: () => now } },
      );
    await withKeyIssuer('http://issuer.test/identity/{tenantid}/v2.0').verify(issuer.delegated());
    await withKeyIssuer(String(person.iss)).verify(issuer.delegated());
    const personal = withKeyIssuer(`http://issuer.test/identity/${other.personal}/v2.0`);
    await personal.verify(issuer.delegated('pat@personal.example'));
    await assert.rejects(personal.verify(issuer.delegated()), { code: 'token_invalid' });
  });
});

describe('the principal', () => {
  test('of a person carries what the token says', async () => {
    assert.deepEqual(await verifier.verify(issuer.delegated('carl@contoso.example', { scp: 'one two' })), {
      kind: 'delegated',
      directoryId: person.tid,
      objectId: claimsOf(issuer.delegated('carl@contoso.example')).oid,
      applicationId: 'plumbline-console',
      roles: ['SVC.Access'],
      scopes: ['one', 'two'],
      displayName: 'Carl Castellan',
      email: 'carl@contoso.example',
      personalAccount: false,
    });
  });

  test('of an application has neither name nor scopes', async () => {
    assert.deepEqual(
      await verifier.verify(issuer.application({ name: 'loader', roles: ['SVC.APIReader'] })),
      {
        kind: 'application',
        directoryId: person.tid,
        objectId: claimsOf(issuer.application({ name: 'loader' })).oid,
        applicationId: 'contoso-loader',
        roles: ['SVC.APIReader'],
      },
    );
  });

  test('is the same person whatever the case of the ids', async () => {
    const tid = String(person.tid).toUpperCase();
    const principal = await verifier.verify(
      issuer.delegated(undefined, {
        tid,
        iss: `http://issuer.test/identity/${tid}/v2.0`,
        oid: String(person.oid).toUpperCase(),
      }),
    );
    assert.deepEqual([principal.directoryId, principal.objectId], [person.tid, person.oid]);
  });

  test('is a personal account by its directory or by its identity provider', async () => {
    for (const [token, personalAccount] of [
      [issuer.delegated('pat@personal.example'), true],
      [issuer.delegated(undefined, { idp: 'live.com' }), true],
      [issuer.delegated(undefined, { idp: `https://sts.windows.net/${other.personal}/` }), true],
      [issuer.delegated(undefined, { idp: `https://sts.windows.net/${other.directory}/` }), false],
      [issuer.delegated(), false],
    ] as const) {
      const principal = await verifier.verify(token);
      assert.equal(principal.kind === 'delegated' && principal.personalAccount, personalAccount);
    }
  });

  test('has a name and an address only where they can be shown and stored', async () => {
    for (const [claims, displayName, email] of [
      [{ name: 5, preferred_username: {} }, null, null],
      [{ name: 'A\u0000\nB ', preferred_username: 'a\u0000@b.test' }, 'A B', null],
      [{ name: '', preferred_username: 'not an address', email: 'a@b.test' }, null, 'a@b.test'],
      [
        { name: '\ud83d\ude00'.repeat(300), preferred_username: `${'a'.repeat(320)}@b.test` },
        '\ud83d\ude00'.repeat(256),
        null,
      ],
      [{ name: 'lone \ud800' }, 'lone \ufffd', 'olivia@contoso.example'],
    ] as const) {
      const principal = await verifier.verify(issuer.delegated(undefined, claims));
      assert.ok(principal.kind === 'delegated');
      assert.deepEqual([principal.displayName, principal.email], [displayName, email]);
    }
  });
});
