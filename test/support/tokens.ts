import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import {
  type Account,
  accounts,
  directories,
  findAccount,
  findDirectory,
} from '../../src/providers/identity/embedded/directories.ts';
import {
  applicationClaims,
  consoleClientId,
  defaultScope,
  delegatedClaims,
  issuerTemplate,
} from '../../src/providers/identity/embedded/token-claims.ts';
import type { IdentitySettings } from '../../src/providers/identity/identity-settings.ts';

/** Claims or header members that stand over the usual ones; `undefined` removes one. */
export type Overrides = Readonly<Record<string, unknown>>;

export interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** An issuer of its own, in this process: its tokens have the right shape, and every part of them can be spoilt. */
export interface TestIssuer {
  /** For `createTokenVerifier`: trusts this issuer without a request. */
  readonly settings: IdentitySettings;
  readonly key: TestKey;
  /** A person's token: an account of the embedded identity, or any account; Olivia unless said otherwise. */
  delegated(who?: string | Account, overrides?: Overrides): string;
  /** An application's token. */
  application(app?: TestApplication, overrides?: Overrides): string;
  /** Whatever claims, signed. The header is that of an access token unless overridden. */
  sign(claims: Overrides, header?: Overrides, key?: TestKey): string;
}

export interface TestApplication {
  readonly name?: string;
  readonly directory?: string;
  readonly roles?: readonly string[];
}

export interface TestIssuerOptions {
  readonly publicUrl?: string;
  readonly audience?: string;
  /** When the tokens are issued; they are good for a day from then. */
  readonly now?: Date;
}

let sharedKey: TestKey | undefined;

/** Making an RSA key takes longer than most tests: a process makes one, and another only for a test about keys. */
export function testKey(): TestKey {
  sharedKey ??= newTestKey('test-key');
  return sharedKey;
}

export function newTestKey(kid: string, modulusLength = 2048): TestKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength }) };
}

export function keySetOf(...keys: readonly TestKey[]): JSONWebKeySet {
  return {
    keys: keys.map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kty: 'RSA',
      kid,
      use: 'sig',
      alg: 'RS256',
    })),
  };
}

export function createTestIssuer(options: TestIssuerOptions = {}): TestIssuer {
  const { publicUrl = 'http://issuer.test', audience = 'api://plumbline', now = new Date() } = options;
  const key = testKey();
  const iat = Math.floor(now.getTime() / 1000);
  const times = { aud: audience, iat, nbf: iat, exp: iat + 86_400 };
  const signed = new Map<string, string>();

  const issuer: TestIssuer = {
    settings: {
      issuer: issuerTemplate(publicUrl),
      audience,
      jwksUri: `${publicUrl}/identity/jwks`,
      localKeys: async () => keySetOf(key),
    },
    key,
    delegated(who = 'olivia@contoso.example', overrides = {}) {
      const account = typeof who === 'string' ? knownAccount(who) : who;
      const via = { applicationId: consoleClientId, scope: defaultScope };
      return issuer.sign({ ...delegatedClaims(publicUrl, account, via), ...times, ...overrides });
    },
    application({ name = 'test-app', directory = 'contoso', roles = ['SVC.APIOwner'] } = {}, overrides = {}) {
      const application = { name, directory: knownDirectory(directory) };
      return issuer.sign({ ...applicationClaims(publicUrl, application, roles), ...times, ...overrides });
    },
    sign(claims, header = {}, signingKey = key) {
      const content = [{ alg: 'RS256', typ: 'JWT', kid: signingKey.kid, ...header }, claims]
        .map(encode)
        .join('.');
      const cached = signingKey === key ? signed.get(content) : undefined;
      if (cached !== undefined) return cached;
      const token = `${content}.${sign('sha256', Buffer.from(content), signingKey.privateKey).toString('base64url')}`;
      if (signingKey === key) signed.set(content, token);
      return token;
    },
  };
  return issuer;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function knownAccount(email: string): Account {
  const account = findAccount(email);
  if (account) return account;
  throw new TypeError(
    `No account ${email}. There are: ${accounts.map(({ email: known }) => known).join(', ')}.`,
  );
}

export function knownDirectory(name: string) {
  const directory = findDirectory(name);
  if (directory) return directory;
  throw new TypeError(
    `No directory ${name}. There are: ${directories.map(({ name: known }) => known).join(', ')}.`,
  );
}
