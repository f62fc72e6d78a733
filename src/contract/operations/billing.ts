import { anyToken, operation } from '../operation.ts';
import { V1Checkout, V1ClaimMarketplacePurchase, V1CreateCheckout } from '../schemas/billing.ts';
import { V1Operation } from '../schemas/operations.ts';

export const createBillingCheckout = operation({
  operationId: 'create_billing_checkout',
  method: 'POST',
  path: '/api/v1/billing/checkout',
  summary: 'Create a hosted billing checkout',
  description:
    'Answers with the address of a page of the provider where the plan is bought. Nothing is granted by it, nor by coming back from it: the entitlement follows from what the provider tells the service.',
  tag: 'Billing',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateCheckout,
  responses: {
    200: {
      description: 'The checkout.',
      schema: V1Checkout,
      headers: ['Idempotency-Replayed'],
    },
  },
  problems: [
    'billing_provider_not_configured',
    'billing_misconfigured',
    'plan_unknown',
    'already_subscribed',
  ],
});

export const claimMarketplacePurchase = operation({
  operationId: 'claim_marketplace_purchase',
  method: 'POST',
  path: '/api/v1/billing/marketplace-purchases',
  summary: 'Claim a purchase made in the marketplace',
  description:
    'For the landing page that the marketplace sends a buyer to: resolves the purchase, claims it for the Organization, and confirms it there.',
  tag: 'Billing',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1ClaimMarketplacePurchase,
  responses: {
    200: {
      description: 'An exact retry found the purchase confirmed, or given up.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
    202: {
      description: 'The purchase is claimed, and is being confirmed.',
      schema: V1Operation,
      headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
    },
  },
  problems: [
    'billing_provider_not_configured',
    'billing_misconfigured',
    'plan_unknown',
    'purchase_token_invalid',
    'purchase_taken',
  ],
});
