import Type from 'typebox';
import { billingProviders } from '../../domain/billing.ts';
import { nullable, Text, Timestamp, Uuid, V1 } from '../schema.ts';

const ProviderName = Type.Enum([...billingProviders]);

export const V1Checkout = V1('V1Checkout', 'Where a plan is bought.', {
  checkoutUuid: Uuid,
  provider: ProviderName,
  planKey: Text(128),
  url: Text(8192, 'A page of the provider. Buying there grants nothing by itself: its events do.'),
  expiresAt: nullable(Timestamp),
});

export const V1CreateCheckout = V1('V1CreateCheckout', 'What to buy, and through whom.', {
  planKey: Type.String({ minLength: 1, maxLength: 128, examples: ['team'] }),
  provider: ProviderName,
});

export const V1ClaimMarketplacePurchase = V1(
  'V1ClaimMarketplacePurchase',
  'What the marketplace sent the buyer here with.',
  {
    purchaseToken: Type.String({
      minLength: 1,
      maxLength: 4096,
      pattern: '^[!-~]+$',
      writeOnly: true,
      description: 'The `token` of the landing address, decoded once.',
    }),
  },
);
