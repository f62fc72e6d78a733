import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { followSubscription } from '../../src/app/billing/follow-subscription.ts';
import { createStripeProcessor } from '../../src/providers/billing/stripe-processor.ts';
import { createOutbound } from '../../src/providers/outbound/outbound.ts';
import { startTestWorker } from '../support/background.ts';
import { create } from '../support/catalog.ts';
import { startFakeStripe } from '../support/fake-stripe.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const now = new Date('2026-03-02T12:00:00Z');
const stripe = await startFakeStripe({ after });
const outbound = createOutbound({
  origins: [stripe.origin],
  timeoutMs: 2_000,
  authorities: undefined,
  random: () => 0,
  now: () => now.getTime(),
});
const { secretKey, webhookSecret, origin: apiUrl } = stripe;
const prices = { team: 'price_team', scale: 'price_scale' };
const processor = createStripeProcessor({ secretKey, webhookSecret, apiUrl, prices }, outbound);
const service = await startTestService(
  { after },
  { now: () => now, billing: { processor, marketplace: null } },
);
const { owner, contributor, reader, organizationUuid: orgUuid } = await activateContoso(service);
const { worker, events } = await startTestWorker(service.ctx.storage, [followSubscription(service.ctx)], {
  clock: service.ctx.clock,
});
after(() => worker.drain(0));

const checkout = (body: Record<string, unknown>, key: string = randomUUID()) =>
  create(service, owner, 'billing/checkout', { provider: 'processor', planKey: 'team', ...body }, key);
const entitlement = async () =>
  (await service.send({ url: '/api/v1/entitlement', token: reader })).json() as Record<string, unknown>;
const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  service.send({ method: 'POST', url: '/billing/events/processor', headers, body });
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

/** Tells of a subscription, and waits until what follows from it is written. */
async function follow(type: string, object: Record<string, unknown>): Promise<void> {
  const seen = events.seen.length;
  assert.equal((await tell(stripe.event(type, object, { at: now }))).statusCode, 204);
  const [event] = (await events.count(seen + 1)).slice(seen);
  assert.equal(event?.outcome, 'done');
}

test('a checkout is created once for each key, for one customer of the Organization, in subscription mode', async () => {
  const key = randomUUID();
  const first = await checkout({}, key);
  assert.equal(first.statusCode, 200, first.body);
  const { checkoutUuid, url, expiresAt } = first.json();
  assert.deepEqual(first.json(), { checkoutUuid, provider: 'processor', planKey: 'team', url, expiresAt });
  assert.match(url, /^https:\/\/checkout\.example\/cs_test_/);
  const replay = await checkout({}, key);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replay.json(), first.json());
  assert.equal((await checkout({ planKey: 'scale' }, key)).json().code, 'idempotency_key_reused');
  await checkout({ planKey: 'scale' });
  const customers = stripe.asked.filter(({ url: asked }) => asked.pathname === '/v1/customers');
  assert.equal(customers.length, 1, 'one customer for each Organization');
  const sessions = stripe.asked.filter(({ url: asked }) => asked.pathname === '/v1/checkout/sessions');
  assert.equal(sessions.length, 2);
  const form = new URLSearchParams(sessions[0]?.body);
  assert.equal(form.get('mode'), 'subscription');
  assert.equal(form.get('client_reference_id'), orgUuid);
  assert.equal(form.get('subscription_data[metadata][organizationUuid]'), orgUuid);
  assert.equal(form.get('line_items[0][price]'), 'price_team');
  assert.match(String(sessions[0]?.headers['idempotency-key']), /^[0-9a-f]{64}$/);
});

test('what cannot be bought is refused with the status of the interface', async () => {
  const unknown = await checkout({ planKey: 'free' });
  assert.deepEqual([unknown.statusCode, unknown.json().code], [422, 'plan_unknown']);
  assert.match(unknown.json().detail, /team, scale/);
  const elsewhere = await checkout({ provider: 'marketplace' });
  assert.deepEqual([elsewhere.statusCode, elsewhere.json().code], [400, 'billing_provider_not_configured']);
  assert.equal((await checkout({ provider: 'paper' })).statusCode, 422);
  assert.equal((await checkout({ planKey: '' })).statusCode, 422);
  const body = { provider: 'processor', planKey: 'team' };
  assert.equal((await create(service, contributor, 'billing/checkout', body)).statusCode, 403);
});

test('a processor that fails is 503 with Retry-After, one that refuses us is 400, and no secret is told', async () => {
  stripe.fail({ status: 503, body: { error: { type: 'api_error', message: 'busy' } } });
  const away = await checkout({});
  assert.deepEqual([away.statusCode, away.json().code], [503, 'dependency_unavailable']);
  assert.ok(Number(away.headers['retry-after']) >= 1);
  stripe.fail({ status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' });
  assert.equal((await checkout({})).statusCode, 503, 'a redirect is not followed');
  stripe.fail({ status: 401, body: { error: { type: 'invalid_request_error', message: secretKey } } });
  const refused = await checkout({});
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'billing_misconfigured']);
  stripe.fail(undefined);
  assert.equal((await checkout({})).statusCode, 200);
  for (const text of [refused.body, away.body, ...service.logLines]) {
    assert.equal(text.includes(secretKey) || text.includes(webhookSecret), false);
  }
});

test('grants come from events alone: signed, deduplicated, in whatever order they come', async () => {
  assert.equal((await entitlement()).state, 'trial');
  const metadata = { organizationUuid: orgUuid };
  stripe.subscribe('sub_1', { status: 'active', orgUuid, price: 'price_team', periodEnd: later(30) });
  const completed = { subscription: 'sub_1', client_reference_id: orgUuid };
  await follow('checkout.session.completed', completed);
  const granted = await entitlement();
  assert.deepEqual(
    [granted.state, granted.planKey, granted.periodEndsAt],
    ['active', 'team', later(30).toISOString()],
  );
  assert.equal((await checkout({})).json().code, 'already_subscribed');

  // The renewal failed; then an event of the first hour arrives late, and says that all is well.
  stripe.subscribe('sub_1', { status: 'past_due', orgUuid, price: 'price_team', periodEnd: later(30) });
  await follow('invoice.payment_failed', {
    parent: { subscription_details: { subscription: 'sub_1', metadata } },
  });
  assert.equal((await entitlement()).state, 'grace');
  await follow('customer.subscription.created', { id: 'sub_1', status: 'active', metadata });
  assert.equal((await entitlement()).state, 'grace', 'what the processor says now counts, not the event');

  stripe.subscribe('sub_1', { status: 'canceled', orgUuid, price: 'price_team', periodEnd: later(0) });
  await follow('customer.subscription.deleted', { id: 'sub_1', metadata });
  assert.equal((await entitlement()).state, 'expired');
  stripe.subscribe('sub_2', { status: 'active', orgUuid, price: 'price_scale', periodEnd: later(365) });
  await follow('customer.subscription.created', { id: 'sub_2', metadata });
  const again = await entitlement();
  assert.deepEqual([again.state, again.planKey], ['active', 'scale']);
  const url = '/api/v1/events?type=plumbline.entitlement.changed&direction=asc';
  const told = (await service.send({ url, token: reader })).json();
  assert.deepEqual(
    told.items.map(({ data }: { data: Record<string, unknown> }) => [data.previousState, data.state]),
    [
      ['trial', 'active'],
      ['active', 'grace'],
      ['grace', 'expired'],
      ['expired', 'active'],
    ],
  );
});

test('an event that comes twice has its effect once', async () => {
  const metadata = { organizationUuid: orgUuid };
  const event = stripe.event('customer.subscription.updated', { id: 'sub_2', metadata }, { at: now });
  const seen = events.seen.length;
  assert.equal((await tell(event)).statusCode, 204);
  await events.count(seen + 1);
  const asked = stripe.asked.length;
  assert.equal((await tell(event)).statusCode, 204);
  const other = { id: 'sub_2', metadata };
  await follow('customer.subscription.updated', other);
  assert.equal(stripe.asked.length, asked + 1, 'only the event that was new has been followed');
});

test('an event that is not signed, is old, or is about somebody else changes nothing', async () => {
  const before = await entitlement();
  const object = { id: 'sub_2', metadata: { organizationUuid: orgUuid } };
  const type = 'customer.subscription.deleted';
  const forged = await tell(stripe.event(type, object, { at: now, secret: 'whsec_other' }));
  assert.deepEqual([forged.statusCode, forged.json().code], [401, 'event_unverified']);
  const old = await tell(stripe.event(type, object, { at: new Date(now.getTime() - 600_000) }));
  assert.equal(old.statusCode, 401);
  const unsigned = { ...stripe.event(type, object, { at: now }), headers: {} };
  assert.equal((await tell(unsigned)).statusCode, 401);
  const strangers = { id: 'sub_2', metadata: { organizationUuid: randomUUID() } };
  assert.equal((await tell(stripe.event(type, strangers, { at: now }))).statusCode, 204);
  assert.equal((await tell(stripe.event('customer.created', { id: 'cus_1' }, { at: now }))).statusCode, 204);

  // Signed, but of a subscription that the processor says is another's.
  const other = randomUUID();
  stripe.subscribe('sub_9', { status: 'active', orgUuid: other, price: 'price_team', periodEnd: later(999) });
  const seen = events.seen.length;
  await tell(stripe.event('customer.subscription.created', { ...object, id: 'sub_9' }, { at: now }));
  const [event] = (await events.count(seen + 1)).slice(seen);
  assert.equal(event?.outcome, 'dead');
  assert.deepEqual(await entitlement(), before);
});
