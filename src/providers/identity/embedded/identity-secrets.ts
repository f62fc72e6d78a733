import { generateKeyPair, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JSONWebKeySet } from 'jose';
import { demoApplications } from './demo-applications.ts';
import { applicationClientId } from './token-claims.ts';

/** A private RSA key as a JWK, with the members that say what it is for. */
export interface SigningJwk {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly [member: string]: string;
}

/** What the embedded identity must keep to itself and across restarts. */
export interface IdentitySecrets {
  readonly signingKey: SigningJwk;
  readonly cookieKey: string;
  /** By client id. */
  readonly clientSecrets: Readonly<Record<string, string>>;
}

export function identityFolder(dataDir: string): string {
  return join(dataDir, 'identity');
}

/** The public half of the signing key. */
export function publicKeySet({
  signingKey: { kty, kid, use, alg, n = '', e = '' },
}: IdentitySecrets): JSONWebKeySet {
  return { keys: [{ kty, kid, use, alg, n, e }] };
}

/**
 * Reads the secrets from the data directory, or makes them. Two processes may come here at once (a service that
 * starts, and `plumbline token`): both then use the secrets of whoever was first.
 */
export async function loadIdentitySecrets(dataDir: string): Promise<IdentitySecrets> {
  const folder = identityFolder(dataDir);
  const file = join(folder, 'keys.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readSecrets(file)) === undefined) await createOnce(folder, file, await newSecrets());
  const secrets = await readSecrets(file);
  if (secrets === undefined) throw new Error(`${file} was deleted while it was being read. Start again.`);
  return secrets;
}

async function readSecrets(file: string): Promise<IdentitySecrets | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  // The file may have come back from a backup with the permissions of the day.
  await chmod(file, 0o600);
  const secrets = parseSecrets(text);
  if (secrets !== undefined) return secrets;
  throw new Error(
    `${file} does not hold the keys of the embedded identity. Restore it, or delete it: new keys are made at the next ` +
      'start, and everyone signs in again.',
  );
}

function parseSecrets(text: string): IdentitySecrets | undefined {
  try {
    const { signingKey, cookieKey, clientSecrets } = JSON.parse(text);
    const complete =
      signingKey.kty === 'RSA' &&
      [signingKey.kid, signingKey.n, signingKey.e, signingKey.d, cookieKey].every(isText) &&
      clientIds().every((id) => isText(clientSecrets[id]));
    return complete ? { signingKey, cookieKey, clientSecrets } : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

async function newSecrets(): Promise<IdentitySecrets> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>;
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' });
  return {
    signingKey: { ...jwk, kty: 'RSA', kid, use: 'sig', alg: 'RS256' },
    cookieKey: randomBytes(32).toString('base64url'),
    clientSecrets: Object.fromEntries(clientIds().map((id) => [id, randomBytes(32).toString('base64url')])),
  };
}

function clientIds(): readonly string[] {
  return demoApplications.map(applicationClientId);
}

/** The file appears whole or not at all, and an existing one is never replaced: a link fails where a rename would not. */
async function createOnce(folder: string, file: string, secrets: IdentitySecrets): Promise<void> {
  const draft = join(folder, `keys.${randomBytes(8).toString('hex')}.draft`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await handle.close();
    await unlink(draft);
  }
}
