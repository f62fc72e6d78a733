import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { create, newDataset, newSource, preparedDataset } from '../support/catalog.ts';
import { field } from '../support/executor.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const path = '/api/v1/dataset-pairs';
const profile = (distinct: number) => ({
  nullCount: 0,
  distinctCount: { value: distinct, exact: true },
  min: null,
  max: null,
});
const orders = [
  field('order_id', 'long', { nullable: false, profile: profile(100) }),
  field('amount', 'decimal(18,2)', { profile: profile(80) }),
  field('status', 'string', { profile: profile(4) }),
];

test('datasets are paired, listed, suggested and parted', async (t) => {
  const service = await startTestService(t);
  const { owner, contributor, reader } = await activateContoso(service);
  const { sourceUuid } = await newSource(service, owner);
  const source = await preparedDataset(service, contributor, sourceUuid, orders, { name: 'orders' });
  const target = await preparedDataset(
    service,
    contributor,
    sourceUuid,
    orders.map((each) => ({ ...each, name: each.name.toUpperCase() })),
    { name: 'ORDERS_V2' },
  );
  const strange = await preparedDataset(service, contributor, sourceUuid, [field('x', 'json')], {
    name: 'Wetter',
  });
  const suggestions = async (query = '') =>
    (await service.send({ url: `/api/v1/dataset-pair-suggestions?${query}`, token: reader })).json();

  const suggested = await suggestions();
  assert.equal(suggested.items.length, 1);
  const [suggestion] = suggested.items;
  assert.equal(suggestion.sourceDatasetUuid, source.datasetUuid);
  assert.equal(suggestion.targetDatasetUuid, target.datasetUuid);
  assert.ok(suggestion.score > 0.8 && suggestion.score <= 1);
  assert.match(suggestion.reason, /3 of 3 fields/);
  assert.deepEqual((await suggestions(`datasetUuid=${strange.datasetUuid}`)).items, []);
  assert.equal((await suggestions(`datasetUuid=${randomUUID()}`)).code, 'not_found');

  const key = randomUUID();
  const sides = { sourceDatasetUuid: source.datasetUuid, targetDatasetUuid: target.datasetUuid };
  const created = await create(service, contributor, 'dataset-pairs', sides, key);
  assert.equal(created.statusCode, 201, created.body);
  const pair = created.json();
  assert.deepEqual(pair, {
    datasetPairUuid: pair.datasetPairUuid,
    name: 'orders → ORDERS_V2',
    ...sides,
    createdAt: pair.createdAt,
    etag: pair.etag,
  });
  const replay = await create(service, contributor, 'dataset-pairs', sides, key);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replay.json(), pair);
  const twice = await create(service, contributor, 'dataset-pairs', sides);
  assert.equal(twice.json().code, 'dataset_pair_exists');
  const unknown = { ...sides, targetDatasetUuid: randomUUID() };
  assert.equal((await create(service, contributor, 'dataset-pairs', unknown)).statusCode, 404);
  assert.deepEqual((await suggestions()).items, [], 'what is paired is not suggested');

  const other = await create(service, contributor, 'dataset-pairs', {
    name: 'Back',
    sourceDatasetUuid: target.datasetUuid,
    targetDatasetUuid: strange.datasetUuid,
  });
  const listed = async (query: string) => {
    const page = (await service.send({ url: `${path}?${query}`, token: reader })).json();
    return page.items.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await listed(''), ['Back', 'orders → ORDERS_V2']);
  assert.deepEqual(await listed(`datasetUuid=${strange.datasetUuid}`), ['Back']);
  assert.deepEqual(await listed('search=Orders_v2'), ['orders → ORDERS_V2'], 'whatever its case');
  assert.deepEqual(await listed(`search=${encodeURIComponent('%')}`), [], 'a text, no pattern');
  const first = (await service.send({ url: `${path}?limit=1`, token: reader })).json();
  const cursor = encodeURIComponent(first.nextCursor);
  assert.deepEqual(await listed(`limit=1&cursor=${cursor}`), ['orders → ORDERS_V2']);

  const tests = `${path}/${pair.datasetPairUuid}/test-suggestions`;
  const all = (await service.send({ url: tests, token: reader })).json();
  const brief = all.items.map((each: Record<string, unknown>) => [
    each.surface,
    each.functionCode,
    each.sourceField,
    each.targetField,
  ]);
  assert.deepEqual(brief, [
    ['joinKey', null, 'order_id', 'ORDER_ID'],
    ['valueField', 'COUNT', 'order_id', 'ORDER_ID'],
    ['valueField', 'VALUE', 'amount', 'AMOUNT'],
    ['valueField', 'VALUE', 'status', 'STATUS'],
  ]);
  const page = (await service.send({ url: `${tests}?limit=3`, token: reader })).json();
  const more = encodeURIComponent(page.nextCursor);
  const rest = (await service.send({ url: `${tests}?limit=3&cursor=${more}`, token: reader })).json();
  assert.deepEqual([...page.items, ...rest.items], all.items);

  const read = await service.send({ url: `${path}/${pair.datasetPairUuid}`, token: reader });
  assert.deepEqual(read.json(), pair);
  assert.equal(read.headers.etag, pair.etag);
  const part = (uuid: string, etag: string) =>
    service.send({
      method: 'DELETE',
      url: `${path}/${uuid}`,
      token: contributor,
      headers: { 'if-match': etag },
    });
  assert.equal((await part(pair.datasetPairUuid, other.json().etag)).statusCode, 412);
  assert.equal((await part(pair.datasetPairUuid, pair.etag)).statusCode, 204);
  assert.equal((await part(pair.datasetPairUuid, pair.etag)).statusCode, 404);
});

test('tests are suggested only once both datasets are prepared', async (t) => {
  const service = await startTestService(t);
  const { owner, contributor, reader } = await activateContoso(service);
  const { sourceUuid } = await newSource(service, owner);
  const [a, b] = [
    await newDataset(service, contributor, sourceUuid),
    await newDataset(service, contributor, sourceUuid),
  ];
  const pair = await create(service, contributor, 'dataset-pairs', {
    sourceDatasetUuid: a.datasetUuid,
    targetDatasetUuid: b.datasetUuid,
  });
  const url = `${path}/${pair.json().datasetPairUuid}/test-suggestions`;
  assert.equal((await service.send({ url, token: reader })).json().code, 'dataset_not_prepared');
});
