import type { TenantTx } from '../tenant-tx.ts';

export interface IdempotencyScope {
  /** `principalKey`. */
  readonly principal: string;
  readonly operationId: string;
  readonly key: string;
}

export type IdempotencyClaim =
  | { readonly state: 'new' }
  | { readonly state: 'replay'; readonly resourceUuid: string };

/**
 * First in the transaction of the effect. The key belongs to this transaction until it ends: another request with it
 * is `idempotency_in_progress`; one with another fingerprint is `idempotency_key_reused`. Keys older than 30 days
 * count as new.
 */
export declare function claimIdempotencyKey(
  tx: TenantTx,
  input: IdempotencyScope & { fingerprint: string; now: Date },
): Promise<IdempotencyClaim>;

/** Last in the transaction of the effect, after a claim that was `new`. */
export declare function recordIdempotentResource(
  tx: TenantTx,
  input: IdempotencyScope & { fingerprint: string; resourceUuid: string; now: Date },
): Promise<void>;
