import type { Subscription } from '../../domain/billing.ts';

/** A marketplace: sells an offer by pages of its own, and tells of it by calls that lead back to it. */
export interface Marketplace {
  /** Where the offer is bought. */
  readonly offerUrl: string;
  /** Plan keys, which are the plan ids of the offer. */
  readonly plans: readonly string[];
  /** What a buyer has bought who came to us with this token; throws `purchase_token_invalid`. */
  resolve(token: string): Promise<Purchase>;
  /** From now on it is paid for. Once is enough; again changes nothing. */
  activate(purchase: Purchase): Promise<void>;
  /** As it is now. */
  readSubscription(subscriptionId: string): Promise<Subscription>;
  /** Rejects unless the marketplace knows us. */
  verify(): Promise<void>;
}

export interface Purchase {
  readonly subscriptionId: string;
  readonly planId: string;
}
