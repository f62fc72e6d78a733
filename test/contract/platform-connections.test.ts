import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { create, newDataset } from '../support/catalog.ts';
import { playExecutor, succeeded } from '../support/executor.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const service = await startTestService({ after });
const { owner, contributor, reader } = await activateContoso(service);
const path = '/api/v1/platform-connections';

/** Where a platform would be: whoever connects to it is counted. */
const platform = createServer((socket) => {
  calls += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
let calls = 0;
await once(platform, 'listening');
after(() => void platform.close());

const trino = {
  kind: 'trino',
  host: '127.0.0.1',
  port: (platform.address() as AddressInfo).port,
  tls: 'verifyFull',
  user: 'plumbline',
  authentication: 'password',
} as const;
const databricks = {
  kind: 'databricks',
  host: 'adb-1.azuredatabricks.net',
  httpPath: '/sql/1.0/warehouses/1',
  authentication: 'servicePrincipal',
  clientId: 'an-application',
} as const;

interface Connection {
  readonly sourceUuid: string;
  readonly etag: string;
}

async function connect(settings: unknown = trino, secret: string | null = 'hunter2'): Promise<Connection> {
  const answer = await create(service, owner, 'platform-connections', { name: 'Lake', settings, secret });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

const read = (sourceUuid: string) => service.send({ url: `${path}/${sourceUuid}`, token: reader });
const stage = (sourceUuid: string, key: string = randomUUID()) =>
  create(service, owner, `platform-connections/${sourceUuid}/removal-plans`, undefined, key);
const remove = (url: string, ifMatch?: string) =>
  service.send({
    method: 'DELETE',
    url,
    token: owner,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });

test('a platform is connected, read, listed, and is a discovery source too', async () => {
  const key = randomUUID();
  const body = { name: 'Lake', settings: trino, secret: 'hunter2' };
  const created = await create(service, owner, 'platform-connections', body, key);
  assert.equal(created.statusCode, 201, created.body);
  const connection = created.json();
  const { sourceUuid, etag, createdAt } = connection;
  assert.deepEqual(connection, {
    sourceUuid,
    name: 'Lake',
    kind: 'trino',
    settings: { ...trino, catalog: null },
    hasSecret: true,
    stagedRemovalPlanUuid: null,
    createdAt,
    etag,
  });
  assert.equal(created.headers.location, `http://plumbline.test${path}/${sourceUuid}`);
  const replay = await create(service, owner, 'platform-connections', body, key);
  assert.deepEqual([replay.statusCode, replay.headers['idempotency-replayed']], [201, 'true']);
  assert.deepEqual((await read(sourceUuid)).json(), connection);
  const other = await connect(databricks);
  const listed = (await service.send({ url: `${path}?limit=1`, token: reader })).json();
  assert.equal(listed.items[0].sourceUuid, other.sourceUuid);
  const filtered = (await service.send({ url: `${path}?kind=trino`, token: reader })).json();
  assert.deepEqual(
    filtered.items.map((item: Connection) => item.sourceUuid),
    [sourceUuid],
  );
  const asSource = await service.send({ url: `/api/v1/discovery-sources/${sourceUuid}`, token: reader });
  assert.equal(asSource.json().kind, 'trino');
  const refused = await create(service, owner, 'discovery-sources', { name: 'Lake', settings: trino });
  assert.equal(refused.statusCode, 422, 'platforms are not registered as plain sources');
});

test('settings and secrets that cannot be so are refused with their place', async () => {
  const { clientId: _, ...noClient } = databricks;
  const cases: [settings: unknown, secret: string | null, pointer: string][] = [
    [trino, null, '/secret'],
    [{ ...trino, authentication: 'none' }, 'x', '/secret'],
    [{ ...trino, port: 0 }, 'x', '/settings/port'],
    [{ ...trino, httpPath: '/x' }, 'x', '/settings/httpPath'],
    [{ ...databricks, httpPath: 'no slash' }, 'x', '/settings/httpPath'],
    [noClient, 'x', '/settings/clientId'],
    [{ ...databricks, authentication: 'token' }, 'x', '/settings/clientId'],
    [{ ...trino, kind: 'files' }, 'x', '/settings/kind'],
  ];
  for (const [settings, secret, pointer] of cases) {
    const answer = await create(service, owner, 'platform-connections', { name: 'Lake', settings, secret });
    assert.equal(answer.statusCode, 422, answer.body);
    assert.equal(answer.json().errors[0].pointer, pointer, JSON.stringify(settings));
  }
});

test('a connection is tested by an executor that can reach its kind, and by nobody else', async () => {
  const { sourceUuid } = await connect();
  const url = `platform-connections/${sourceUuid}:test`;
  await playExecutor(service).claim();
  const absent = await create(service, owner, url, undefined);
  assert.deepEqual([absent.statusCode, absent.json().code], [409, 'execution_environment_not_ready']);
  const executor = playExecutor(service);
  await executor.claim({ connectors: ['trino'] });
  const key = randomUUID();
  const accepted = await create(service, owner, url, undefined, key);
  assert.equal(accepted.statusCode, 202, accepted.body);
  const [lease] = (await executor.claim({ connectors: ['trino'] })).json().leases;
  assert.equal(lease.task.source.password, 'hunter2');
  await executor.complete(lease, succeeded({ kind: 'source.test', message: 'Here.', serverVersion: '480' }));
  const ended = await create(service, owner, url, undefined, key);
  assert.deepEqual([ended.statusCode, ended.json().result.serverVersion], [200, '480']);
});

test('a staged plan lists every dependant, and is cancelled with its ETag or that of the connection', async () => {
  const { sourceUuid, etag: before } = await connect();
  const datasets = [];
  for (const name of ['Orders', 'Orders copy']) {
    datasets.push(await newDataset(service, contributor, sourceUuid, { name }));
  }
  const pair = await create(service, contributor, 'dataset-pairs', {
    sourceDatasetUuid: datasets[0]?.datasetUuid,
    targetDatasetUuid: datasets[1]?.datasetUuid,
  });
  const key = randomUUID();
  const staged = await stage(sourceUuid, key);
  assert.equal(staged.statusCode, 201, staged.body);
  const plan = staged.json();
  const planUrl = `${path}/${sourceUuid}/removal-plans/${plan.planUuid}`;
  assert.equal(staged.headers.location, `http://plumbline.test${planUrl}`);
  assert.deepEqual(
    plan.dependants.map((each: { kind: string; resourceUuid: string }) => [each.kind, each.resourceUuid]),
    [
      ...datasets.map(({ datasetUuid }) => ['dataset', datasetUuid]),
      ['datasetPair', pair.json().datasetPairUuid],
    ],
  );
  assert.equal(plan.dependantCount, 3);
  assert.equal((await stage(sourceUuid, key)).headers['idempotency-replayed'], 'true');
  assert.equal((await stage(sourceUuid)).json().code, 'removal_staged');
  const connection = (await read(sourceUuid)).json();
  assert.equal(connection.stagedRemovalPlanUuid, plan.planUuid);
  assert.notEqual(connection.etag, before);

  assert.equal((await remove(planUrl)).statusCode, 428);
  assert.equal((await remove(planUrl, '*')).json().code, 'if_match_invalid');
  assert.equal((await remove(planUrl, before)).statusCode, 412);
  const cancelled = await remove(planUrl, plan.etag);
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.equal(cancelled.json().state, 'cancelled');
  assert.equal(cancelled.headers.etag, cancelled.json().etag);
  assert.equal((await remove(planUrl, plan.etag)).statusCode, 412);
  assert.equal((await remove(planUrl, cancelled.json().etag)).json().code, 'removal_not_staged');
  assert.equal((await read(sourceUuid)).json().stagedRemovalPlanUuid, null);
  const kept = await service.send({ url: planUrl, token: reader });
  assert.deepEqual(kept.json(), cancelled.json());

  const again = (await stage(sourceUuid)).json();
  const current = (await read(sourceUuid)).json().etag;
  const byConnection = await remove(`${path}/${sourceUuid}/removal-plans/${again.planUuid}`, current);
  assert.equal(byConnection.statusCode, 200);

  const plans = `${path}/${sourceUuid}/removal-plans`;
  const newest = (await service.send({ url: `${plans}?limit=1`, token: reader })).json();
  assert.deepEqual(newest.items, [byConnection.json()]);
  const cursor = encodeURIComponent(newest.nextCursor);
  const oldest = (await service.send({ url: `${plans}?limit=1&cursor=${cursor}`, token: reader })).json();
  assert.deepEqual(oldest, { items: [cancelled.json()], nextCursor: null });
  const nowhere = `${path}/${randomUUID()}/removal-plans`;
  assert.equal((await service.send({ url: nowhere, token: reader })).statusCode, 404);

  const elsewhere = await connect();
  const astray = `${path}/${elsewhere.sourceUuid}/removal-plans/${plan.planUuid}`;
  assert.equal((await remove(astray, plan.etag)).statusCode, 404);
});

test('a connection is removed with its ETag or that of its plan, not before its datasets, and the platform is left alone', async () => {
  const { sourceUuid, etag } = await connect();
  const url = `${path}/${sourceUuid}`;
  const dataset = await newDataset(service, contributor, sourceUuid);
  const inUse = await remove(url, etag);
  assert.deepEqual([inUse.statusCode, inUse.json().code], [409, 'source_in_use']);
  assert.match(inUse.json().detail, /^1 dataset \(Orders\)/);
  await service.send({
    method: 'DELETE',
    url: `/api/v1/datasets/${dataset.datasetUuid}`,
    token: contributor,
    headers: { 'if-match': dataset.etag },
  });
  const plan = (await stage(sourceUuid)).json();
  assert.equal((await remove(url)).statusCode, 428);
  assert.equal((await remove(url, etag)).statusCode, 412, 'staging has changed the connection');
  const { etag: current } = (await read(sourceUuid)).json();
  const removed = await remove(url, plan.etag);
  assert.equal(removed.statusCode, 204, removed.body);
  assert.equal(removed.headers.etag, current);
  assert.equal(removed.body, '');
  assert.equal((await read(sourceUuid)).statusCode, 404);
  assert.equal((await remove(url, current)).statusCode, 404);
  const gone = await service.send({ url: `${url}/removal-plans/${plan.planUuid}`, token: reader });
  assert.equal(gone.statusCode, 404);

  const plain = await connect();
  const plainRemoval = await remove(`${path}/${plain.sourceUuid}`, plain.etag);
  assert.deepEqual([plainRemoval.statusCode, plainRemoval.headers.etag], [204, plain.etag]);
  assert.equal(calls, 0, 'nothing has called the platform');
});

test('a plain source is no platform connection', async () => {
  const settings = { kind: 'files', root: '/data' };
  const source = (await create(service, owner, 'discovery-sources', { name: 'Files', settings })).json();
  assert.equal((await read(source.sourceUuid)).statusCode, 404);
  assert.equal((await remove(`${path}/${source.sourceUuid}`, source.etag)).statusCode, 404);
});
