/** Who sent a request, as the token says; membership is not known yet. */
export type Principal = DelegatedPrincipal | ApplicationPrincipal;

/** A signed-in person. A person is (directoryId, objectId), never an e-mail address. */
export interface DelegatedPrincipal {
  readonly kind: 'delegated';
  readonly directoryId: string;
  readonly objectId: string;
  /** The application through which the person came (`azp`): rate limits count by it. */
  readonly applicationId: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly displayName: string | null;
  readonly email: string | null;
  readonly personalAccount: boolean;
}

/** A workload with an identity of its own. */
export interface ApplicationPrincipal {
  readonly kind: 'application';
  readonly directoryId: string;
  readonly objectId: string;
  readonly applicationId: string;
  readonly roles: readonly string[];
}

/** A stable name of the principal within its directory, for idempotency keys and audit. */
export function principalKey(principal: Principal): string {
  return `${principal.kind}:${principal.objectId}`;
}
