import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { listFactories } from '../../src/app/factories/refresh-factories.ts';
import { createAzureFactoryDiscovery } from '../../src/providers/cloud/azure-factory-discovery.ts';
import { startTestWorker } from '../support/background.ts';
import { create, newDataset } from '../support/catalog.ts';
import { startFakeAzure } from '../support/fake-azure.ts';
import type { Told } from '../support/local-server.ts';
import { activateContoso, startTestService } from '../support/service.ts';
import { knownDirectory } from '../support/tokens.ts';

const azure = await startFakeAzure({ after });
const { origin, clientId, clientSecret } = azure;
const discovery = createAzureFactoryDiscovery(
  { authorityHost: origin, managerUrl: origin, clientId, clientSecret },
  azure.outbound,
);
let now = new Date('2026-03-02T12:00:00Z');
const service = await startTestService({ after }, { discovery, now: () => now });
const { owner, contributor, reader } = await activateContoso(service);
const { worker, events } = await startTestWorker(service.ctx.storage, [listFactories(service.ctx)], {
  clock: service.ctx.clock,
  pollMs: 50,
});
after(() => worker.drain(0));

const [sales, archive, disabled] = [randomUUID(), randomUUID(), randomUUID()];
const subscription = (subscriptionId: string, displayName: string, state = 'Enabled') => ({
  subscriptionId,
  displayName,
  state,
});
const factory = (subscriptionId: string, group: string, name: string) => ({
  id: `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.DataFactory/factories/${name}`,
  name,
  location: 'westeurope',
});
azure.on(/^\/subscriptions\?/, ({ url }) =>
  url.searchParams.has('page')
    ? { body: { value: [subscription(archive, 'Archive'), subscription(disabled, 'Old', 'Disabled')] } }
    : {
        body: {
          value: [subscription(sales, 'Sales')],
          nextLink: `${origin}/subscriptions?api-version=1&page=2`,
        },
      },
);
const factoriesOf = (subscriptionId: string, answer: () => Told) =>
  azure.on(new RegExp(`^/subscriptions/${subscriptionId}/providers/Microsoft.DataFactory/factories`), answer);
factoriesOf(sales, () => ({ body: { value: [factory(sales, 'rg-sales', 'sales-factory')] } }));
factoriesOf(archive, () => ({ body: { value: [factory(archive, 'rg-archive', 'Archive-Factory')] } }));

const options = '/api/v1/discovery-source-options/factory';
const refresh = (key: string = randomUUID()) =>
  create(service, owner, 'discovery-source-options/factory:refresh', undefined, key);

/** Refreshes, and answers with how the operation ended. */
async function refreshed(): Promise<{ status: string; error: { code: string; detail: string } | null }> {
  const { operationUuid } = (await refresh()).json();
  for (let seen = events.seen.length; ; seen += 1) {
    const operation = await service.send({ url: `/api/v1/operations/${operationUuid}`, token: reader });
    if (operation.json().finishedAt !== null) return operation.json();
    await events.count(seen + 1);
    // The next attempt is due at once: nobody waits for the pauses of the worker here.
    now = new Date(now.getTime() + 3_600_000);
  }
}

const settings = {
  kind: 'factory',
  subscriptionId: sales,
  resourceGroup: 'RG-Sales',
  factoryName: 'Sales-Factory',
} as const;

test('a refresh lists the factories of every enabled subscription, over pages', async () => {
  const key = randomUUID();
  const accepted = await refresh(key);
  assert.equal(accepted.statusCode, 202, accepted.body);
  assert.equal(accepted.headers['retry-after'], '5');
  const seen = events.seen.length;
  if ((await refresh(key)).statusCode === 202) await events.count(seen + 1);
  const ended = await refresh(key);
  assert.deepEqual([ended.statusCode, ended.headers['idempotency-replayed']], [200, 'true']);
  assert.equal(ended.json().status, 'succeeded', ended.body);
  const first = (await service.send({ url: `${options}?limit=1`, token: reader })).json();
  assert.deepEqual(first.items, [
    {
      subscriptionId: archive,
      subscriptionName: 'Archive',
      resourceGroup: 'rg-archive',
      factoryName: 'Archive-Factory',
      location: 'westeurope',
      refreshedAt: first.items[0].refreshedAt,
    },
  ]);
  const cursor = encodeURIComponent(first.nextCursor);
  const second = (await service.send({ url: `${options}?limit=1&cursor=${cursor}`, token: reader })).json();
  assert.deepEqual([second.items[0].factoryName, second.nextCursor], ['sales-factory', null]);
  const { directoryId } = knownDirectory('contoso');
  const asked = azure.asked.filter(({ url }) => url.pathname.startsWith('/subscriptions'));
  assert.ok(asked.every(({ headers }) => headers.authorization === `Bearer token-of-${directoryId}`));
  assert.equal(
    asked.some(({ url }) => url.pathname.includes(disabled)),
    false,
  );
});

test('a factory of the options becomes a source whose definitions can be browsed, without an executor', async () => {
  const created = await create(service, owner, 'discovery-sources', { name: 'Factory', settings });
  assert.equal(created.statusCode, 201, created.body);
  const { sourceUuid } = created.json();
  azure.on(/\/factories\/Sales-Factory\/datasets/i, () => ({
    body: {
      value: ['orders', 'customers'].map((name) => ({
        name,
        properties: {
          type: 'AzureSqlTable',
          folder: { name: 'landing' },
          linkedServiceName: { type: 'LinkedServiceReference', referenceName: 'warehouse' },
        },
      })),
    },
  }));
  const url = `/api/v1/discovery-sources/${sourceUuid}/candidates`;
  const page = (await service.send({ url: `${url}?limit=1`, token: contributor })).json();
  assert.deepEqual(page.items, [
    {
      name: 'customers',
      kind: 'definition',
      locator: null,
      childrenOf: null,
      description: 'AzureSqlTable by warehouse in landing',
    },
  ]);
  const next = `${url}?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`;
  assert.equal((await service.send({ url: next, token: contributor })).json().items[0].name, 'orders');
  const found = await service.send({ url: `${url}?search=ORD`, token: contributor });
  assert.deepEqual([found.json().items.length, found.json().nextCursor], [1, null]);
  await assert.rejects(newDataset(service, contributor, sourceUuid), /source_unsuitable/);
});

test('a factory that is not among the options cannot be selected', async () => {
  const made = { ...settings, factoryName: 'made-up' };
  const answer = await create(service, owner, 'discovery-sources', { name: 'Factory', settings: made });
  assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'factory_unknown']);
});

test('one refresh at a time, and nothing is selected while it runs', async () => {
  await worker.drain(0);
  const { operationUuid } = (await refresh()).json();
  const again = await refresh();
  assert.deepEqual([again.statusCode, again.json().code], [409, 'operation_in_progress']);
  const selected = await create(service, owner, 'discovery-sources', { name: 'Factory', settings });
  assert.equal(selected.json().code, 'operation_in_progress');
  const other = await startTestWorker(service.ctx.storage, [listFactories(service.ctx)], { pollMs: 50 });
  await other.events.count(1);
  await other.worker.drain(0);
  const ended = await service.send({ url: `/api/v1/operations/${operationUuid}`, token: reader });
  assert.equal(ended.json().status, 'succeeded');
});

const failures: [name: string, answer: () => Told, code: string][] = [
  [
    'next links that lead elsewhere are not followed',
    () => ({ body: { value: [], nextLink: 'https://evil.example/subscriptions?page=2' } }),
    'cloud_answer_invalid',
  ],
  [
    'a page that never ends is given up',
    () => ({ body: { value: [], nextLink: `${origin}/subscriptions?api-version=1&again=1` } }),
    'cloud_answer_invalid',
  ],
  [
    'a redirect is not followed',
    () => ({ status: 307, headers: { location: 'https://evil.example/' } }),
    'cloud_answer_invalid',
  ],
  [
    'a refusal is told',
    () => ({ status: 403, body: { error: { code: 'AuthorizationFailed' } } }),
    'cloud_access_denied',
  ],
  [
    'throttling is waited for, and told when it does not end',
    () => ({ status: 429, headers: { 'retry-after': '30' }, body: { error: { code: 'TooManyRequests' } } }),
    'dependency_unavailable',
  ],
];

test('what goes wrong in the cloud stands in the operation, and the options stay', async (t) => {
  const spare = await startTestWorker(service.ctx.storage, [listFactories(service.ctx)], {
    clock: service.ctx.clock,
    pollMs: 50,
    onEvent: (event) => events.add(event),
  });
  t.after(() => spare.worker.drain(0));
  let answer = failures[0]?.[1];
  azure.on(/^\/subscriptions\?/, () => answer?.() ?? {});
  for (const [name, each, code] of failures) {
    answer = each;
    const operation = await refreshed();
    assert.deepEqual([operation.status, operation.error?.code], ['failed', code], name);
  }
  const kept = (await service.send({ url: options, token: reader })).json();
  assert.equal(kept.items.length, 2);
  assert.equal(
    azure.asked.some(({ url }) => url.hostname === 'evil.example'),
    false,
  );
});

test('expired credentials are told as such, and no secret with them', async () => {
  const expired = createAzureFactoryDiscovery(
    { authorityHost: origin, managerUrl: origin, clientId, clientSecret: 'expired-secret' },
    azure.outbound,
  );
  const { directoryId } = knownDirectory('contoso');
  await assert.rejects(expired.listFactories(directoryId), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'cloud_access_denied');
    assert.equal(`${error.message}${error.cause}`.includes('expired-secret'), false);
    return true;
  });
});

test('without an application of the deployment nothing is refreshed', async (t) => {
  const plain = await startTestService(t, {});
  const contoso = await activateContoso(plain);
  const answer = await create(plain, contoso.owner, 'discovery-source-options/factory:refresh', undefined);
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'cloud_not_configured']);
});
