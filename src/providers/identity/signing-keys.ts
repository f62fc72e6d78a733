import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key that may sign tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
  /**
   * The issuer that the key belongs to, with `{tenantid}` for the directory, where the key set says so. Microsoft
   * Entra's shared key set holds keys of several issuers side by side.
   */
  readonly issuer: string | undefined;
  /** What the key is, so that two readings of the same key compare equal. */
  readonly identity: string;
}

export type SigningKeys = ReadonlyMap<string, SigningKey>;

/** NIST SP 800-57: less is no longer safe. More than 8,192 bits is no key anyone signs with, only a cost to verify. */
const modulusBits = { min: 2048, max: 8192 };
/** FIPS 186-5, appendix A.1.1: a public exponent below this one is not accepted. */
const minPublicExponent = 65_537n;

/**
 * The usable keys of a JWK set: RSA, of a safe size, for signatures with RS256. What is not usable is left out, since
 * an issuer may publish keys of other kinds beside ours; no usable key at all gives an empty map. Of two keys with one
 * `kid` the first counts.
 */
export function readSigningKeys(document: unknown): SigningKeys {
  const listed = isRecord(document) && Array.isArray(document.keys) ? document.keys : [];
  const keys = new Map<string, SigningKey>();
  for (const candidate of listed) {
    const key = readSigningKey(candidate);
    if (key !== undefined && !keys.has(key.kid)) keys.set(key.kid, key);
  }
  return keys;
}

function readSigningKey(jwk: unknown): SigningKey | undefined {
  if (!isRecord(jwk)) return undefined;
  const { kty, kid, use, alg, n, e, key_ops: operations, issuer } = jwk;
  if (kty !== 'RSA' || typeof kid !== 'string' || kid === '') return undefined;
  if (use !== undefined && use !== 'sig') return undefined;
  if (alg !== undefined && alg !== 'RS256') return undefined;
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) {
    return undefined;
  }
  if (typeof n !== 'string' || typeof e !== 'string') return undefined;
  if (issuer !== undefined && typeof issuer !== 'string') return undefined;
  const key = importPublicKey(n, e);
  return key && { kid, key, issuer, identity: JSON.stringify([kid, n, e, issuer]) };
}

function importPublicKey(n: string, e: string): KeyObject | undefined {
  let key: KeyObject;
  try {
    key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } });
  } catch {
    return undefined;
  }
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  const safe =
    modulusLength >= modulusBits.min &&
    modulusLength <= modulusBits.max &&
    publicExponent >= minPublicExponent;
  return safe ? key : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
