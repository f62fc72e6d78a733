import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { AppError } from '../../../domain/app-error.ts';
import type { Clock } from '../../../domain/clock.ts';
import { accounts, directories, findAccount, findDirectory } from './directories.ts';
import { loadIdentitySecrets } from './identity-secrets.ts';
import { readServiceRecord } from './service-record.ts';
import {
  applicationClaims,
  consoleClientId,
  defaultAudience,
  defaultScope,
  delegatedClaims,
  type TokenClaims,
} from './token-claims.ts';

/** Either `as` or `app`; what is absent is that of the account, the application or the service that last started. */
export interface MintTokenOptions {
  readonly dataDir: string;
  readonly publicUrl?: string;
  /** The e-mail address of an account. */
  readonly as?: string;
  readonly app?: string;
  readonly directory?: string;
  readonly roles?: readonly string[];
  /** Empty for a token without `scp`. */
  readonly scope?: string;
  readonly audience?: string;
  /** Negative for a token that has expired already. */
  readonly expiresInSeconds?: number;
}

const defaultPublicUrl = 'http://127.0.0.1:8080';
const defaultLifetimeSeconds = 3600;

/** A token of the embedded identity, signed with the key in the data directory; no service need be running. */
export async function mintToken(options: MintTokenOptions, deps: { readonly clock: Clock }): Promise<string> {
  return signToken(options, (publicUrl) => override(claimsFor(options, publicUrl), options), deps);
}

export type SigningOptions = Pick<
  MintTokenOptions,
  'dataDir' | 'publicUrl' | 'audience' | 'expiresInSeconds'
>;

/** Signs claims as those of the service that last used the data directory. */
export async function signToken(
  options: SigningOptions,
  claimsAt: (publicUrl: string) => TokenClaims,
  deps: { readonly clock: Clock },
): Promise<string> {
  const record = await readServiceRecord(options.dataDir);
  const publicUrl = (options.publicUrl ?? record?.publicUrl ?? defaultPublicUrl).replace(/\/+$/, '');
  const claims = claimsAt(publicUrl);
  const { signingKey } = await loadIdentitySecrets(options.dataDir);

  const now = Math.floor(deps.clock.now().getTime() / 1000);
  const exp = now + (options.expiresInSeconds ?? defaultLifetimeSeconds);
  const issuedAt = Math.min(now, exp);
  return new SignJWT({ ...claims, nbf: issuedAt, exp })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: signingKey.kid })
    .setAudience(options.audience ?? record?.audience ?? defaultAudience)
    .setIssuedAt(issuedAt)
    .setJti(randomUUID())
    .sign(signingKey);
}

function claimsFor({ as, app, directory: directoryName }: MintTokenOptions, publicUrl: string): TokenClaims {
  if (as !== undefined && app !== undefined) {
    refuse('Give either an account (--as) or an application (--app), not both.');
  }
  if (as !== undefined) {
    const account = findAccount(as) ?? refuse(`There is no account ${as}. There are: ${emails()}.`);
    return delegatedClaims(publicUrl, account, { applicationId: consoleClientId, scope: defaultScope });
  }
  if (app === undefined) {
    refuse(`Say whose token: --as with one of ${emails()}, or --app with a name and --directory.`);
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(app)) {
    refuse('The name of an application has 1 to 100 letters, digits, dots, dashes and underscores.');
  }
  if (directoryName === undefined) {
    refuse(`Name the directory of the application with --directory: ${names()}.`);
  }
  const directory =
    findDirectory(directoryName) ?? refuse(`There is no directory ${directoryName}. There are: ${names()}.`);
  return applicationClaims(publicUrl, { directory, name: app }, []);
}

function override(
  claims: TokenClaims,
  { roles = claims.roles ?? [], scope = claims.scp }: MintTokenOptions,
): TokenClaims {
  const { scp, ...rest } = claims;
  return { ...rest, roles, ...(scope && { scp: scope }) };
}

function emails(): string {
  return accounts.map(({ email }) => email).join(', ');
}

function names(): string {
  return directories.map(({ name }) => name).join(', ');
}

function refuse(detail: string): never {
  throw new AppError('validation_failed', { detail });
}
