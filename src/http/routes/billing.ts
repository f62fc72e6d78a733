import { claimPurchase } from '../../app/billing/claim-purchase.ts';
import { createCheckout } from '../../app/billing/create-checkout.ts';
import { acceptedOperation } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { checkoutView } from '../views/checkout-view.ts';

export const billingHandlers: HandlersOf<'create_billing_checkout' | 'claim_marketplace_purchase'> = {
  async create_billing_checkout({ ctx, caller, body, retry }) {
    const { checkout, replayed } = await createCheckout(ctx, caller, body, retry);
    return { status: 200, body: checkoutView(checkout), headers: { replayed } };
  },

  async claim_marketplace_purchase({ ctx, caller, body, retry }) {
    const { operation, replayed } = await claimPurchase(ctx, caller, body, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },
};
