import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { followSubscription } from '../../src/app/billing/follow-subscription.ts';
import { createAzureMarketplace } from '../../src/providers/billing/azure-marketplace.ts';
import { startTestWorker } from '../support/background.ts';
import { create } from '../support/catalog.ts';
import { startFakeAzure } from '../support/fake-azure.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const azure = await startFakeAzure({ after });
const { origin, clientId, clientSecret } = azure;
const offerUrl = 'https://azuremarketplace.microsoft.com/marketplace/apps/contoso.plumbline';
const marketplace = createAzureMarketplace(
  {
    ...{ authorityHost: origin, apiUrl: origin, directoryId: randomUUID() },
    ...{ clientId, clientSecret, offerUrl, plans: ['team'] },
  },
  azure.outbound,
);
const service = await startTestService({ after }, { billing: { processor: null, marketplace } });
const { owner, reader } = await activateContoso(service);
const fabrikam = service.issuer.delegated('frank@fabrikam.example');
await service.send({
  method: 'POST',
  url: '/api/v1/organization:activate',
  token: fabrikam,
  body: { name: 'Fabrikam' },
});
const { worker, events } = await startTestWorker(service.ctx.storage, [followSubscription(service.ctx)]);
after(() => worker.drain(0));

/** What the marketplace knows of the purchase. */
const purchase = { id: randomUUID(), planId: 'team', status: 'PendingFulfillmentStart' };
const term = { termUnit: 'P1M', startDate: '2026-11-01T00:00:00Z', endDate: '2027-12-01T00:00:00Z' };
const shown = () => ({
  id: purchase.id,
  planId: purchase.planId,
  saasSubscriptionStatus: purchase.status,
  term,
});
azure.on(/^\/api\/saas\/subscriptions\/resolve\?/, ({ headers }) =>
  headers['x-ms-marketplace-token'] === 'a+token=='
    ? { body: { id: purchase.id, planId: purchase.planId, offerId: 'plumbline' } }
    : { status: 400, body: { message: 'Failed to decrypt' } },
);
azure.on(/^\/api\/saas\/subscriptions\/[0-9a-f-]{36}\?/, () => ({ body: shown() }));
azure.on(/^\/api\/saas\/subscriptions\/[0-9a-f-]{36}\/activate\?/, () => {
  purchase.status = 'Subscribed';
  return { status: 200, body: '' };
});

const claim = (token: string, purchaseToken = 'a+token==') =>
  create(service, token, 'billing/marketplace-purchases', { purchaseToken });
const entitlement = async () => (await service.send({ url: '/api/v1/entitlement', token: reader })).json();
const tell = (body: unknown) => service.send({ method: 'POST', url: '/billing/events/marketplace', body });

async function followed(act: () => Promise<unknown>): Promise<void> {
  const seen = events.seen.length;
  await act();
  const [event] = (await events.count(seen + 1)).slice(seen);
  assert.equal(event?.outcome, 'done');
}

test('the checkout of the marketplace is the page of its offer', async () => {
  const body = { provider: 'marketplace', planKey: 'team' };
  const answer = await create(service, owner, 'billing/checkout', body);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual([answer.json().url, answer.json().expiresAt], [offerUrl, null]);
  const unknown = await create(service, owner, 'billing/checkout', { ...body, planKey: 'scale' });
  assert.equal(unknown.json().code, 'plan_unknown');
  assert.equal((await entitlement()).state, 'trial');
});

test('a purchase is resolved, claimed once, confirmed, and granted as the marketplace says', async () => {
  const invalid = await claim(owner, 'made-up');
  assert.deepEqual([invalid.statusCode, invalid.json().code], [422, 'purchase_token_invalid']);
  await followed(async () => {
    const accepted = await claim(owner);
    assert.equal(accepted.statusCode, 202, accepted.body);
  });
  const granted = await entitlement();
  assert.deepEqual(
    [granted.state, granted.planKey, granted.periodEndsAt],
    ['active', 'team', '2027-12-01T00:00:00.000Z'],
  );
  const activation = azure.asked.find(({ url }) => url.pathname.endsWith('/activate'));
  assert.deepEqual(JSON.parse(activation?.body ?? '{}'), { planId: 'team' });
  const taken = await claim(fabrikam);
  assert.deepEqual([taken.statusCode, taken.json().code], [409, 'purchase_taken']);
});

test('what a call of the marketplace says is not believed, only asked about', async () => {
  const lie = { id: randomUUID(), subscriptionId: purchase.id, action: 'Unsubscribe', status: 'Succeeded' };
  await followed(async () => assert.equal((await tell(lie)).statusCode, 204));
  assert.equal((await entitlement()).state, 'active');

  purchase.status = 'Suspended';
  const suspension = { id: randomUUID(), subscriptionId: purchase.id, action: 'Suspend' };
  await followed(async () => tell(suspension));
  assert.equal((await entitlement()).state, 'grace');
  const asked = azure.asked.length;
  assert.equal((await tell(suspension)).statusCode, 204, 'the same again changes nothing');
  purchase.status = 'Unsubscribed';
  await followed(async () => tell({ ...suspension, id: randomUUID(), action: 'Unsubscribe' }));
  assert.equal(azure.asked.length, asked + 1);
  assert.equal((await entitlement()).state, 'expired');
  assert.equal((await tell({ id: 'x', subscriptionId: randomUUID() })).statusCode, 204);
  assert.equal((await tell({ id: 'x' })).statusCode, 422);
});

test('a processor that is not configured takes no events', async () => {
  const answer = await service.send({ method: 'POST', url: '/billing/events/processor', body: {} });
  assert.equal(answer.statusCode, 404);
});
