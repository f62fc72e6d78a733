import { AppError } from '../../domain/app-error.ts';
import type { SubscriptionState } from '../../domain/billing.ts';
import { type ApplicationSettings, applicationCredential } from '../cloud/application-credential.ts';
import { type Outbound, retryAfterMs } from '../outbound/outbound.ts';
import { dependencyAway, outboundFailure } from '../outbound/outbound-error.ts';
import type { Answer, Call } from '../outbound/send.ts';
import type { Marketplace } from './marketplace.ts';

export interface MarketplaceSettings extends ApplicationSettings {
  readonly apiUrl: string;
  /** The publisher's directory. */
  readonly directoryId: string;
  readonly offerUrl: string;
  readonly plans: readonly string[];
}

/** The application id of the marketplace's own interface, which is the same for every publisher. */
const marketplaceResource = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
const apiVersion = '2018-08-31';

/** https://learn.microsoft.com/partner-center/marketplace-offers/pc-saas-fulfillment-subscription-api */
export function createAzureMarketplace(settings: MarketplaceSettings, outbound: Outbound): Marketplace {
  const credential = applicationCredential(settings, settings.directoryId, outbound);

  const ask = async (
    call: Pick<Call, 'method'> & { path: string; headers?: Call['headers']; body?: string },
  ) => {
    try {
      const { token } = await credential.getToken(`${marketplaceResource}/.default`);
      return await outbound({
        method: call.method,
        url: `${settings.apiUrl}/api/saas/subscriptions${call.path}?api-version=${apiVersion}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...call.headers,
        },
        ...(call.body !== undefined && { body: call.body }),
      });
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    offerUrl: settings.offerUrl,
    plans: settings.plans,

    async resolve(token) {
      const answer = await ask({
        method: 'POST',
        path: '/resolve',
        headers: { 'x-ms-marketplace-token': token },
      });
      if (answer.status === 400 || answer.status === 404) {
        throw new AppError('purchase_token_invalid', {
          detail: 'The marketplace does not know this purchase token. Open the purchase again from there.',
        });
      }
      const { id, planId } = jsonOf(answer);
      return { subscriptionId: textOf(id), planId: textOf(planId) };
    },

    async activate({ subscriptionId, planId }) {
      const answer = await ask({
        method: 'POST',
        path: `/${encodeURIComponent(subscriptionId)}/activate`,
        body: JSON.stringify({ planId }),
      });
      assertOk(answer);
    },

    async readSubscription(subscriptionId) {
      const answer = await ask({ method: 'GET', path: `/${encodeURIComponent(subscriptionId)}` });
      const { saasSubscriptionStatus: status, planId, term } = jsonOf(answer);
      const { endDate } = (term ?? {}) as { endDate?: unknown };
      return {
        state: states[textOf(status)] ?? 'ended',
        planKey: textOf(planId),
        periodEndsAt: typeof endDate === 'string' ? new Date(endDate) : null,
      };
    },

    async verify() {
      assertOk(await ask({ method: 'GET', path: '' }));
    },
  };
}

const states: Readonly<Record<string, SubscriptionState>> = {
  PendingFulfillmentStart: 'pending',
  Subscribed: 'active',
  // The buyer's payment failed: the marketplace reinstates or unsubscribes within a month.
  Suspended: 'grace',
  Unsubscribed: 'ended',
};

function assertOk({ status, headers }: Answer): void {
  if (status >= 200 && status < 300) return;
  if (status === 429 || status >= 500) {
    const waitMs = retryAfterMs(headers.get('retry-after'));
    throw dependencyAway('The marketplace', { retryAfterSeconds: waitMs && waitMs / 1000 });
  }
  throw misconfigured(`It answered ${status}`);
}

function jsonOf(answer: Answer): Record<string, unknown> {
  assertOk(answer);
  return JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>;
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 255) return value;
  throw misconfigured('Its answer lacks a member that every subscription has');
}

function failureOf(error: unknown): AppError {
  const failure = outboundFailure(error);
  if (failure !== undefined) return dependencyAway('The marketplace', failure);
  // No token: the secret is wrong or has expired. The client's own words quote the request.
  return misconfigured('It gave no token for the application');
}

function misconfigured(reason: string): AppError {
  return new AppError('billing_misconfigured', {
    detail: `The marketplace refuses what this deployment is configured with. ${reason}. Tell its operator.`,
  });
}
