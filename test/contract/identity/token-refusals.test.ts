import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import { createTestIssuer, keySetOf, newTestKey } from '../../support/tokens.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const issuer = createTestIssuer({ now });
const verifier = createTokenVerifier(issuer.settings, { clock: { now: () => now } });
const stranger = newTestKey(issuer.key.kid);

const other = {
  directory: '8b7d2e94-51c6-4d3a-8f0e-5a1b9c6d7e02',
  personal: '9188040d-6c67-4c5b-b112-36a304b66dad',
};

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

const person = claimsOf(issuer.delegated());
const application = claimsOf(issuer.application());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Header and claims as written, with whatever signature the attacker makes. */
function forge(header: object, claims: object, signature: (content: string) => string): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${signature(content)}`;
}

/** Like `issuer.sign`, from the very text of header and claims. */
function signText(header: string, claims: string): string {
  const content = [header, claims].map((text) => Buffer.from(text).toString('base64url')).join('.');
  return `${content}.${sign('sha256', Buffer.from(content), issuer.key.privateKey).toString('base64url')}`;
}

const kid = issuer.key.kid;
const pem = issuer.key.publicKey.export({ format: 'pem', type: 'spki' });
const hmac = (secret: string | Buffer) => (content: string) =>
  createHmac('sha256', secret).update(content).digest('base64url');
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const mistakes: Record<string, string> = {
  // Algorithms and signatures
  'alg none, no signature': forge({ alg: 'none', typ: 'JWT', kid }, person, () => ''),
  'alg None, the signature of a good token': forge(
    { alg: 'None', kid },
    person,
    () => issuer.delegated().split('.')[2] ?? '',
  ),
  'HS256 with the public key as secret': forge({ alg: 'HS256', typ: 'JWT', kid }, person, hmac(pem)),
  'HS256 with the modulus as secret': forge(
    { alg: 'HS256', kid },
    person,
    hmac(Buffer.from(String(issuer.key.publicKey.export({ format: 'jwk' }).n), 'base64url')),
  ),
  'ES256 with a key of its own': forge({ alg: 'ES256', kid }, person, (content) =>
    sign('sha256', Buffer.from(content), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    ),
  ),
  'PS256 with the right key': forge({ alg: 'PS256', kid }, person, (content) =>
    sign('sha256', Buffer.from(content), { key: issuer.key.privateKey, padding: 6, saltLength: 32 }).toString(
      'base64url',
    ),
  ),
  'RS512 with the right key': forge({ alg: 'RS512', kid }, person, (content) =>
    sign('sha512', Buffer.from(content), issuer.key.privateKey).toString('base64url'),
  ),
  'the signature of another key under the known kid': issuer.sign(person, {}, stranger),
  'no signature': `${issuer.delegated().split('.').slice(0, 2).join('.')}.`,
  'changed claims under a good signature': [
    issuer.delegated().split('.')[0],
    encode({ ...person, oid: application.oid }),
    issuer.delegated().split('.')[2],
  ].join('.'),

  // Headers
  'a key of its own in the header (jwk)': issuer.sign(
    person,
    { jwk: stranger.publicKey.export({ format: 'jwk' }) },
    stranger,
  ),
  'a key set of its own (jku)': issuer.sign(person, { jku: 'http://127.0.0.1:1/keys' }, stranger),
  'a certificate of its own (x5c, x5u)': issuer.sign(
    person,
    {
      x5c: [stranger.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
      x5u: 'http://127.0.0.1:1/',
    },
    stranger,
  ),
  'no kid': issuer.sign(person, { kid: undefined }),
  'an empty kid': issuer.sign(person, { kid: '' }),
  'a kid that is no text': issuer.sign(person, { kid: [kid] }),
  'an unknown kid': issuer.sign(person, { kid: 'unknown' }),
  'a kid that is a path': issuer.sign(person, { kid: '../../../../dev/null' }),
  'a kid that is SQL': issuer.sign(person, { kid: "' OR 1=1 --" }),
  'a kid from the prototype': issuer.sign(person, { kid: '__proto__' }),
  'an unknown critical extension': issuer.sign(person, { crit: ['exp'] }),
  'b64 false, declared critical': issuer.sign(person, { crit: ['b64'], b64: false }),
  'b64 false': issuer.sign(person, { b64: false }),
  'an empty list of critical extensions': issuer.sign(person, { crit: [] }),
  'the type of another kind of token': issuer.sign(person, { typ: 'logout+jwt' }),
  'a type that is no text': issuer.sign(person, { typ: 1 }),
  'a header that names alg twice': signText(
    `{"alg":"none","alg":"RS256","kid":"${kid}"}`,
    JSON.stringify(person),
  ),

  // Issuer, directory and audience
  'a foreign issuer': issuer.delegated(undefined, { iss: `https://login.evil.test/${person.tid}/v2.0` }),
  'an issuer with the trusted one as prefix': issuer.delegated(undefined, { iss: `${person.iss}/` }),
  'the template itself as issuer': issuer.delegated(undefined, { iss: issuer.settings.issuer }),
  'a tid unlike the issuer': issuer.delegated(undefined, { tid: other.directory }),
  'a tid that is no UUID': issuer.delegated(undefined, {
    tid: 'common',
    iss: 'http://issuer.test/identity/common/v2.0',
  }),
  'a tid that climbs': issuer.delegated(undefined, {
    tid: '../x',
    iss: 'http://issuer.test/identity/../x/v2.0',
  }),
  'no issuer': issuer.delegated(undefined, { iss: undefined }),
  'issuers as a list': issuer.delegated(undefined, { iss: [person.iss] }),
  'another audience': issuer.delegated(undefined, { aud: 'api://other' }),
  'an audience with ours as prefix': issuer.delegated(undefined, { aud: 'api://plumbline/extra' }),
  'a list of other audiences': issuer.delegated(undefined, { aud: ['api://other', 'api://another'] }),
  'an audience in a list in a list': issuer.delegated(undefined, { aud: [['api://plumbline']] }),
  'no audience': issuer.delegated(undefined, { aud: undefined }),
  'an empty list of audiences': issuer.delegated(undefined, { aud: [] }),

  // Times
  'expired beyond the skew': issuer.delegated(undefined, { exp: seconds - 60 }),
  'no expiry': issuer.delegated(undefined, { exp: undefined }),
  'an expiry that is no number': issuer.delegated(undefined, { exp: String(seconds + 600) }),
  'an expiry without end': signText(
    JSON.stringify({ alg: 'RS256', kid }),
    JSON.stringify(person).replace(/"exp":\d+/, '"exp":1e999'),
  ),
  'not valid yet, beyond the skew': issuer.delegated(undefined, { nbf: seconds + 61 }),
  'a start that is no number': issuer.delegated(undefined, { nbf: 'now' }),
  'issued in the future': issuer.delegated(undefined, { iat: seconds + 61 }),
  'an issue time that is no number': issuer.delegated(undefined, { iat: {} }),

  // The kind of token
  'neither scp nor idtyp': issuer.delegated(undefined, { scp: undefined }),
  'scp and idtyp app at once': issuer.delegated(undefined, { idtyp: 'app' }),
  'an application with scp': issuer.application({}, { scp: 'access_as_user' }),
  'an application with an empty scp': issuer.application({}, { scp: '' }),
  'an application with scp null': issuer.application({}, { scp: null }),
  'an application by another idtyp': issuer.application({}, { idtyp: 'App' }),
  'an idtyp that is no text': issuer.application({}, { idtyp: ['app'] }),
  'an empty scp': issuer.delegated(undefined, { scp: '' }),
  'a blank scp': issuer.delegated(undefined, { scp: ' ' }),
  'an scp that is a list': issuer.delegated(undefined, { scp: ['access_as_user'] }),
  'an ID token': issuer.sign({
    iss: person.iss,
    aud: 'plumbline-console',
    sub: person.sub,
    tid: person.tid,
    oid: person.oid,
    ver: '2.0',
    iat: seconds,
    exp: seconds + 3600,
    nonce: 'n',
  }),
  'an ID token for our own audience': issuer.delegated(undefined, {
    scp: undefined,
    azp: undefined,
    nonce: 'n',
  }),

  // Claims
  'version 1.0': issuer.delegated(undefined, { ver: '1.0' }),
  'a version that is a number': issuer.delegated(undefined, { ver: 2 }),
  'no version': issuer.delegated(undefined, { ver: undefined }),
  'no tid': issuer.delegated(undefined, { tid: undefined }),
  'no oid': issuer.delegated(undefined, { oid: undefined }),
  'an oid that is a number': issuer.delegated(undefined, { oid: 7 }),
  'an oid that is an object': issuer.delegated(undefined, { oid: { toString: 'x' } }),
  'an oid that is no UUID': issuer.delegated(undefined, { oid: `${person.oid}\n` }),
  'no azp': issuer.delegated(undefined, { azp: undefined }),
  'appid in place of azp': issuer.delegated(undefined, { azp: undefined, appid: 'plumbline-console' }),
  'an azp that is no text': issuer.delegated(undefined, { azp: 5 }),
  'an empty azp': issuer.delegated(undefined, { azp: '' }),
  'an over-long azp': issuer.delegated(undefined, { azp: 'a'.repeat(257) }),
  'roles that are text': issuer.application({}, { roles: 'SVC.APIOwner' }),
  'roles that hold a number': issuer.application({}, { roles: ['SVC.APIOwner', 1] }),
  'roles null': issuer.application({}, { roles: null }),
  'claims that name the audience twice': signText(
    JSON.stringify({ alg: 'RS256', kid }),
    JSON.stringify(person).replace('{', '{"aud":"api://other",'),
  ),
  'claims that are a list': signText(JSON.stringify({ alg: 'RS256', kid }), '[]'),
  'claims that are not JSON': signText(JSON.stringify({ alg: 'RS256', kid }), '{'),

  // Not a token at all
  empty: '',
  'one part': 'abc',
  'two parts': 'abc.def',
  'four parts': `${issuer.delegated()}.x`,
  'an encrypted token': 'a.b.c.d.e',
  garbage: '%%%.***.###',
  'a header that is no object': `${encode('RS256')}.${encode(person)}.x`,
  'a huge token': issuer.delegated(undefined, { padding: 'x'.repeat(16_384) }),
};

describe('a token is refused for', () => {
  for (const [mistake, token] of Object.entries(mistakes)) {
    test(mistake, async () => {
      await assert.rejects(
        verifier.verify(token),
        (error: Error & { code: string; params: { detail: string } }) => {
          assert.equal(error.name, 'AppError');
          assert.equal(error.code, 'token_invalid');
          assertLeaksNothing(error.params.detail);
          return true;
        },
      );
    });
  }

  /** The detail goes to whoever sent the token: it names rules, not what the service is configured with or was sent. */
  function assertLeaksNothing(detail: string): void {
    for (const secret of ['issuer.test', 'api://', kid, String(person.tid), String(person.oid), 'evil']) {
      assert.equal(detail.includes(secret), false, detail);
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
      jwk: stranger.publicKey.export({ format: 'jwk' }),
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
