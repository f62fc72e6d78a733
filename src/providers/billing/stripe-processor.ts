import Stripe from 'stripe';
import { AppError } from '../../domain/app-error.ts';
import type { SubscriptionState } from '../../domain/billing.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { dependencyAway, outboundFailure } from '../outbound/outbound-error.ts';
import { outboundFetch } from '../outbound/outbound-fetch.ts';
import type { BillingEvent, Processor } from './processor.ts';
import { stripeEvent } from './stripe-event.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
  /** Price ids by plan key. */
  readonly prices: Readonly<Record<string, string>>;
}

/** How old a signed event may be: longer than a message takes, shorter than whoever recorded one needs. */
const toleranceSeconds = 300;

/** The payment processor, by its own client; retries, time limits and pinned hosts are those of `outbound`. */
export function createStripeProcessor(settings: StripeSettings, outbound: Outbound): Processor {
  const { hostname, port, protocol } = new URL(settings.apiUrl);
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    protocol: protocol === 'https:' ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(outboundFetch(outbound)),
    // In one place, for every provider: outbound retries.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const planOf = (priceId: string | undefined) =>
    Object.entries(settings.prices).find(([, price]) => price === priceId)?.[0] ?? null;

  return {
    plans: Object.keys(settings.prices),

    createCustomer: ({ orgUuid, name }) =>
      answering(async () => {
        const customer = await stripe.customers.create(
          { name, metadata: { organizationUuid: orgUuid } },
          { idempotencyKey: `customer-${orgUuid}` },
        );
        return customer.id;
      }),

    createCheckout: ({ orgUuid, customerId, planKey, returnUrl, idempotencyKey }) =>
      answering(async () => {
        const price = settings.prices[planKey];
        if (price === undefined) throw new TypeError(`The plan ${planKey} has no price.`);
        const metadata = { organizationUuid: orgUuid };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: orgUuid,
            line_items: [{ price, quantity: 1 }],
            // On the subscription too: its own events carry it, whatever becomes of the session.
            subscription_data: { metadata },
            metadata,
            success_url: `${returnUrl}?checkout=completed`,
            cancel_url: `${returnUrl}?checkout=cancelled`,
          },
          { idempotencyKey },
        );
        if (session.url === null) throw new TypeError('The checkout has no address.');
        return { url: session.url, expiresAt: new Date(session.expires_at * 1000) };
      }),

    readSubscription: (subscriptionId) =>
      answering(async () => {
        const { status, metadata, items } = await stripe.subscriptions.retrieve(subscriptionId);
        const [item] = items.data;
        return {
          orgUuid: metadata.organizationUuid ?? null,
          state: stateOf(status),
          planKey: planOf(item?.price.id),
          periodEndsAt: item === undefined ? null : new Date(item.current_period_end * 1000),
        };
      }),

    verify: () =>
      answering(async () => {
        for (const price of Object.values(settings.prices)) await stripe.prices.retrieve(price);
      }),

    readEvent: (body, signature, now) => verified(stripe, settings, body, signature, now),
  };
}

function verified(
  stripe: Stripe,
  { webhookSecret }: StripeSettings,
  body: Buffer,
  signature: string,
  now: Date,
): BillingEvent | undefined {
  try {
    const event = stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
    return stripeEvent(event);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    throw new AppError('event_unverified', {
      detail: 'The event is not signed with the secret of this deployment, or it is too old.',
    });
  }
}

/** https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
function stateOf(status: Stripe.Subscription.Status): SubscriptionState {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'grace';
    case 'incomplete':
      return 'pending';
    default:
      return 'ended';
  }
}

/** What the client throws, told in our words and without the request that it carries. */
async function answering<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const failure = outboundFailure(error);
    if (failure !== undefined) throw dependencyAway('The payment processor', failure);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      throw new AppError('idempotency_in_progress', {
        detail: 'The payment processor is still at the first request with this key. Retry in a moment.',
        retryAfterSeconds: 1,
      });
    }
    const isOurs = error instanceof Stripe.errors.StripeInvalidRequestError || isLogin(error);
    if (!isOurs) throw dependencyAway('The payment processor', {});
    throw new AppError('billing_misconfigured', {
      detail: `The payment processor refuses what this deployment is configured with (${error.code ?? error.type}, request ${error.requestId ?? 'unknown'}). Tell its operator.`,
    });
  }
}

function isLogin(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
