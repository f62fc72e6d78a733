import { keepSubscription } from '../../storage/queries/billing.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import { queueOperation } from '../background/queue-operation.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireOperation } from '../operations/read-operations.ts';
import { assertPlan, requireMarketplace } from './billing-providers.ts';
import { type FollowedSubscription, followSubscriptionKind } from './follow-subscription.ts';
import { followAttempts } from './receive-event.ts';

/**
 * The landing of a buyer: the marketplace sends them here with a token. What they bought is asked of the marketplace,
 * claimed for their Organization and nobody else's, and confirmed there; the entitlement follows from its answer.
 */
export async function claimPurchase(
  ctx: AppContext,
  caller: Caller,
  { purchaseToken }: { readonly purchaseToken: string },
  retry: RetryKey,
): Promise<{ readonly operation: OperationRecord; readonly replayed: boolean }> {
  const marketplace = requireMarketplace(ctx.billing);
  const { subscriptionId, planId } = await marketplace.resolve(purchaseToken);
  assertPlan(marketplace.plans, planId, '/purchaseToken');
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      await keepSubscription(tx, {
        provider: 'marketplace',
        subscriptionId,
        state: 'pending',
        planKey: planId,
        periodEndsAt: null,
        // Before anything that was ever read: a purchase that is claimed twice does not take back what is known.
        readAt: new Date(0),
      });
      const followed: FollowedSubscription = {
        provider: 'marketplace',
        subscriptionId,
        activatePlanId: planId,
      };
      return queueOperation(ctx, tx, {
        kind: followSubscriptionKind,
        payload: followed,
        resourcePath: '/api/v1/entitlement',
        maxAttempts: followAttempts,
      });
    });
    return { operation: await requireOperation(tx, resourceUuid), replayed };
  });
}
