import { AppError } from '../../domain/app-error.ts';
import { type BillingProvider, grantOf, type Subscription } from '../../domain/billing.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { keepSubscription, listSubscriptions } from '../../storage/queries/billing.ts';
import { getEntitlement, updateEntitlement } from '../../storage/queries/entitlements.ts';
import { lockOrganization } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { tellEntitlement } from '../events/observe-states.ts';
import { requireMarketplace, requireProcessor } from './billing-providers.ts';

/** The kind of background work that makes an entitlement follow what its provider says. */
export const followSubscriptionKind = 'billing.follow';

export interface FollowedSubscription {
  readonly provider: BillingProvider;
  readonly subscriptionId: string;
  /** A purchase in the marketplace that is to be confirmed first. */
  readonly activatePlanId?: string;
}

/**
 * Asks the provider what a subscription is now, and lets the entitlement follow from all subscriptions. Events may come
 * late, twice and in any order: whichever comes last reads the same truth.
 */
export function followSubscription(ctx: AppContext): WorkHandler {
  return {
    kind: followSubscriptionKind,
    timeoutMs: 60_000,
    async run(work) {
      const { provider, subscriptionId, activatePlanId } = work.payload as FollowedSubscription;
      if (activatePlanId !== undefined) {
        await requireMarketplace(ctx.billing).activate({ subscriptionId, planId: activatePlanId });
      }
      const readAt = ctx.clock.now();
      const subscription = await read(ctx, work, { provider, subscriptionId });
      return {
        async write(tx) {
          // One after the other: each must see the subscriptions that the other has written.
          await lockOrganization(tx);
          await keepSubscription(tx, { provider, subscriptionId, ...subscription, readAt });
          await grant(ctx, tx);
        },
      };
    },
    // The entitlement stays as it was; the dead letter shows in /metrics and to `plumbline doctor`.
    async giveUp() {},
  };
}

async function read(
  ctx: AppContext,
  work: ClaimedWork,
  { provider, subscriptionId }: FollowedSubscription,
): Promise<Subscription> {
  if (provider === 'marketplace') return requireMarketplace(ctx.billing).readSubscription(subscriptionId);
  const { orgUuid, ...subscription } = await requireProcessor(ctx.billing).readSubscription(subscriptionId);
  if (orgUuid === work.orgUuid) return subscription;
  throw new AppError('not_found', {
    detail: 'The payment processor says that the subscription belongs to somebody else.',
  });
}

async function grant(ctx: AppContext, tx: TenantTx): Promise<void> {
  const granted = grantOf(await listSubscriptions(tx));
  const entitlement = await getEntitlement(tx);
  if (granted === undefined || entitlement === undefined) return;
  const updated = await updateEntitlement(tx, { expectedVersion: entitlement.version, ...granted });
  if (updated !== undefined) await tellEntitlement(ctx, tx, entitlement, updated);
}
