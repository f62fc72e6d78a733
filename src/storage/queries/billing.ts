import { AppError } from '../../domain/app-error.ts';
import type { BillingProvider, Subscription } from '../../domain/billing.ts';
import { violates } from '../databases/failures.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface CheckoutRecord {
  readonly checkoutUuid: string;
  readonly provider: BillingProvider;
  readonly planKey: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

export async function insertCheckout(
  tx: TenantTx,
  input: CheckoutRecord & { readonly createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('plumbline.billing_checkouts')
    .values({
      checkout_uuid: input.checkoutUuid,
      provider: input.provider,
      plan_key: input.planKey,
      url: input.url,
      expires_at: input.expiresAt,
      created_at: input.createdAt,
    })
    .execute();
}

export async function getCheckout(tx: TenantTx, checkoutUuid: string): Promise<CheckoutRecord | undefined> {
  return await tx
    .selectFrom('plumbline.billing_checkouts')
    .select([
      'checkout_uuid as checkoutUuid',
      'provider',
      'plan_key as planKey',
      'url',
      'expires_at as expiresAt',
    ])
    .where('checkout_uuid', '=', checkoutUuid)
    .executeTakeFirst();
}

export async function getBillingCustomer(
  tx: TenantTx,
  provider: BillingProvider,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('plumbline.billing_customers')
    .select('customer_id')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return found?.customer_id;
}

/** The first one stays: providers answer with the same one each time, so there is no other to keep. */
export async function keepBillingCustomer(
  tx: TenantTx,
  input: { provider: BillingProvider; customerId: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('plumbline.billing_customers')
    .values({ provider: input.provider, customer_id: input.customerId, created_at: input.createdAt })
    .onConflict((conflict) => conflict.columns(['org_uuid', 'provider']).doNothing())
    .execute();
}

/** False when it was received before. */
export async function recordBillingEvent(
  tx: TenantTx,
  input: { provider: BillingProvider; eventId: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('plumbline.billing_events')
    .values({ provider: input.provider, event_id: input.eventId, received_at: input.at })
    .onConflict((conflict) => conflict.columns(['org_uuid', 'provider', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Keeps what the provider told, unless something that was asked later is known. One of another tenant is `purchase_taken`. */
export async function keepSubscription(
  tx: TenantTx,
  input: Subscription & { provider: BillingProvider; subscriptionId: string; readAt: Date },
): Promise<void> {
  const told = {
    state: input.state,
    plan_key: input.planKey,
    period_ends_at: input.periodEndsAt,
    read_at: input.readAt,
  };
  try {
    await tx
      .insertInto('plumbline.billing_subscriptions')
      .values({ provider: input.provider, subscription_id: input.subscriptionId, ...told })
      .onConflict((conflict) =>
        conflict
          .columns(['org_uuid', 'provider', 'subscription_id'])
          .doUpdateSet(told)
          .where('plumbline.billing_subscriptions.read_at', '<=', input.readAt),
      )
      .execute();
  } catch (error) {
    if (!violates(error, 'billing_subscriptions_owner')) throw error;
    const detail = 'Another Organization has claimed this purchase.';
    throw new AppError('purchase_taken', { detail }, { cause: error });
  }
}

export async function listSubscriptions(tx: TenantTx): Promise<Subscription[]> {
  return await tx
    .selectFrom('plumbline.billing_subscriptions')
    .select(['state', 'plan_key as planKey', 'period_ends_at as periodEndsAt'])
    .execute();
}
