import { AppError } from '../../domain/app-error.ts';
import type { BillingProvider } from '../../domain/billing.ts';
import { recordBillingEvent } from '../../storage/queries/billing.ts';
import { getOrganization } from '../../storage/queries/organizations.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { AppContext } from '../context.ts';
import { type FollowedSubscription, followSubscriptionKind } from './follow-subscription.ts';

/** An event of the payment processor: its signature is what lets it in. */
export async function receiveProcessorEvent(
  ctx: AppContext,
  { body, signature }: { readonly body: Buffer; readonly signature: string },
): Promise<void> {
  const { processor } = ctx.billing;
  if (processor === null) throw nothingHere();
  const event = processor.readEvent(body, signature, ctx.clock.now());
  if (event === undefined) return;
  const { orgUuid, eventId, subscriptionId } = event;
  await follow(ctx, orgUuid, eventId, { provider: 'processor', subscriptionId });
}

/** A call of the marketplace: nothing in it is believed. It only says which subscription to ask the marketplace about. */
export async function receiveMarketplaceEvent(
  ctx: AppContext,
  { eventId, subscriptionId }: { readonly eventId: string; readonly subscriptionId: string },
): Promise<void> {
  if (ctx.billing.marketplace === null) throw nothingHere();
  const provider: BillingProvider = 'marketplace';
  const orgUuid = await ctx.storage.findSubscriber({ provider, subscriptionId });
  if (orgUuid !== null) await follow(ctx, orgUuid, eventId, { provider, subscriptionId });
}

/** With the backoff of the worker, about a day: longer than a provider is away. */
export const followAttempts = 12;

/** Once for each event, and at once: the provider hears that it was received, and what follows is ours to see through. */
async function follow(
  ctx: AppContext,
  orgUuid: string,
  eventId: string,
  followed: FollowedSubscription,
): Promise<void> {
  await ctx.storage.withTenant(orgUuid, async (tx) => {
    if ((await getOrganization(tx)) === undefined) return;
    const now = ctx.clock.now();
    if (!(await recordBillingEvent(tx, { provider: followed.provider, eventId, at: now }))) return;
    await enqueueWork(tx, {
      workUuid: ctx.ids.uuid(),
      kind: followSubscriptionKind,
      payload: followed,
      operationUuid: null,
      runAfter: now,
      maxAttempts: followAttempts,
    });
  });
}

function nothingHere(): AppError {
  return new AppError('path_unknown', { detail: 'This deployment takes no events of this provider.' });
}
