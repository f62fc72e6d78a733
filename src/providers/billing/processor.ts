import type { Subscription } from '../../domain/billing.ts';

/** A payment processor: takes money by a page of its own, and tells of it by signed events. */
export interface Processor {
  /** Plan keys that can be bought. */
  readonly plans: readonly string[];
  /** The same customer for the same Organization, however often it is asked. */
  createCustomer(input: { readonly orgUuid: string; readonly name: string }): Promise<string>;
  createCheckout(input: CheckoutRequest): Promise<HostedCheckout>;
  /** As it is now. */
  readSubscription(subscriptionId: string): Promise<OwnedSubscription>;
  /** Rejects unless the processor knows us and every price. */
  verify(): Promise<void>;
  /** Undefined for an event that says nothing about a subscription of ours; throws `event_unverified`. */
  readEvent(body: Buffer, signature: string, now: Date): BillingEvent | undefined;
}

export interface CheckoutRequest {
  readonly orgUuid: string;
  readonly customerId: string;
  readonly planKey: string;
  readonly returnUrl: string;
  /** The same key leads to the same checkout. */
  readonly idempotencyKey: string;
}

export interface HostedCheckout {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface OwnedSubscription extends Subscription {
  /** Whom the provider says that it belongs to; null where it does not say. */
  readonly orgUuid: string | null;
}

/** Something happened to a subscription. What it is now is read, not believed: events come late, twice and out of order. */
export interface BillingEvent {
  readonly eventId: string;
  readonly subscriptionId: string;
  readonly orgUuid: string;
}
