import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type Asked, type LocalServer, startLocalServer, type Told } from './local-server.ts';

export interface FakeStripe extends LocalServer {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** What the subscription is now, as the interface shows it. */
  subscribe(id: string, details: { status: string; orgUuid: string; price: string; periodEnd: Date }): void;
  /** From now on it answers with this, until undefined. */
  fail(told: Told | undefined): void;
  /** A signed event, as it is sent. */
  event(
    type: string,
    object: Record<string, unknown>,
    details?: { id?: string; at?: Date; secret?: string },
  ): { readonly body: string; readonly headers: Record<string, string> };
}

/** Speaks the part of Stripe's interface that is used here: form bodies, keys, errors and shapes as recorded from it. */
export async function startFakeStripe(t: { after(fn: () => void): void }): Promise<FakeStripe> {
  const secretKey = 'sk_test_local';
  const webhookSecret = 'whsec_local';
  const subscriptions = new Map<string, unknown>();
  const kept = new Map<string, { readonly body: string; readonly told: Told }>();
  let failure: Told | undefined;
  const answer = (asked: Asked): Told => {
    if (failure !== undefined) return failure;
    if (asked.headers.authorization !== `Bearer ${secretKey}`) {
      return error(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const key = asked.headers['idempotency-key']?.toString();
    const before = key === undefined ? undefined : kept.get(key);
    if (before !== undefined && before.body !== asked.body) {
      return error(400, {
        type: 'idempotency_error',
        message: 'Keys can only be used with the same parameters',
      });
    }
    const told = before?.told ?? respond(asked);
    if (key !== undefined) kept.set(key, { body: asked.body, told });
    return told;
  };
  const respond = ({ method, url, body }: Asked): Told => {
    const form = new URLSearchParams(body);
    if (method === 'POST' && url.pathname === '/v1/customers') {
      return { body: { id: `cus_${kept.size}`, object: 'customer', name: form.get('name') } };
    }
    if (method === 'POST' && url.pathname === '/v1/checkout/sessions') {
      const id = `cs_test_${kept.size}`;
      const expires = Math.floor(Date.UTC(2026, 2, 3) / 1000);
      return {
        body: { id, object: 'checkout.session', url: `https://checkout.example/${id}`, expires_at: expires },
      };
    }
    const subscription = subscriptions.get(url.pathname.replace('/v1/subscriptions/', ''));
    if (method === 'GET' && subscription !== undefined) return { body: subscription };
    return error(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' });
  };
  const server = await startLocalServer(t, answer);
  const stripe = new Stripe(secretKey);
  return {
    ...server,
    secretKey,
    webhookSecret,
    subscribe(id, { status, orgUuid, price, periodEnd }) {
      const item = { price: { id: price }, current_period_end: Math.floor(periodEnd.getTime() / 1000) };
      const metadata = { organizationUuid: orgUuid };
      subscriptions.set(id, { id, object: 'subscription', status, metadata, items: { data: [item] } });
    },
    fail(told) {
      failure = told;
    },
    event(type, object, { id = `evt_${randomUUID()}`, at = new Date(), secret = webhookSecret } = {}) {
      const timestamp = Math.floor(at.getTime() / 1000);
      const payload = JSON.stringify({ id, object: 'event', type, created: timestamp, data: { object } });
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return {
        body: payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      };
    },
  };
}

function error(status: number, details: Record<string, string>): Told {
  return { status, headers: { 'request-id': 'req_local' }, body: { error: details } };
}
