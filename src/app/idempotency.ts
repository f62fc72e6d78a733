import type { Principal } from '../domain/principal.ts';
import { principalKey } from '../domain/principal.ts';
import { claimIdempotencyKey, recordIdempotentResource } from '../storage/queries/idempotency.ts';
import type { TenantTx } from '../storage/tenant-tx.ts';
import type { AppContext } from './context.ts';

/** What makes a request recognisable when it is sent again. */
export interface RetryKey {
  readonly operationId: string;
  readonly key: string;
  /** SHA-256 of method, path and canonical body. */
  readonly fingerprint: string;
}

export interface OnceOutcome {
  readonly resourceUuid: string;
  readonly replayed: boolean;
}

/**
 * Has an effect once per key, in the transaction of the effect itself: a request that fails leaves no key behind, and
 * one whose answer was lost finds its resource again.
 */
export async function once(
  ctx: AppContext,
  tx: TenantTx,
  principal: Principal,
  retry: RetryKey,
  effect: () => Promise<string>,
): Promise<OnceOutcome> {
  const request = { ...retry, principal: principalKey(principal), now: ctx.clock.now() };
  const claim = await claimIdempotencyKey(tx, request);
  if (claim.state === 'replay') return { resourceUuid: claim.resourceUuid, replayed: true };
  const resourceUuid = await effect();
  await recordIdempotentResource(tx, { ...request, resourceUuid });
  return { resourceUuid, replayed: false };
}
