import { errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../../domain/app-error.ts';
import type { Clock } from '../../domain/clock.ts';
import { type Fetch, fetchKeySet } from './fetch-key-set.ts';
import { hasDuplicateMember } from './has-duplicate-member.ts';
import type { IdentityLog, IdentitySettings, TokenVerifier } from './identity-settings.ts';
import { IssuerKeys, type KeySnapshot } from './issuer-keys.ts';
import { principalOfClaims } from './principal-of-claims.ts';
import { refuseToken } from './refuse-token.ts';
import type { SigningKey } from './signing-keys.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Clocks of issuer and service may differ this much (design: 60 seconds). */
const skewSeconds = 60;
/** An Entra token with 200 groups is near 10 KB; anything longer is not worth decoding. */
const maxTokenLength = 16 * 1024;
const acceptedTypes: readonly unknown[] = [
  undefined,
  'jwt',
  'at+jwt',
  'application/jwt',
  'application/at+jwt',
];

export interface TokenVerifierDeps {
  readonly clock: Clock;
  readonly fetch?: Fetch;
  readonly log?: IdentityLog;
}

/** Verifies access tokens of the configured issuer; keys and verified tokens are cached. */
export function createTokenVerifier(settings: IdentitySettings, deps: TokenVerifierDeps): TokenVerifier {
  const { clock, fetch = globalThis.fetch } = deps;
  const issuerKeys = new IssuerKeys(settings.localKeys ?? (() => fetchKeySet(settings.jwksUri, fetch)), deps);
  const verified = new VerifiedTokens();

  return {
    async verify(token) {
      if (token.length > maxTokenLength) {
        refuseToken(`The token is longer than ${maxTokenLength} characters.`);
      }
      const snapshot = await issuerKeys.current();
      const known = snapshot && verified.get(token, snapshot.generation, clock.now());
      if (known !== undefined) return known;

      const { kid } = readHeader(token);
      const signed = await findKey(kid, snapshot, issuerKeys);
      const claims = await readClaims(token, signed.key, settings.audience, clock.now());
      const principal = principalOfClaims(claims, settings.issuer);
      verified.add(token, signed.generation, { principal, expiresAtMs: (claims.exp + skewSeconds) * 1000 });
      return principal;
    },
  };
}

/**
 * The key's id, once the header passes every rule. What a header says about keys (`jwk`, `jku`, `x5u`, `x5c`) is
 * never looked at: a token does not choose the key that it is checked with.
 */
function readHeader(token: string): { readonly kid: string } {
  const parts = token.split('.');
  if (parts.length !== 3) refuseToken('The token is not a signed JWT in compact form.');
  const header = decodeObject(parts[0] ?? '', 'header');
  if (header.alg !== 'RS256') refuseToken('The token is not signed with RS256, the only accepted algorithm.');
  if (header.crit !== undefined || header.b64 !== undefined) {
    refuseToken('The header of the token asks for an extension (`crit`); none is supported.');
  }
  const { typ, kid } = header;
  if (!acceptedTypes.includes(typeof typ === 'string' ? typ.toLowerCase() : typ)) {
    refuseToken('The header of the token says by `typ` that it is not an access token.');
  }
  if (typeof kid !== 'string' || kid === '') {
    refuseToken('The header of the token names no signing key (`kid`).');
  }
  return { kid };
}

async function findKey(
  kid: string,
  snapshot: KeySnapshot | undefined,
  issuerKeys: IssuerKeys,
): Promise<{ readonly key: SigningKey; readonly generation: number }> {
  const held = snapshot?.keys.get(kid);
  if (snapshot && held) return { key: held, generation: snapshot.generation };
  const { keys, generation } = (await issuerKeys.afterAnotherLook()) ?? unavailable(issuerKeys);
  const key = keys.get(kid);
  if (key !== undefined) return { key, generation };
  // The issuer may have begun to sign with a new key while it cannot be asked: to call the token bad would be a guess.
  if (issuerKeys.failing) unavailable(issuerKeys);
  refuseToken('The token is signed with a key that the issuer does not publish.');
}

async function readClaims(
  token: string,
  signingKey: SigningKey,
  audience: IdentitySettings['audience'],
  now: Date,
): Promise<JWTPayload & { readonly exp: number }> {
  const { payload } = await jwtVerify(token, signingKey.key, {
    algorithms: ['RS256'],
    audience: typeof audience === 'string' ? audience : [...audience],
    clockTolerance: skewSeconds,
    currentDate: now,
    requiredClaims: ['exp'],
  }).catch((error: unknown) => refuseToken(explain(error), error));
  decodeObject(token.split('.')[1] ?? '', 'claims');
  const { exp, iat, iss, tid } = payload;
  if (exp === undefined || !Number.isFinite(exp)) refuseToken('The claim `exp` of the token is not a time.');
  if (iat !== undefined && iat > now.getTime() / 1000 + skewSeconds) {
    refuseToken('The claim `iat` of the token lies in the future. Check the clocks.');
  }
  if (signingKey.issuer !== undefined && signingKey.issuer.replaceAll('{tenantid}', String(tid)) !== iss) {
    refuseToken('The token is signed with a key of another issuer.');
  }
  return { ...payload, exp };
}

function decodeObject(part: string, what: 'header' | 'claims'): Readonly<Record<string, unknown>> {
  const text = Buffer.from(part, 'base64url').toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuseToken(`The ${what} of the token cannot be read.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuseToken(`The ${what} of the token cannot be read.`);
  }
  if (hasDuplicateMember(text)) refuseToken(`The token names a member twice in its ${what}.`);
  return value as Record<string, unknown>;
}

function explain(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired. Get a new one and try again.';
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The signature of the token does not match.';
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && error.reason === 'check_failed') {
      return 'The token is not valid yet. Check the clocks.';
    }
    if (error.claim === 'aud') return 'The token is for another audience. Request one for this service.';
    return `The claim \`${error.claim}\` of the token is missing or malformed.`;
  }
  return 'The token cannot be read.';
}

function unavailable(issuerKeys: IssuerKeys): never {
  throw new AppError('dependency_unavailable', {
    detail:
      'The signing keys of the token issuer cannot be read, so the token cannot be checked. Try again later.',
    retryAfterSeconds: issuerKeys.retryAfterSeconds,
  });
}
