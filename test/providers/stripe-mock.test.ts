import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createStripeProcessor } from '../../src/providers/billing/stripe-processor.ts';
import { createOutbound } from '../../src/providers/outbound/outbound.ts';
import { freePort, untilReady } from '../support/temporary-server.ts';

/**
 * Stripe's own stand-in checks every request against Stripe's published interface and answers with Stripe's shapes, so
 * what our own stand-in takes for granted is held against theirs here.
 */
const { STRIPE_MOCK: binary } = process.env;
if (binary === undefined) throw new Error('Set STRIPE_MOCK to the stripe-mock program; .ci/run installs it.');

const port = await freePort();
const server = spawn(binary, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
after(() => void server.kill('SIGKILL'));
const apiUrl = `http://127.0.0.1:${port}`;
await untilReady(server, () => fetch(apiUrl));

const outbound = createOutbound({
  origins: [apiUrl],
  timeoutMs: 10_000,
  authorities: undefined,
  random: Math.random,
  now: () => performance.now(),
});
const processor = createStripeProcessor(
  { secretKey: 'sk_test_123', webhookSecret: 'whsec_123', apiUrl, prices: { team: 'price_123' } },
  outbound,
);
const orgUuid = randomUUID();

test('Stripe takes our customers and checkouts', async () => {
  const customerId = await processor.createCustomer({ orgUuid, name: 'Contoso' });
  assert.match(customerId, /^cus_/);
  const checkout = await processor.createCheckout({
    orgUuid,
    customerId,
    planKey: 'team',
    returnUrl: 'https://plumbline.contoso.example/settings/plan',
    idempotencyKey: randomUUID(),
  });
  assert.match(checkout.url, /^https:\/\//);
  assert.ok(Number.isFinite(checkout.expiresAt.getTime()));
});

test('Stripe knows our key and prices', async () => {
  await processor.verify();
});

test('a subscription as Stripe shows it can be read', async () => {
  const subscription = await processor.readSubscription('sub_123');
  assert.ok(['pending', 'active', 'grace', 'ended'].includes(subscription.state));
  assert.ok(subscription.periodEndsAt !== null && Number.isFinite(subscription.periodEndsAt.getTime()));
});
