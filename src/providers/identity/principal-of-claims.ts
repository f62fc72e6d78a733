import type { JWTPayload } from 'jose';
import type { Principal } from '../../domain/principal.ts';
import { isPersonalAccount } from './personal-accounts.ts';
import { refuseToken } from './refuse-token.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** RFC 6749, section 3.3: scopes are words with single spaces between them. */
const scopeList = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;
/** Longer than any client id, and no burden as a key of rate limits. */
const maxApplicationIdLength = 256;

/**
 * Who a token speaks for, from the claims of Microsoft Entra's v2 access tokens. The signature, the audience and the
 * times have been checked; whether the issuer is the one of the directory, and what kind of token it is, is checked
 * here.
 */
export function principalOfClaims(claims: JWTPayload, issuerTemplate: string): Principal {
  const directoryId = requireUuid(claims, 'tid');
  if (claims.iss !== issuerTemplate.replaceAll('{tid}', directoryId)) {
    refuseToken(
      'The token was not issued by the trusted issuer for the directory that its claim `tid` names.',
    );
  }
  if (claims.ver !== '2.0') {
    refuseToken('The claim `ver` of the token is not "2.0". Request a v2.0 access token for this service.');
  }
  const shared = {
    directoryId: directoryId.toLowerCase(),
    objectId: requireUuid(claims, 'oid').toLowerCase(),
    applicationId: readApplicationId(claims.azp),
    roles: readRoles(claims.roles),
  };
  const { scp, idtyp } = claims;
  if (idtyp === 'app' && scp === undefined) return Object.freeze({ kind: 'application', ...shared });
  if (idtyp !== 'app' && typeof scp === 'string' && scopeList.test(scp)) {
    return Object.freeze({
      kind: 'delegated',
      ...shared,
      scopes: Object.freeze(scp.split(' ')),
      displayName: readText(claims.name),
      email: readEmail(claims.preferred_username) ?? readEmail(claims.email),
      personalAccount: isPersonalAccount(shared.directoryId, claims.idp),
    });
  }
  refuseToken(
    'The token is neither an application token (`idtyp` "app" and no `scp`) nor a delegated one (`scp` with at least ' +
      'one scope). Request an access token for this service; an ID token is not one.',
  );
}

function requireUuid(claims: JWTPayload, name: 'tid' | 'oid'): string {
  const value = claims[name];
  if (typeof value === 'string' && uuid.test(value)) return value;
  refuseToken(`The claim \`${name}\` of the token is missing or no UUID.`);
}

function readApplicationId(azp: unknown): string {
  if (typeof azp === 'string' && /^[!-~]+$/.test(azp) && azp.length <= maxApplicationIdLength) return azp;
  refuseToken('The claim `azp` of the token is missing or does not name an application.');
}

function readRoles(roles: unknown = []): readonly string[] {
  if (Array.isArray(roles) && roles.every((role) => typeof role === 'string')) {
    return Object.freeze([...roles]);
  }
  refuseToken('The claim `roles` of the token is not a list of names.');
}

/** For show only, so what cannot be stored or shown is left out and not a reason to refuse the person. */
function readText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? null : Array.from(text).slice(0, 256).join('');
}

function readEmail(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 320 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
    ? value.toWellFormed()
    : null;
}
