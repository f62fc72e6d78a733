import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import { create, newDataset, newSource, preparedDataset } from '../support/catalog.ts';
import { failed, field, forgetWork, playExecutor, prepared } from '../support/executor.ts';
import { activateContoso, startTestService, type TestServiceOptions } from '../support/service.ts';

const path = '/api/v1/datasets';
const day = 24 * 60 * 60 * 1000;

async function start(t: Parameters<typeof startTestService>[0], options: TestServiceOptions = {}) {
  const service = await startTestService(t, options);
  const organization = await activateContoso(service);
  const { sourceUuid } = await newSource(service, organization.owner);
  return { service, ...organization, sourceUuid };
}

/** Most tests share a service; whoever counts datasets or turns the clock has one of its own. */
const { service, organizationUuid, owner, contributor, reader, sourceUuid } = await start({ after });

beforeEach(() => forgetWork(service, organizationUuid));

async function read(datasetUuid: string) {
  return (await service.send({ url: `${path}/${datasetUuid}`, token: reader })).json();
}

function change(method: 'PATCH' | 'DELETE', datasetUuid: string, etag: string, body?: unknown) {
  const url = `${path}/${datasetUuid}`;
  return service.send({ method, url, token: contributor, headers: { 'if-match': etag }, body });
}

test('a dataset is registered and prepared, and shows what was found', async () => {
  const key = randomUUID();
  const body = {
    name: 'Orders',
    sourceUuid,
    locator: { kind: 'table', schema: 'public', table: 'orders' },
    zone: 'Europe/Berlin',
  };
  const created = await create(service, contributor, 'datasets', body, key);
  assert.equal(created.statusCode, 201, created.body);
  const { datasetUuid, preparation, etag } = created.json();
  assert.deepEqual(created.json(), {
    datasetUuid,
    ...body,
    state: 'queued',
    rowCount: null,
    schemaHash: null,
    preparedAt: null,
    schemaChangedAt: null,
    preparation: { operationUuid: preparation.operationUuid, status: 'queued', error: null },
    createdAt: created.json().createdAt,
    etag,
    fields: null,
    notes: null,
  });
  assert.equal(created.headers.location, `http://plumbline.test${path}/${datasetUuid}`);
  assert.equal((await create(service, contributor, 'datasets', body, key)).json().datasetUuid, datasetUuid);

  const executor = playExecutor(service);
  const lease = await executor.take();
  assert.notEqual((await read(datasetUuid)).etag, etag, 'another state is another representation');
  const fields = [
    field('id', 'long', {
      nullable: false,
      profile: { nullCount: 0, distinctCount: { value: 7, exact: true }, min: '1e0', max: '7e0' },
    }),
    field('lines', 'list<struct<sku string>>', { children: [field('sku', 'string')] }),
  ];
  await executor.complete(lease, prepared(fields, 7));
  const dataset = await read(datasetUuid);
  assert.equal(dataset.state, 'ready');
  assert.deepEqual(dataset.fields, fields);
  assert.equal(dataset.rowCount, 7);
  assert.match(dataset.schemaHash, /^[0-9a-f]{64}$/);
  assert.equal(dataset.schemaChangedAt, null);
  assert.deepEqual(dataset.notes, []);

  const operation = await service.send({ url: `${path}/${datasetUuid}/preparation`, token: reader });
  assert.equal(operation.json().status, 'succeeded');
  assert.equal(operation.json().kind, 'dataset.prepare');
  assert.equal(operation.json().resourceUrl, `http://plumbline.test${path}/${datasetUuid}`);
  assert.equal(operation.headers['retry-after'], undefined);
});

test('datasets are listed by page, source and name', async (t) => {
  const { service, owner, contributor, reader, sourceUuid } = await start(t);
  const { sourceUuid: other } = await newSource(service, owner);
  const names = ['Orders', 'ORDER lines', 'Kunden'];
  for (const name of names) await newDataset(service, contributor, sourceUuid, { name });
  await newDataset(service, contributor, other, { name: 'Elsewhere' });
  const listed = async (query: string) => {
    const page = (await service.send({ url: `${path}?${query}`, token: reader })).json();
    return page.items.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await listed(''), ['Elsewhere', ...names.toReversed()]);
  assert.deepEqual(await listed(`sourceUuid=${sourceUuid}`), names.toReversed());
  assert.deepEqual(await listed('search=order'), ['ORDER lines', 'Orders']);
  assert.deepEqual(await listed('search=%25'), []);
  const first = (await service.send({ url: `${path}?limit=3`, token: reader })).json();
  assert.equal(first.items.length, 3);
  assert.equal('fields' in first.items[0], false);
  const cursor = encodeURIComponent(first.nextCursor);
  const rest = (await service.send({ url: `${path}?limit=3&cursor=${cursor}`, token: reader })).json();
  assert.deepEqual([rest.items.length, rest.nextCursor], [1, null]);
});

test('what a dataset cannot be is refused with its place', async () => {
  const files = await newSource(service, owner, { settings: { kind: 'files', root: '/d' }, password: null });
  const at = (target: string) => ({ sourceUuid: files.sourceUuid, locator: { kind: 'files', path: target } });
  const cases: [body: Record<string, unknown>, pointer: string][] = [
    [{ locator: { kind: 'files', path: 'a.csv' } }, '/locator/kind'],
    [at('../a.csv'), '/locator/path'],
    [at('/etc/passwd'), '/locator/path'],
    [at('a/../../b.csv'), '/locator/path'],
    [at('C:\\b.csv'), '/locator/path'],
    [{ zone: 'Mars/Olympus' }, '/zone'],
    [{ locator: { kind: 'table', schema: 'public' } }, '/locator/table'],
    [
      { sourceUuid: files.sourceUuid, locator: { kind: 'files', path: 'a', reading: { delimiter: '||' } } },
      '/locator/reading/delimiter',
    ],
  ];
  for (const [change, pointer] of cases) {
    const locator = { kind: 'table', schema: 'public', table: 'orders' };
    const answer = await create(service, contributor, 'datasets', {
      name: 'x',
      sourceUuid,
      locator,
      ...change,
    });
    assert.equal(answer.statusCode, 422, answer.body);
    assert.equal(answer.json().errors[0].pointer, pointer, answer.body);
  }
  const absent = { name: 'x', sourceUuid: randomUUID(), locator: { kind: 'files', path: 'a' } };
  assert.equal((await create(service, contributor, 'datasets', absent)).statusCode, 404);
  const made = await newDataset(service, contributor, files.sourceUuid, {
    locator: { kind: 'files', path: 'in/*.csv', reading: { delimiter: ';', header: null } },
  });
  const { locator } = (await service.send({ url: `${path}/${made.datasetUuid}`, token: owner })).json();
  assert.deepEqual(locator.reading, {
    format: null,
    encoding: null,
    delimiter: ';',
    quote: null,
    escape: null,
    header: null,
    nullTexts: null,
  });
});

test('a preparation is retried as published', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const retry = (key: string) =>
    create(service, contributor, `datasets/${datasetUuid}/preparation:retry`, undefined, key);
  const busy = await retry(randomUUID());
  assert.equal(busy.statusCode, 409);
  assert.equal(busy.json().code, 'operation_in_progress');

  const executor = playExecutor(service);
  await executor.complete(await executor.take(), failed('dataset_unreadable'));
  const key = randomUUID();
  const accepted = await retry(key);
  assert.equal(accepted.statusCode, 202, accepted.body);
  const { operationUuid } = accepted.json();
  const location = `http://plumbline.test/api/v1/operations/${operationUuid}`;
  assert.equal(accepted.headers.location, location);
  assert.equal(accepted.headers['retry-after'], '5');
  assert.equal(accepted.headers['idempotency-replayed'], 'false');
  assert.equal((await read(datasetUuid)).preparation.operationUuid, operationUuid);

  const lease = await executor.take();
  const running = await retry(key);
  assert.equal(running.statusCode, 202);
  assert.equal(running.headers['idempotency-replayed'], 'true');
  assert.equal(running.json().status, 'running');
  assert.equal((await retry(randomUUID())).json().code, 'operation_in_progress');

  await executor.complete(lease, prepared([field('id', 'long')]));
  const terminal = await retry(key);
  assert.equal(terminal.statusCode, 200);
  assert.equal(terminal.headers['idempotency-replayed'], 'true');
  assert.equal(terminal.headers.location, location);
  assert.equal(terminal.headers['retry-after'], undefined);
  assert.equal(terminal.json().status, 'succeeded');
  // One that is ready prepares again.
  assert.equal((await retry(randomUUID())).statusCode, 202);
  const unknown = `datasets/${randomUUID()}/preparation:retry`;
  assert.equal((await create(service, contributor, unknown, undefined)).statusCode, 404);
  const malformed = 'datasets/none/preparation:retry';
  assert.equal((await create(service, contributor, malformed, undefined)).statusCode, 422);
});

test('without an entitlement nothing new is prepared, and what was asked before is still answered', async (t) => {
  let now = new Date();
  const { service, contributor, sourceUuid } = await start(t, { now: () => now });
  const fields = [field('id', 'long')];
  const dataset = await preparedDataset(service, contributor, sourceUuid, fields);
  const retryPath = `datasets/${dataset.datasetUuid}/preparation:retry`;
  const key = randomUUID();
  assert.equal((await create(service, contributor, retryPath, undefined, key)).statusCode, 202);
  const executor = playExecutor(service);
  await executor.complete(await executor.take(), prepared(fields));
  now = new Date(now.getTime() + 15 * day);
  // The tokens of the test's issuer are good for a day.
  const late = { iat: now.getTime() / 1000, nbf: now.getTime() / 1000, exp: now.getTime() / 1000 + 600 };
  const carl = service.issuer.delegated('carl@contoso.example', late);
  const olivia = service.issuer.delegated('olivia@contoso.example', late);
  const body = { name: 'x', sourceUuid, locator: { kind: 'table', schema: 'a', table: 'b' } };
  const refused = [
    await create(service, carl, 'datasets', body),
    await create(service, carl, retryPath, undefined),
    await create(service, olivia, `discovery-sources/${sourceUuid}:test`, undefined),
  ];
  for (const answer of refused) {
    assert.equal(answer.statusCode, 402, answer.body);
    assert.equal(answer.json().code, 'entitlement_expired');
  }
  const replay = await create(service, carl, retryPath, undefined, key);
  assert.equal(replay.statusCode, 200);
  const gone = { ...body, sourceUuid: randomUUID() };
  assert.equal(
    (await create(service, carl, 'datasets', gone)).statusCode,
    404,
    'what is absent is told first',
  );
  assert.equal((await service.send({ url: path, token: carl })).statusCode, 200);
});

test('a schema that has changed is told', async () => {
  const { datasetUuid } = await preparedDataset(service, contributor, sourceUuid, [field('id', 'long')]);
  const executor = playExecutor(service);
  const again = async (outcome: unknown) => {
    const url = `datasets/${datasetUuid}/preparation:retry`;
    assert.equal((await create(service, contributor, url, undefined)).statusCode, 202);
    const lease = await executor.take();
    const during = await read(datasetUuid);
    assert.equal(during.fields.length, 1, 'what was known stays known meanwhile');
    await executor.complete(lease, outcome);
    return read(datasetUuid);
  };
  const first = await read(datasetUuid);
  const same = await again(prepared([field('id', 'long')], 200));
  assert.equal(same.schemaHash, first.schemaHash);
  assert.equal(same.schemaChangedAt, null);
  assert.equal(same.rowCount, 200);
  const other = await again(prepared([field('id', 'string')]));
  assert.notEqual(other.schemaHash, first.schemaHash);
  assert.equal(other.schemaChangedAt, other.preparedAt);
  const broken = await again(failed('dataset_not_found'));
  assert.equal(broken.state, 'failed');
  assert.equal(broken.schemaHash, other.schemaHash);
});

test('a dataset is changed and deleted only as it was last read', async () => {
  const { datasetUuid } = await preparedDataset(service, contributor, sourceUuid, [field('id', 'long')]);
  const { etag, preparation } = await read(datasetUuid);
  const renamed = await change('PATCH', datasetUuid, etag, { name: 'Bestellungen', zone: 'UTC' });
  assert.equal(renamed.statusCode, 200, renamed.body);
  assert.equal(renamed.json().name, 'Bestellungen');
  assert.equal(renamed.json().zone, 'UTC');
  assert.equal(
    renamed.json().preparation.operationUuid,
    preparation.operationUuid,
    'nothing is prepared again',
  );
  assert.equal(renamed.headers.etag, renamed.json().etag);
  assert.equal((await change('PATCH', datasetUuid, etag, { name: 'Lost' })).statusCode, 412);
  const unchanged = await change('PATCH', datasetUuid, renamed.json().etag, {
    name: null,
    locator: { kind: 'table', schema: 'public', table: 'orders' },
  });
  assert.equal(unchanged.json().etag, renamed.json().etag);
  const wrong = await change('PATCH', datasetUuid, unchanged.json().etag, {
    locator: { kind: 'files', path: 'a' },
  });
  assert.equal(wrong.json().errors[0].pointer, '/locator/kind');
  const moved = await change('PATCH', datasetUuid, unchanged.json().etag, {
    locator: { kind: 'table', schema: 'public', table: 'other' },
  });
  assert.equal(moved.json().state, 'queued');
  assert.equal(moved.json().fields, null);
  assert.notEqual(moved.json().preparation.operationUuid, preparation.operationUuid);

  const peer = await newDataset(service, contributor, sourceUuid);
  const pair = await create(service, contributor, 'dataset-pairs', {
    sourceDatasetUuid: datasetUuid,
    targetDatasetUuid: peer.datasetUuid,
  });
  const inUse = await change('DELETE', datasetUuid, moved.json().etag);
  assert.equal(inUse.json().code, 'dataset_in_use');
  assert.match(inUse.json().detail, /^1 pair \(Bestellungen → Orders\)/);
  const { datasetPairUuid, etag: pairTag } = pair.json();
  const unpaired = await service.send({
    method: 'DELETE',
    url: `/api/v1/dataset-pairs/${datasetPairUuid}`,
    token: contributor,
    headers: { 'if-match': pairTag },
  });
  assert.equal(unpaired.statusCode, 204);
  assert.equal((await change('DELETE', datasetUuid, moved.json().etag)).statusCode, 204);
  assert.equal((await read(datasetUuid)).code, 'not_found');
});
