import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expireEvidence } from '../../src/app/evidence/expire-evidence.ts';
import { newSource } from '../support/catalog.ts';
import { failed, forgetWork, type Lease, playExecutor, succeeded } from '../support/executor.ts';
import {
  acceptedRun,
  compared,
  compareTask,
  getResults,
  getRun,
  newTestedPair,
  submit,
} from '../support/runs.ts';
import { activateContoso, executorToken, startTestService, type TestService } from '../support/service.ts';

// Two replicas over one database: the executor is connected to the one, the readers to the other.
const service = await startTestService({ after });
const replica = await startTestService({ after }, { storage: () => service.ctx.storage });
for (const { ctx, port } of [service, replica]) {
  Object.assign(ctx.settings, { replicaUrl: `http://127.0.0.1:${port}` });
}
const { owner, contributor, reader, organizationUuid: orgUuid } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: 2 });
const storeUuid = randomUUID();
const executor = playExecutor(service);

beforeEach(async () => {
  await forgetWork(service, orgUuid);
  await executor.claim({ stores: [storeUuid] });
});

/** A Run of which the first test has evidence, and the second none. */
async function runWithEvidence() {
  const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
  const { runUuid } = acceptedRun(await submit(service, contributor, scope));
  // With the store: what an executor last said that it can reach is what it can reach.
  const lease = await executor.take({ stores: [storeUuid] });
  const file = `${compareTask(lease).evidenceFolder}/rows-1.parquet`;
  const written = { state: 'written', file, rows: 3, capped: false } as const;
  const answer = await executor.complete(
    lease,
    compared(lease, [{ status: 'fail', evidence: written }], { storeUuid }),
  );
  assert.equal(answer.statusCode, 200, answer.body);
  const [result, other] = await getResults(service, reader, runUuid);
  return { runUuid, file, result: result ?? assert.fail(), other: other ?? assert.fail() };
}

const evidenceUrl = ({ runUuid, resultUuid }: { runUuid: string; resultUuid: string }, more = '') =>
  `/api/v1/runs/${runUuid}/results/${resultUuid}/evidence${more}`;

/** The executor's lease on a reading, once there is one. */
async function takeReading(): Promise<Lease> {
  while (true) {
    const [lease] = (await executor.claim({ stores: [storeUuid] })).json().leases;
    if (lease !== undefined) return lease;
    await sleep(10);
  }
}

function send(
  lease: Lease,
  part: number,
  last: boolean,
  data: string,
  details: { to?: TestService; contentType?: string; token?: string } = {},
) {
  const { to = service, contentType = 'text/csv', token = executorToken(service) } = details;
  const { fencingNumber } = lease;
  const body = { fencingNumber, part, last, contentType, data: Buffer.from(data).toString('base64') };
  return to.send({ method: 'POST', url: `/api/v1/execution/relays/${lease.workUuid}:send`, token, body });
}

test('a page goes from the executor to the reader, who gets a cursor for the next', async () => {
  const { result, file } = await runWithEvidence();
  const answer = service.send({ url: evidenceUrl(result, '?limit=1&kind=different'), token: reader });
  const lease = await takeReading();
  assert.ok(lease.task.kind === 'evidence.read');
  assert.deepEqual([lease.task.file, lease.task.relayUuid], [file, lease.workUuid]);
  assert.deepEqual(lease.task.request, {
    form: 'page',
    resultUuid: result.resultUuid,
    kind: 'different',
    field: null,
    offset: 0,
    limit: 1,
  });
  const row = {
    kind: 'different',
    key: ['1'],
    cells: [{ source: 'a', target: 'b', differs: true }],
    sourceRows: 1,
    targetRows: 1,
  };
  const page = {
    keys: [{ source: 'id', target: 'id' }],
    fields: [{ source: 'x', target: 'y' }],
    rows: [row],
    hasMore: true,
  };
  const sent = await send(lease, 0, true, JSON.stringify(page), { contentType: 'application/json' });
  assert.deepEqual(sent.json(), { wanted: true });
  await executor.complete(lease, succeeded({ kind: 'evidence.read' }));
  const { items, keys, fields, nextCursor } = (await answer).json();
  assert.deepEqual([items, keys, fields], [[row], page.keys, page.fields]);

  const next = service.send({
    url: evidenceUrl(result, `?limit=1&kind=different&cursor=${nextCursor}`),
    token: reader,
  });
  const second = await takeReading();
  assert.ok(second.task.kind === 'evidence.read' && second.task.request.form === 'page');
  assert.equal(second.task.request.offset, 1);
  await send(second, 0, true, JSON.stringify({ ...page, rows: [], hasMore: false }), {
    contentType: 'application/json',
  });
  assert.deepEqual([(await next).json().items, (await next).json().nextCursor], [[], null]);
});

test('a download comes through another replica, part by part, and nobody else can send', async () => {
  const { result } = await runWithEvidence();
  const answer = replica.send({ url: evidenceUrl(result, '/download?format=csv'), token: reader });
  const lease = await takeReading();
  assert.deepEqual((await send(lease, 0, false, 'kind,key\n')).json(), { wanted: true });
  assert.deepEqual(
    (await send(lease, 0, false, 'kind,key\n')).json(),
    { wanted: true },
    'an answer that got lost',
  );
  const stranger = service.issuer.application({ name: 'another-executor', roles: [] });
  assert.equal((await send(lease, 1, true, 'forged\n', { token: stranger })).statusCode, 403);
  assert.equal(
    (await send({ ...lease, workUuid: randomUUID() }, 0, true, 'forged\n')).json().code,
    'lease_lost',
  );
  await send(lease, 1, true, 'different,1\n');
  const { statusCode, headers, body } = await answer;
  assert.deepEqual([statusCode, body], [200, 'kind,key\ndifferent,1\n']);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(headers['content-disposition'], `attachment; filename="evidence-${result.resultUuid}.csv"`);
  assert.equal(headers['cache-control'], 'no-store');
});

test('an executor is held back by a slow reader, and told when there is none any more', async () => {
  const { result } = await runWithEvidence();
  const megabyte = 'x'.repeat(1024 * 1024);
  const reading = request({
    host: '127.0.0.1',
    port: service.port,
    path: evidenceUrl(result, '/download'),
    headers: { authorization: `Bearer ${reader}` },
  });
  const response = new Promise<import('node:http').IncomingMessage>((resolve) =>
    reading.on('response', resolve),
  );
  reading.end();
  const lease = await takeReading();
  // Nobody takes anything: what the connection and the relay hold is full after a while.
  let part = 0;
  let answered = true;
  while (answered && part < 64) {
    const sent = send(lease, part, false, megabyte, { contentType: 'application/vnd.apache.parquet' });
    answered = await Promise.race([sent.then(() => true), sleep(1_000, false)]);
    part += 1;
  }
  assert.equal(answered, false, 'it was held back');
  (await response).destroy();
  while ((await send(lease, part, false, megabyte)).json().wanted) part += 1;
});

test('what one attempt has begun to send, another does not go on with', async () => {
  const { result } = await runWithEvidence();
  const answer = service.send({ url: evidenceUrl(result, '/download?format=csv'), token: reader });
  const lease = await takeReading();
  await send(lease, 0, false, 'kind,key\n');
  const other = { ...lease, fencingNumber: lease.fencingNumber + 1 };
  assert.deepEqual((await send(other, 0, true, 'something else\n')).json(), { wanted: false });
  await assert.rejects(answer, 'the connection breaks');
});

test('what the executor cannot send is the reader’s problem, with its code', async () => {
  const { result } = await runWithEvidence();
  const answer = service.send({ url: evidenceUrl(result), token: reader });
  await executor.complete(await takeReading(), failed('evidence_gone'));
  assert.deepEqual([(await answer).statusCode, (await answer).json().code], [409, 'evidence_gone']);
});

test('without evidence there is nothing to ask an executor for, and without an executor nobody to ask', async () => {
  const { other, result } = await runWithEvidence();
  const empty = await service.send({ url: evidenceUrl(other), token: reader });
  assert.deepEqual(empty.json(), { keys: [], fields: [], items: [], nextCursor: null });
  const none = await service.send({ url: evidenceUrl(other, '/download'), token: reader });
  assert.deepEqual([none.statusCode, none.json().code], [409, 'evidence_none']);
  const unknown = await service.send({
    url: evidenceUrl({ ...result, resultUuid: randomUUID() }),
    token: reader,
  });
  assert.equal(unknown.statusCode, 404);
  await executor.claim({ stores: [] });
  const away = await service.send({ url: evidenceUrl(result), token: reader });
  assert.deepEqual([away.statusCode, away.json().code], [409, 'execution_environment_not_ready']);
});

test('deleting marks, has the executor delete, and ends; whoever asks once more is told the same', async () => {
  const { runUuid, result, file } = await runWithEvidence();
  const { etag } = await getRun(service, reader, runUuid);
  const remove = (tag: string) =>
    service.send({
      method: 'DELETE',
      url: `/api/v1/runs/${runUuid}/evidence`,
      token: contributor,
      headers: { 'if-match': tag },
    });
  assert.equal((await remove('"other"')).statusCode, 412);
  const answer = await remove(etag);
  assert.equal(answer.statusCode, 202, answer.body);
  assert.equal(answer.json().operations.length, 1);
  const state = async () => (await getResults(service, reader, runUuid))[0]?.evidence.state;
  assert.equal(await state(), 'deleting');
  assert.equal(
    (await service.send({ url: evidenceUrl(result), token: reader })).json().code,
    'evidence_gone',
  );
  const lease = await takeReading();
  assert.ok(lease.task.kind === 'evidence.delete');
  assert.deepEqual(lease.task.folders, [file.slice(0, file.lastIndexOf('/'))]);
  await executor.complete(lease, succeeded({ kind: 'evidence.delete' }));
  assert.equal(await state(), 'deleted');
  assert.deepEqual((await remove(etag)).json().operations, []);
});

test('evidence goes when its time is over, and not before', async () => {
  const { runUuid } = await runWithEvidence();
  const state = async () => (await getResults(service, reader, runUuid))[0]?.evidence.state;
  await expireEvidence(service.ctx, 1, () => false);
  assert.equal(await state(), 'written');
  const later = { now: () => new Date(Date.now() + 2 * 24 * 3_600_000) };
  await expireEvidence({ ...service.ctx, clock: later }, 1, () => false);
  assert.equal(await state(), 'deleting');
});

test('a sweep names what nothing refers to, and nothing else', async () => {
  const { file } = await runWithEvidence();
  const kept = file.slice(0, file.lastIndexOf('/'));
  const [organization, run] = kept.split('/');
  const lost = `${organization}/${run}/${randomUUID()}-1`;
  const earlier = `${kept.slice(0, kept.lastIndexOf('-'))}-999`;
  const body = { storeUuid, folders: [kept, lost, earlier, 'not/one/of-ours'] };
  const sweep = (asked: unknown) =>
    service.send({
      method: 'POST',
      url: '/api/v1/execution/evidence:sweep',
      token: executorToken(service),
      body: asked,
    });
  assert.deepEqual((await sweep(body)).json(), { unreferenced: [lost, earlier] });
  // The same folder in another store is not what the result points at.
  assert.deepEqual((await sweep({ ...body, storeUuid: randomUUID(), folders: [kept] })).json(), {
    unreferenced: [kept],
  });
});

test('an attempt under way keeps its folder, under its own fencing number', async () => {
  const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
  acceptedRun(await submit(service, contributor, scope));
  const folder = compareTask(await executor.take()).evidenceFolder;
  const older = folder.replace(/-\d+$/, '-0');
  const body = { storeUuid, folders: [folder, older] };
  const answer = await service.send({
    method: 'POST',
    url: '/api/v1/execution/evidence:sweep',
    token: executorToken(service),
    body,
  });
  assert.deepEqual(answer.json(), { unreferenced: [older] });
});

test('an executor with no room for long work gets short work all the same', async () => {
  const { result } = await runWithEvidence();
  acceptedRun(
    await submit(service, contributor, { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid }),
  );
  const claim = async (room: { capacity: number; longCapacity: number }): Promise<readonly Lease[]> =>
    (await executor.claim({ stores: [storeUuid], ...room })).json().leases;
  assert.deepEqual(await claim({ capacity: 1, longCapacity: 0 }), []);
  const answer = service.send({ url: evidenceUrl(result), token: reader });
  let reading: Lease | undefined;
  while (reading === undefined) [reading] = await claim({ capacity: 1, longCapacity: 0 });
  assert.equal(reading.task.kind, 'evidence.read');
  const long = await claim({ capacity: 2, longCapacity: 1 });
  assert.deepEqual(
    long.map(({ task }) => task.kind),
    ['run.compare'],
  );
  await executor.complete(reading, failed('evidence_gone'));
  assert.equal((await answer).json().code, 'evidence_gone');
});
