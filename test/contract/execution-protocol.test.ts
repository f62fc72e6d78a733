import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { applicationObjectId } from '../../src/providers/identity/embedded/token-claims.ts';
import { newDataset, newSource } from '../support/catalog.ts';
import {
  expireLease,
  failed,
  field,
  forgetWork,
  playExecutor,
  prepared,
  succeeded,
} from '../support/executor.ts';
import { activateContoso, executorToken, startTestService } from '../support/service.ts';
import { knownDirectory } from '../support/tokens.ts';

const service = await startTestService({ after });
const { organizationUuid, owner, contributor } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);

beforeEach(() => forgetWork(service, organizationUuid));

async function datasetOf(datasetUuid: string) {
  return (await service.send({ url: `/api/v1/datasets/${datasetUuid}`, token: contributor })).json();
}

test('a task carries all that it takes, and only while it is leased', async () => {
  const executor = playExecutor(service);
  assert.deepEqual((await executor.claim()).json(), {
    protocolVersion: 1,
    leases: [],
    pollAfterSeconds: 1,
  });
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid, { zone: 'Europe/Berlin' });
  const lease = await executor.take();
  assert.equal(lease.kind, 'dataset.prepare');
  assert.equal(lease.attempt, 1);
  assert.equal(lease.leaseSeconds, 15);
  assert.deepEqual(lease.task, {
    kind: 'dataset.prepare',
    source: {
      sourceUuid,
      settings: {
        kind: 'postgresql',
        host: 'db.contoso.example',
        port: 5432,
        database: 'sales',
        user: 'reader',
        tls: 'verifyFull',
      },
      password: 'hunter2',
    },
    dataset: {
      datasetUuid,
      name: 'Orders',
      locator: { kind: 'table', schema: 'public', table: 'orders' },
      zone: 'Europe/Berlin',
    },
  });
  assert.equal((await datasetOf(datasetUuid)).state, 'running');
  assert.deepEqual((await executor.claim()).json().leases, []);
});

test('work goes only to executors that can reach its source, at most as much as they have room for', async () => {
  for (let index = 0; index < 3; index += 1) await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  assert.deepEqual(
    (await executor.claim({ connectors: ['files', 'mysql'], capacity: 16 })).json().leases,
    [],
  );
  assert.equal((await executor.claim({ capacity: 2 })).json().leases.length, 2);
  assert.equal((await playExecutor(service).claim({ capacity: 2 })).json().leases.length, 1);
  for (const capacity of [0, 17]) assert.equal((await executor.claim({ capacity })).statusCode, 422);
});

test('versions are agreed on, or refused', async () => {
  const executor = playExecutor(service);
  assert.equal((await executor.claim({ protocolVersions: [3, 2, 1] })).json().protocolVersion, 1);
  const refused = await executor.claim({ protocolVersions: [2, 3] });
  assert.equal(refused.statusCode, 409);
  assert.equal(refused.json().code, 'protocol_version_unsupported');
});

test('a heartbeat keeps the lease and shows progress', async () => {
  const { preparation } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const progress = { done: 3, total: 10, unit: 'rows' };
  const kept = await executor.heartbeat(lease, { progress });
  assert.deepEqual(kept.json(), { leaseSeconds: 15, cancelRequested: false });
  const url = `/api/v1/operations/${preparation.operationUuid}`;
  const operation = (await service.send({ url, token: contributor })).json();
  assert.deepEqual(operation.progress, progress);
  assert.equal(operation.status, 'running');
});

test('who lost the lease changes nothing, whatever is sent', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const [first, second] = [playExecutor(service), playExecutor(service)];
  const stale = await first.take();
  await expireLease(service, organizationUuid, stale);
  // It ran out, but nobody else has it: the holder is only late.
  assert.equal((await first.heartbeat(stale)).statusCode, 200);
  await expireLease(service, organizationUuid, stale);
  const current = await second.take();
  assert.equal(current.workUuid, stale.workUuid);
  assert.ok(current.fencingNumber > stale.fencingNumber);
  assert.equal(current.attempt, 2);
  const before = await datasetOf(datasetUuid);
  const fields = [field('stale', 'long')];
  const attempts = [
    await first.heartbeat(stale, { progress: { done: 9, total: 9, unit: 'rows' } }),
    await first.report(stale, { sequence: 1, report: { kind: 'dataset.prepare', fields } }),
    await first.complete(stale, prepared(fields)),
    await first.complete(stale, failed('dataset_unreadable')),
    await first.complete(stale, { status: 'released' }),
    await first.complete({ ...stale, fencingNumber: current.fencingNumber + 1 }, prepared(fields)),
    await first.complete({ ...stale, workUuid: randomUUID() }, prepared(fields)),
  ];
  for (const answer of attempts) {
    assert.equal(answer.statusCode, 409, answer.body);
    assert.equal(answer.json().code, 'lease_lost');
  }
  assert.deepEqual(await datasetOf(datasetUuid), before);
  assert.equal((await second.complete(current, prepared([field('id', 'long')]))).statusCode, 200);
  assert.equal((await datasetOf(datasetUuid)).fields[0].name, 'id');
});

test('a lease belongs to the identity that claimed it', async (t) => {
  const other = { name: 'other-executor', directory: knownDirectory('contoso') };
  const { directoryId } = other.directory;
  const both = [
    ...service.ctx.settings.executorIdentities,
    { directoryId, objectId: applicationObjectId(other) },
  ];
  const shared = await startTestService(t, { settings: { executorIdentities: both } });
  const contoso = await activateContoso(shared);
  const source = await newSource(shared, contoso.owner);
  await newDataset(shared, contoso.contributor, source.sourceUuid);
  const lease = await playExecutor(shared).take();
  const stranger = playExecutor(shared, shared.issuer.application({ name: other.name, roles: [] }));
  assert.equal((await stranger.claim()).statusCode, 200);
  const foreign = await stranger.complete(lease, prepared([]));
  assert.equal(foreign.statusCode, 409);
  assert.equal(foreign.json().code, 'lease_lost');
});

test('the same outcome told twice is received twice and counts once; another is refused', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const outcome = prepared([field('id', 'long')]);
  assert.equal((await executor.complete(lease, outcome)).statusCode, 200);
  const once = await datasetOf(datasetUuid);
  assert.equal(once.state, 'ready');
  assert.deepEqual((await executor.complete(lease, outcome)).json(), { received: true });
  assert.deepEqual(await datasetOf(datasetUuid), once);
  for (const another of [prepared([field('other', 'long')]), failed('dataset_unreadable')]) {
    assert.equal((await executor.complete(lease, another)).json().code, 'lease_lost');
  }
  assert.equal((await executor.heartbeat(lease)).json().code, 'lease_lost');
  assert.deepEqual(await datasetOf(datasetUuid), once);
});

test('two outcomes at once: one counts', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) => executor.complete(lease, prepared([field(name, 'long')]))),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409]);
  const winner = ['a', 'b', 'c'][answers.findIndex(({ statusCode }) => statusCode === 200)];
  assert.equal((await datasetOf(datasetUuid)).fields[0].name, winner);
});

test('a passing failure is tried again, thrice in all; then the problem stands', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  for (const attempt of [1, 2, 3]) {
    const lease = await executor.take();
    assert.equal(lease.attempt, attempt);
    assert.equal((await executor.complete(lease, failed('dependency_unavailable', true))).statusCode, 200);
    const dataset = await datasetOf(datasetUuid);
    assert.equal(dataset.state, attempt < 3 ? 'running' : 'failed');
    // Not before the wait is over.
    assert.deepEqual((await executor.claim()).json().leases, []);
    await expireLease(service, organizationUuid, lease);
  }
  const { preparation } = await datasetOf(datasetUuid);
  assert.equal(preparation.error.code, 'dependency_unavailable');
  assert.equal(preparation.error.detail, 'What happened, and what to do.');
});

test('a lasting failure is told at once', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  await executor.complete(await executor.take(), failed('dataset_unreadable'));
  const dataset = await datasetOf(datasetUuid);
  assert.equal(dataset.state, 'failed');
  assert.equal(dataset.preparation.status, 'failed');
  assert.equal(dataset.preparation.error.code, 'dataset_unreadable');
  assert.equal(dataset.fields, null);
});

test('work that is given back costs no attempt', async () => {
  await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  assert.equal((await executor.complete(lease, { status: 'released' })).statusCode, 200);
  const again = await playExecutor(service).take();
  assert.equal(again.attempt, 1);
  assert.ok(again.fencingNumber > lease.fencingNumber);
});

test('executors that vanish thrice end the work with a problem', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expireLease(service, organizationUuid, await playExecutor(service).take());
  }
  assert.deepEqual((await playExecutor(service).claim()).json().leases, []);
  const dataset = await datasetOf(datasetUuid);
  assert.equal(dataset.state, 'failed');
  assert.equal(dataset.preparation.error.code, 'executor_lost');
});

test('an executor hears that its work is not wanted any more, and its result changes nothing', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const url = `/api/v1/datasets/${datasetUuid}`;
  const { etag } = await datasetOf(datasetUuid);
  const moved = await service.send({
    method: 'PATCH',
    url,
    token: contributor,
    headers: { 'if-match': etag },
    body: { locator: { kind: 'table', schema: 'public', table: 'orders_v2' } },
  });
  assert.equal(moved.statusCode, 200, moved.body);
  assert.equal((await executor.heartbeat(lease)).json().cancelRequested, true);
  assert.equal((await executor.complete(lease, prepared([field('old', 'long')]))).statusCode, 200);
  const dataset = await datasetOf(datasetUuid);
  assert.equal(dataset.fields, null);
  assert.equal(dataset.state, 'queued');
  const next = await executor.take();
  assert.equal(next.task.kind === 'dataset.prepare' && next.task.dataset.locator.kind, 'table');
  await executor.complete(next, prepared([field('new', 'long')]));
  assert.equal((await datasetOf(datasetUuid)).fields[0].name, 'new');
});

test('what is cancelled before it is claimed is never handed out', async () => {
  const { datasetUuid, etag } = await newDataset(service, contributor, sourceUuid);
  const deleted = await service.send({
    method: 'DELETE',
    url: `/api/v1/datasets/${datasetUuid}`,
    token: contributor,
    headers: { 'if-match': etag },
  });
  assert.equal(deleted.statusCode, 204, deleted.body);
  assert.deepEqual((await playExecutor(service).claim()).json().leases, []);
});

test('a report shows the fields early, once; a failure takes them back', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const early = { sequence: 2, report: { kind: 'dataset.prepare', fields: [field('id', 'long')] } };
  const late = { sequence: 1, report: { kind: 'dataset.prepare', fields: [field('older', 'long')] } };
  for (const report of [early, early, late]) {
    assert.deepEqual((await executor.report(lease, report)).json(), { received: true });
  }
  const dataset = await datasetOf(datasetUuid);
  assert.equal(dataset.state, 'running');
  assert.deepEqual(
    dataset.fields.map(({ name }: { name: string }) => name),
    ['id'],
  );
  assert.equal(dataset.preparedAt, null);
  await executor.complete(lease, failed('dataset_unreadable'));
  assert.equal((await datasetOf(datasetUuid)).fields, null);
});

const tooMany = Array.from({ length: 5_001 }, (_, index) => field(`f${index}`, 'long'));
function nested(depth: number): ReturnType<typeof field> {
  const inside = depth === 1 ? null : [nested(depth - 1)];
  return field('f', inside === null ? 'long' : 'struct<f long>', { children: inside });
}
const profile = { nullCount: 0, distinctCount: null, min: null, max: null };

/** What an executor that is broken, or not ours, might send; each with where the fault is told. */
const lies: Record<string, [outcome: unknown, pointer: string]> = {
  'a result of another kind': [
    succeeded({ kind: 'source.test', message: 'ok', serverVersion: null }),
    '/outcome/result/kind',
  ],
  'a type that there is not': [prepared([field('a', 'integer')]), '/outcome/result/fields/0/logicalType'],
  'a type that is not written as ours are': [
    prepared([field('a', 'decimal( 5 , 2 )')]),
    '/outcome/result/fields/0/logicalType',
  ],
  'two fields of one name': [
    prepared([field('a', 'long'), field('a', 'string')]),
    '/outcome/result/fields/1/name',
  ],
  'too many fields': [prepared(tooMany), '/outcome/result/fields'],
  'fields inside a number': [
    prepared([field('a', 'long', { children: [field('b', 'long')] })]),
    '/outcome/result/fields/0/children',
  ],
  'more NULLs than rows': [
    prepared([field('a', 'long', { profile: { ...profile, nullCount: 101 } })]),
    '/outcome/result/fields/0/profile/nullCount',
  ],
  'an exact bound': [
    prepared([field('a', 'long', { profile: { ...profile, max: '123456' } })]),
    '/outcome/result/fields/0/profile/max',
  ],
  'a text as a bound': [
    prepared([field('a', 'string', { profile: { ...profile, min: 'Smith' } })]),
    '/outcome/result/fields/0/profile/min',
  ],
  'a negative row count': [prepared([], -1), '/outcome/result/rowCount'],
  'an unknown member': [
    succeeded({ kind: 'dataset.prepare', fields: [], rowCount: 1, notes: [], rows: [['secret']] }),
    '/outcome/result/rows',
  ],
  'a problem that is none': [failed('it_broke'), '/outcome/problem/code'],
  'a problem of requests': [failed('token_missing'), '/outcome/problem/code'],
  'a status that there is not': [{ status: 'done' }, '/outcome/status'],
};

test('a result that cannot be so is refused with its place, and nothing is changed', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const before = await datasetOf(datasetUuid);
  for (const [name, [outcome, pointer]] of Object.entries(lies)) {
    const answer = await executor.complete(lease, outcome);
    assert.equal(answer.statusCode, 422, `${name}: ${answer.body}`);
    const pointers = answer.json().errors.map((error: { pointer: string }) => error.pointer);
    assert.ok(pointers.includes(pointer), `${name}: ${pointers}`);
  }
  const tooDeep = await executor.complete(lease, prepared([nested(33)]));
  assert.equal(tooDeep.statusCode, 422);
  const deepest = `/outcome/result/fields/0${'/children/0'.repeat(31)}/children`;
  assert.equal(tooDeep.json().errors[0].pointer, deepest);
  assert.deepEqual(await datasetOf(datasetUuid), before);
  // The lease still holds: the truth can be told.
  assert.equal((await executor.complete(lease, prepared([nested(32)]))).statusCode, 200);
});

test('a large result is taken, where other operations take no such body', async () => {
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const executor = playExecutor(service);
  const lease = await executor.take();
  const fields = Array.from({ length: 5_000 }, (_, index) =>
    field(`${index}-${'x'.repeat(400)}`, 'decimal(38,10)'),
  );
  assert.ok(JSON.stringify(fields).length > 2 * 1024 * 1024);
  assert.equal((await executor.complete(lease, prepared(fields))).statusCode, 200);
  assert.equal((await datasetOf(datasetUuid)).fields.length, 5_000);
  const refused = await executor.heartbeat(lease, { padding: 'x'.repeat(2 * 1024 * 1024) });
  assert.equal(refused.json().code, 'body_invalid');
});

test('an executor gets no task whose stored password cannot be read; the operation says why', async () => {
  const broken = await newSource(service, owner);
  const { datasetUuid } = await newDataset(service, contributor, broken.sourceUuid);
  await service.ctx.storage.withTenant(organizationUuid, async (tx) => {
    await tx
      .updateTable('plumbline.sources')
      .set({ secret: `v1.${'A'.repeat(60)}` })
      .where('source_uuid', '=', broken.sourceUuid)
      .execute();
  });
  assert.deepEqual((await playExecutor(service).claim()).json().leases, []);
  const dataset = await datasetOf(datasetUuid);
  assert.equal(dataset.preparation.error.code, 'source_secret_unreadable');
});

test('a claim that waits gets work as soon as there is some, and comes back with none in the end', async () => {
  const executor = playExecutor(service);
  const waiting = executor.claim({ waitSeconds: 5 });
  await newDataset(service, contributor, sourceUuid);
  service.ctx.workSignal.announce();
  const answer = (await waiting).json();
  assert.equal(answer.leases.length, 1);
  const none = (await executor.claim({ waitSeconds: 1 })).json();
  assert.deepEqual(none.leases, []);
  assert.equal(none.pollAfterSeconds, 0, 'it has waited already');
});

test('an executor that hangs up while it waits is given nothing', async () => {
  const waiting = connect(service.port, '127.0.0.1');
  const body = JSON.stringify({
    executorUuid: randomUUID(),
    protocolVersions: [1],
    software: 'test/1.0',
    connectors: ['files', 'postgresql', 'mysql'],
    capacity: 1,
    waitSeconds: 5,
  });
  waiting.write(
    `POST /api/v1/execution/claims HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${executorToken(service)}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  // Until it has been taken up: a claim notes that the executor has called.
  const executor = playExecutor(service);
  await executor.claim();
  await sleep(300);
  waiting.destroy();
  await sleep(300);
  await newDataset(service, contributor, sourceUuid);
  service.ctx.workSignal.announce();
  assert.equal((await executor.take()).attempt, 1);
});
