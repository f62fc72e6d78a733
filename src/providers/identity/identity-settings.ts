import type { JSONWebKeySet } from 'jose';
import type { Principal } from '../../domain/principal.ts';

/** Whose tokens the service trusts. */
export interface IdentitySettings {
  /** The issuer with `{tid}` where the directory stands: `https://login.microsoftonline.com/{tid}/v2.0`. */
  readonly issuer: string;
  /** What `aud` must name: one of these. */
  readonly audience: string | readonly string[];
  /** Where the issuer publishes its signing keys; one address for all directories. */
  readonly jwksUri: string;
  /** Reads the keys in this process in place of fetching `jwksUri`; the embedded identity sets it. */
  readonly localKeys?: () => Promise<JSONWebKeySet>;
}

export interface TokenVerifier {
  /**
   * Who the bearer of a token is. Throws an AppError: `token_invalid` for a token that is not good here,
   * `dependency_unavailable` when its key is not known and the issuer does not answer.
   */
  verify(token: string): Promise<Principal>;
}

/** What the identity code logs through; a pino logger fits. No token, claim or key is ever logged. */
export interface IdentityLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
