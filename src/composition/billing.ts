import type { Billing } from '../app/billing/billing-providers.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { openOutbound } from './outbound.ts';

/** Whom this deployment sells through. The clients are loaded only where one is configured. */
export async function openBilling(settings: Settings): Promise<Billing> {
  return { processor: await openProcessor(settings), marketplace: await openMarketplace(settings) };
}

async function openProcessor(settings: Settings): Promise<Billing['processor']> {
  const {
    PLUMBLINE_STRIPE_SECRET_KEY: secretKey,
    PLUMBLINE_STRIPE_WEBHOOK_SECRET: webhookSecret,
    PLUMBLINE_STRIPE_PRICES: prices,
    PLUMBLINE_STRIPE_URL: apiUrl,
  } = settings;
  if (secretKey === undefined) return null;
  if (webhookSecret === undefined || Object.keys(prices).length === 0) {
    throw new StartRefusal(
      'PLUMBLINE_STRIPE_SECRET_KEY also needs PLUMBLINE_STRIPE_WEBHOOK_SECRET, without which no payment would ever be heard of, and PLUMBLINE_STRIPE_PRICES.',
    );
  }
  const { createStripeProcessor } = await import('../providers/billing/stripe-processor.ts');
  const outbound = await openOutbound(settings, [apiUrl]);
  return createStripeProcessor({ secretKey, webhookSecret, apiUrl, prices }, outbound);
}

async function openMarketplace(settings: Settings): Promise<Billing['marketplace']> {
  const {
    PLUMBLINE_MARKETPLACE_OFFER_URL: offerUrl,
    PLUMBLINE_MARKETPLACE_PLANS: plans = [],
    PLUMBLINE_MARKETPLACE_DIRECTORY_ID: directoryId,
    PLUMBLINE_MARKETPLACE_CLIENT_ID: clientId,
    PLUMBLINE_MARKETPLACE_CLIENT_SECRET: clientSecret,
    PLUMBLINE_MARKETPLACE_URL: apiUrl,
    PLUMBLINE_AZURE_AUTHORITY_URL: authorityHost,
  } = settings;
  if (offerUrl === undefined) return null;
  if (
    directoryId === undefined ||
    clientId === undefined ||
    clientSecret === undefined ||
    plans.length === 0
  ) {
    throw new StartRefusal(
      'PLUMBLINE_MARKETPLACE_OFFER_URL also needs PLUMBLINE_MARKETPLACE_PLANS, _DIRECTORY_ID, _CLIENT_ID and _CLIENT_SECRET.',
    );
  }
  const { createAzureMarketplace } = await import('../providers/billing/azure-marketplace.ts');
  const outbound = await openOutbound(settings, [apiUrl, authorityHost]);
  return createAzureMarketplace(
    { offerUrl, plans, directoryId, clientId, clientSecret, apiUrl, authorityHost },
    outbound,
  );
}
