import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSourceSecrets } from '../../src/app/sources/source-secrets.ts';
import { create, databaseSettings, newDataset, newSource } from '../support/catalog.ts';
import { failed, playExecutor, succeeded } from '../support/executor.ts';
import { activateContoso, startTestService, type TestService } from '../support/service.ts';

const path = '/api/v1/discovery-sources';

/** Everything that the service has stored for an Organization, as text. */
async function dump(service: TestService, orgUuid: string): Promise<string> {
  return service.ctx.storage.withTenant(orgUuid, async (tx) => {
    const tables = [
      'plumbline.sources',
      'plumbline.datasets',
      'plumbline.operations',
      'plumbline.work',
      'plumbline.idempotency_keys',
    ] as const;
    const rows = [];
    for (const table of tables) rows.push(await tx.selectFrom(table).selectAll().execute());
    return JSON.stringify(rows);
  });
}

test('a source is registered, read, listed and removed', async (t) => {
  const service = await startTestService(t);
  const { owner, contributor, reader } = await activateContoso(service);
  const key = randomUUID();
  const body = { name: 'Sales', settings: databaseSettings, password: 'hunter2' };
  const created = await create(service, owner, 'discovery-sources', body, key);
  assert.equal(created.statusCode, 201, created.body);
  const source = created.json();
  const { sourceUuid, etag, createdAt } = source;
  assert.deepEqual(source, {
    sourceUuid,
    name: 'Sales',
    kind: 'postgresql',
    settings: databaseSettings,
    hasSecret: true,
    createdAt,
    etag,
  });
  assert.equal(created.headers.location, `http://plumbline.test${path}/${sourceUuid}`);
  assert.equal(created.headers.etag, etag);
  assert.equal(created.headers['idempotency-replayed'], 'false');

  const replay = await create(service, owner, 'discovery-sources', body, key);
  assert.equal(replay.statusCode, 201);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replay.json(), source);
  const other = await create(service, owner, 'discovery-sources', { ...body, password: 'other' }, key);
  assert.equal(other.json().code, 'idempotency_key_reused');

  const read = await service.send({ url: `${path}/${sourceUuid}`, token: reader });
  assert.deepEqual(read.json(), source);
  assert.equal(read.headers.etag, etag);

  const files = await newSource(service, owner, {
    settings: { kind: 'files', root: '/data' },
    password: null,
  });
  const first = (await service.send({ url: `${path}?limit=1`, token: reader })).json();
  assert.deepEqual(
    first.items.map((item: { sourceUuid: string }) => item.sourceUuid),
    [files.sourceUuid],
  );
  assert.equal(first.items[0].hasSecret, false);
  const cursor = encodeURIComponent(first.nextCursor);
  const second = (await service.send({ url: `${path}?limit=1&cursor=${cursor}`, token: reader })).json();
  assert.deepEqual([second.items[0].sourceUuid, second.nextCursor], [sourceUuid, null]);
  const filtered = (await service.send({ url: `${path}?kind=files`, token: reader })).json();
  assert.equal(filtered.items.length, 1);
  const astray = await service.send({ url: `${path}?kind=files&cursor=${cursor}`, token: reader });
  assert.equal(astray.json().code, 'cursor_invalid');

  const dataset = await newDataset(service, contributor, sourceUuid);
  const remove = (ifMatch: string) =>
    service.send({
      method: 'DELETE',
      url: `${path}/${sourceUuid}`,
      token: owner,
      headers: { 'if-match': ifMatch },
    });
  assert.equal((await remove('"other"')).statusCode, 412);
  const inUse = await remove(etag);
  assert.equal(inUse.json().code, 'source_in_use');
  assert.match(inUse.json().detail, /^1 dataset \(Orders\)/);
  await service.send({
    method: 'DELETE',
    url: `/api/v1/datasets/${dataset.datasetUuid}`,
    token: contributor,
    headers: { 'if-match': dataset.etag },
  });
  assert.equal((await remove(etag)).statusCode, 204);
  assert.equal((await service.send({ url: `${path}/${sourceUuid}`, token: reader })).statusCode, 404);
});

test('settings that cannot be so are refused with their place', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const { host: _, ...noHost } = databaseSettings;
  const cases: [body: Record<string, unknown>, pointer: string][] = [
    [{ settings: { ...databaseSettings, port: 0 } }, '/settings/port'],
    [{ settings: { ...databaseSettings, tls: 'maybe' } }, '/settings/tls'],
    [{ settings: { ...databaseSettings, root: '/data' } }, '/settings/root'],
    [{ settings: noHost }, '/settings/host'],
    [{ settings: { ...databaseSettings, kind: 'oracle' } }, '/settings/kind'],
    [{ settings: { kind: 'files', root: '' } }, '/settings/root'],
    [{ settings: { kind: 'files', root: '/data' }, password: 'x' }, '/password'],
    [{ name: '' }, '/name'],
  ];
  for (const [change, pointer] of cases) {
    const body = { name: 'Sales', settings: databaseSettings, ...change };
    const answer = await create(service, owner, 'discovery-sources', body);
    assert.equal(answer.statusCode, 422, answer.body);
    assert.deepEqual(
      answer.json().errors.map((error: { pointer: string }) => error.pointer),
      [pointer],
      JSON.stringify(change),
    );
  }
});

test('a password is nowhere to be seen but in the task of an executor', async (t) => {
  const password = `canary-${randomUUID()}`;
  const service = await startTestService(t);
  const { owner, contributor, organizationUuid } = await activateContoso(service);
  const answers: string[] = [];
  const key = randomUUID();
  const body = { name: 'Sales', settings: databaseSettings, password };
  const created = await create(service, owner, 'discovery-sources', body, key);
  const { sourceUuid } = created.json();
  answers.push(created.body, (await create(service, owner, 'discovery-sources', body, key)).body);
  await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  assert.ok(lease.task.kind === 'dataset.prepare');
  assert.equal(lease.task.source.password, password);
  await executor.complete(lease, failed('dataset_unreadable'));
  for (const url of [`${path}/${sourceUuid}`, path, '/api/v1/datasets', '/api/v1/operations']) {
    answers.push((await service.send({ url, token: owner })).body);
  }
  const stored = await dump(service, organizationUuid);
  assert.ok(stored.includes(sourceUuid), 'the dump holds the source');
  for (const text of [stored, ...service.logLines, ...answers]) assert.equal(text.includes(password), false);
});

test('a stored password is good for its own source only', () => {
  const secrets = createSourceSecrets('a secret of at least 32 characters for tests');
  const source = { orgUuid: randomUUID(), sourceUuid: randomUUID() };
  const stored = secrets.encrypt(source, 'pässword ✓');
  assert.equal(secrets.decrypt(source, stored), 'pässword ✓');
  assert.notEqual(secrets.encrypt(source, 'pässword ✓'), stored);
  const unreadable = { code: 'source_secret_unreadable' };
  assert.throws(() => secrets.decrypt({ ...source, sourceUuid: randomUUID() }, stored), unreadable);
  assert.throws(() => secrets.decrypt({ ...source, orgUuid: randomUUID() }, stored), unreadable);
  const another = createSourceSecrets('another secret of at least 32 characters');
  assert.throws(() => another.decrypt(source, stored), unreadable);
  assert.throws(() => secrets.decrypt(source, `${stored.slice(0, -2)}AA`), unreadable);
});

test('the test of a source is an operation with an answer', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const { sourceUuid } = await newSource(service, owner);
  const key = randomUUID();
  const ask = () => create(service, owner, `discovery-sources/${sourceUuid}:test`, undefined, key);
  const accepted = await ask();
  assert.equal(accepted.statusCode, 202, accepted.body);
  const { operationUuid } = accepted.json();
  assert.equal(accepted.headers['retry-after'], '5');
  assert.equal(accepted.headers.location, `http://plumbline.test/api/v1/operations/${operationUuid}`);
  const executor = playExecutor(service);
  const lease = await executor.take();
  assert.equal(lease.task.kind, 'source.test');
  const result = { kind: 'source.test', message: 'Connected.', serverVersion: 'PostgreSQL 17.2' };
  assert.equal((await executor.complete(lease, succeeded(result))).statusCode, 200);
  const replay = await ask();
  assert.equal(replay.statusCode, 200);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.equal(replay.headers['retry-after'], undefined);
  assert.deepEqual(replay.json().result, { message: 'Connected.', serverVersion: 'PostgreSQL 17.2' });
  const unknown = await create(service, owner, `discovery-sources/${randomUUID()}:test`, undefined);
  assert.equal(unknown.statusCode, 404);
});

test('browsing waits for an executor, pages, and tells why it cannot', async (t) => {
  const service = await startTestService(t, { settings: { browseWaitMs: 1_500 } });
  const { owner, contributor, reader } = await activateContoso(service);
  const { sourceUuid } = await newSource(service, owner, {
    settings: { kind: 'files', root: '/data' },
    password: null,
  });
  const browse = (query: string, token = contributor) =>
    service.send({ url: `${path}/${sourceUuid}/candidates?${query}`, token });
  assert.equal((await browse('', reader)).statusCode, 403);
  assert.equal((await browse('')).json().code, 'execution_environment_not_ready');
  const executor = playExecutor(service);
  await executor.claim({ connectors: ['mysql'] });
  assert.equal((await browse('')).json().code, 'execution_environment_not_ready');

  await executor.claim();
  const late = await browse('');
  assert.equal(late.statusCode, 503);
  assert.equal(late.json().code, 'dependency_unavailable');
  assert.equal(late.headers['retry-after'], '5');
  // Nobody waits for it any more.
  assert.deepEqual((await executor.claim()).json().leases, []);

  /** Browses while the executor answers. */
  const answered = async (query: string, outcome: unknown) => {
    const answer = browse(query);
    const lease = await takeSoon(executor);
    const completed = await executor.complete(lease, outcome);
    assert.equal(completed.statusCode, 200, completed.body);
    return { task: lease.task, answer: await answer };
  };
  const candidates = [
    {
      name: 'orders.csv',
      kind: 'file',
      locator: {
        kind: 'files',
        path: 'orders.csv',
        reading: {
          format: 'csv',
          encoding: null,
          delimiter: null,
          quote: null,
          escape: null,
          header: null,
          nullTexts: null,
        },
      },
      childrenOf: null,
      description: '12 kB',
    },
    { name: '2026', kind: 'folder', locator: null, childrenOf: '2026', description: null },
  ];
  const page = { kind: 'source.browse', candidates, next: 'orders.csv' };
  const { task, answer } = await answered('parent=in&search=Or&limit=2', succeeded(page));
  const { source: _, ...asked } = task;
  assert.deepEqual(asked, { kind: 'source.browse', parent: 'in', search: 'Or', limit: 2, after: null });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json().items, candidates);
  const cursor = encodeURIComponent(answer.json().nextCursor);
  const last = { kind: 'source.browse', candidates: [], next: null };
  const next = await answered(`parent=in&search=Or&limit=2&cursor=${cursor}`, succeeded(last));
  assert.equal(next.task.after, 'orders.csv');
  assert.deepEqual(next.answer.json(), { items: [], nextCursor: null });
  assert.equal((await browse(`parent=in&limit=2&cursor=${cursor}`)).json().code, 'cursor_invalid');

  const refused = await answered('', failed('data_access_refused'));
  assert.equal(refused.answer.json().code, 'data_access_refused');
  const long = { kind: 'source.browse', candidates: [], next: '\u0001'.repeat(1_000) };
  const waiting = browse('limit=3');
  const lease = await takeSoon(executor);
  const tooLong = await executor.complete(lease, succeeded(long));
  assert.equal(tooLong.statusCode, 422, tooLong.body);
  assert.equal((await executor.complete(lease, succeeded(last))).statusCode, 200);
  assert.equal((await waiting).statusCode, 200);
});

/** The request that queues the work is under way at the same time. */
async function takeSoon(executor: ReturnType<typeof playExecutor>) {
  for (let look = 0; look < 50; look += 1) {
    const [lease] = (await executor.claim()).json().leases;
    if (lease !== undefined) return lease;
    await sleep(20);
  }
  throw new Error('No work came.');
}
