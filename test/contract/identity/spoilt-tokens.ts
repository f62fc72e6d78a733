import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { newTestKey, type Overrides, type TestIssuer } from '../../support/tokens.ts';

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/**
 * Every classic mistake and attack on a token, by what the refusal must say: a token that is refused for another
 * reason than its own would prove nothing. Each is good but for its one fault.
 */
export function spoiltTokens(issuer: TestIssuer, now: Date): Record<string, Record<string, string>> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { kid, privateKey, publicKey } = issuer.key;
  const good = issuer.delegated();
  const person = claimsOf(good);
  const [goodHeader = '', , goodSignature = ''] = good.split('.');
  const stranger = newTestKey(kid);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const delegated = (overrides: Overrides) => issuer.delegated(undefined, overrides);
  const application = (overrides: Overrides) => issuer.application({}, overrides);
  const withHeader = (header: Overrides) => issuer.sign(person, header);
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  /** With whatever signature the attacker makes. */
  const forge = (header: object, signature: (content: Buffer) => Buffer | string) => {
    const content = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(person))}`;
    return `${content}.${Buffer.from(signature(Buffer.from(content))).toString('base64url')}`;
  };
  const hmac = (secret: string | Buffer) => (content: Buffer) =>
    createHmac('sha256', secret).update(content).digest();
  /** Properly signed, from the very text of header and claims. */
  const signText = (claims: string, header = JSON.stringify({ alg: 'RS256', kid })) => {
    const content = `${encode(header)}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  };

  return {
    'not signed with RS256': {
      'alg none, no signature': forge({ alg: 'none', typ: 'JWT', kid }, () => ''),
      'alg None, the signature of a good token': forge({ alg: 'None', kid }, () => goodSignature),
      'HS256 with the public key as secret': forge(
        { alg: 'HS256', typ: 'JWT', kid },
        hmac(publicKey.export({ format: 'pem', type: 'spki' })),
      ),
      'HS256 with the modulus as secret': forge(
        { alg: 'HS256', kid },
        hmac(Buffer.from(String(publicKey.export({ format: 'jwk' }).n), 'base64url')),
      ),
      'ES256 with a key of its own': forge({ alg: 'ES256', kid }, (content) =>
        sign('sha256', content, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
      'PS256 with the right key': forge({ alg: 'PS256', kid }, (content) =>
        sign('sha256', content, { key: privateKey, padding: 6, saltLength: 32 }),
      ),
      'RS512 with the right key': forge({ alg: 'RS512', kid }, (content) =>
        sign('sha512', content, privateKey),
      ),
    },
    'signature of the token does not match': {
      'the signature of another key under the known kid': issuer.sign(person, {}, stranger),
      'no signature': `${good.slice(0, -goodSignature.length)}`,
      'changed claims under a good signature': `${goodHeader}.${encode(
        JSON.stringify({ ...person, roles: ['SVC.APIOwner'] }),
      )}.${goodSignature}`,
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
    },
    'names no signing key': {
      'no kid': withHeader({ kid: undefined }),
      'an empty kid': withHeader({ kid: '' }),
      'a kid that is no text': withHeader({ kid: [kid] }),
    },
    'a key that the issuer does not publish': {
      'an unknown kid': withHeader({ kid: 'unknown' }),
      'a kid that is a path': withHeader({ kid: '../../../../dev/null' }),
      'a kid that is SQL': withHeader({ kid: "' OR 1=1 --" }),
      'a kid from the prototype': withHeader({ kid: '__proto__' }),
    },
    'asks for an extension': {
      'an unknown critical extension': withHeader({ crit: ['exp'] }),
      'b64 false, declared critical': withHeader({ crit: ['b64'], b64: false }),
      'b64 false': withHeader({ b64: false }),
      'an empty list of critical extensions': withHeader({ crit: [] }),
    },
    'not an access token': {
      'the type of another kind of token': withHeader({ typ: 'logout+jwt' }),
      'a type that is no text': withHeader({ typ: 1 }),
    },
    'a member twice': {
      'a header that names alg twice': signText(
        JSON.stringify(person),
        `{"alg":"none","alg":"RS256","kid":"${kid}"}`,
      ),
      'claims that name the audience twice': signText(
        JSON.stringify(person).replace('{', '{"aud":"api://other",'),
      ),
    },
    'not issued by the trusted issuer': {
      'a foreign issuer': delegated({ iss: `https://login.evil.test/${person.tid}/v2.0` }),
      'an issuer with the trusted one as prefix': delegated({ iss: `${person.iss}/` }),
      'the template itself as issuer': delegated({ iss: issuer.settings.issuer }),
      'a tid unlike the issuer': delegated({ tid: '8b7d2e94-51c6-4d3a-8f0e-5a1b9c6d7e02' }),
      'no issuer': delegated({ iss: undefined }),
      'issuers as a list': delegated({ iss: [person.iss] }),
    },
    'claim `tid`': {
      'no tid': delegated({ tid: undefined }),
      'a tid that is no UUID': delegated({ tid: 'common', iss: 'http://issuer.test/identity/common/v2.0' }),
      'a tid that climbs': delegated({ tid: '../x', iss: 'http://issuer.test/identity/../x/v2.0' }),
    },
    'another audience': {
      'another audience': delegated({ aud: 'api://other' }),
      'an audience with ours as prefix': delegated({ aud: 'api://plumbline/extra' }),
      'a list of other audiences': delegated({ aud: ['api://other', 'api://another'] }),
      'an audience in a list in a list': delegated({ aud: [['api://plumbline']] }),
      'no audience': delegated({ aud: undefined }),
      'an empty list of audiences': delegated({ aud: [] }),
      'an ID token': delegated({ aud: 'plumbline-console', scp: undefined, azp: undefined, nonce: 'n' }),
    },
    'has expired': { 'an expiry beyond the skew': delegated({ exp: seconds - 60 }) },
    'claim `exp`': {
      'no expiry': delegated({ exp: undefined }),
      'an expiry that is no number': delegated({ exp: String(seconds + 600) }),
      'an expiry without end': signText(JSON.stringify(person).replace(/"exp":\d+/, '"exp":1e999')),
    },
    'not valid yet': { 'a start beyond the skew': delegated({ nbf: seconds + 61 }) },
    'claim `nbf`': { 'a start that is no number': delegated({ nbf: 'now' }) },
    'claim `iat`': {
      'an issue time in the future': delegated({ iat: seconds + 61 }),
      'an issue time that is no number': delegated({ iat: {} }),
    },
    'neither an application token': {
      'neither scp nor idtyp': delegated({ scp: undefined }),
      'scp and idtyp app at once': delegated({ idtyp: 'app' }),
      'an application with scp': application({ scp: 'access_as_user' }),
      'an application with an empty scp': application({ scp: '' }),
      'an application with scp null': application({ scp: null }),
      'an application by another idtyp': application({ idtyp: 'App' }),
      'an idtyp that is no text': application({ idtyp: ['app'] }),
      'an empty scp': delegated({ scp: '' }),
      'a blank scp': delegated({ scp: ' ' }),
      'an scp that is a list': delegated({ scp: ['access_as_user'] }),
      'an ID token for our own audience': delegated({ scp: undefined, nonce: 'n' }),
    },
    'claim `ver`': {
      'version 1.0': delegated({ ver: '1.0' }),
      'a version that is a number': delegated({ ver: 2 }),
      'no version': delegated({ ver: undefined }),
    },
    'claim `oid`': {
      'no oid': delegated({ oid: undefined }),
      'an oid that is a number': delegated({ oid: 7 }),
      'an oid that is an object': delegated({ oid: { toString: 'x' } }),
      'an oid with a line break': delegated({ oid: `${person.oid}\n` }),
    },
    'claim `azp`': {
      'no azp': delegated({ azp: undefined }),
      'appid in place of azp': delegated({ azp: undefined, appid: 'plumbline-console' }),
      'an azp that is no text': delegated({ azp: 5 }),
      'an empty azp': delegated({ azp: '' }),
      'an over-long azp': delegated({ azp: 'a'.repeat(257) }),
    },
    'claim `roles`': {
      'roles that are text': application({ roles: 'SVC.APIOwner' }),
      'roles that hold a number': application({ roles: ['SVC.APIOwner', 1] }),
      'roles null': application({ roles: null }),
    },
    'cannot be read': {
      'claims that are a list': signText('[]'),
      'claims that are not JSON': signText('{'),
      'a header that is no object': `${encode('"RS256"')}.${encode('{}')}.x`,
      garbage: '%%%.***.###',
    },
    'not a signed JWT': {
      'an empty token': '',
      'one part': 'abc',
      'two parts': 'abc.def',
      'four parts': `${good}.x`,
      'an encrypted token': 'a.b.c.d.e',
    },
    'longer than': { 'a huge token': delegated({ padding: 'x'.repeat(16_384) }) },
  };
}
