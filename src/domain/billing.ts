import type { EntitlementState } from './entitlement.ts';

export const billingProviders = ['processor', 'marketplace'] as const;
export type BillingProvider = (typeof billingProviders)[number];

/** What a subscription is worth: `pending` before it has been paid for or confirmed, `ended` for good. */
export type SubscriptionState = 'pending' | 'active' | 'grace' | 'ended';

/** A subscription as its provider told it when it was last asked. */
export interface Subscription {
  readonly state: SubscriptionState;
  readonly planKey: string | null;
  readonly periodEndsAt: Date | null;
}

export interface Grant {
  readonly state: EntitlementState;
  readonly planKey: string | null;
  readonly periodEndsAt: Date | null;
}

const order: readonly SubscriptionState[] = ['active', 'grace', 'ended'];

/**
 * What an Organization is entitled to by all of its subscriptions: the best of them, and of equals the one that lasts
 * longest. Undefined while there is none that ever counted: then the trial goes on.
 */
export function grantOf(subscriptions: readonly Subscription[]): Grant | undefined {
  const [best] = subscriptions.filter(({ state }) => state !== 'pending').toSorted(byWorth);
  if (best === undefined) return undefined;
  const { state, planKey, periodEndsAt } = best;
  return state === 'active' || state === 'grace'
    ? { state, planKey, periodEndsAt }
    : { state: 'expired', planKey, periodEndsAt };
}

function byWorth(one: Subscription, other: Subscription): number {
  return order.indexOf(one.state) - order.indexOf(other.state) || endOf(other) - endOf(one);
}

/** Without an end it lasts longest. */
function endOf({ periodEndsAt }: Subscription): number {
  return periodEndsAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
