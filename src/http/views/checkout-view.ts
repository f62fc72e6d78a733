import type { Static } from 'typebox';
import type { createCheckout } from '../../app/billing/create-checkout.ts';
import type { V1Checkout } from '../../contract/schemas/billing.ts';

export function checkoutView(
  checkout: Awaited<ReturnType<typeof createCheckout>>['checkout'],
): Static<typeof V1Checkout> {
  const { checkoutUuid, provider, planKey, url, expiresAt } = checkout;
  return { checkoutUuid, provider, planKey, url, expiresAt: expiresAt?.toISOString() ?? null };
}
