import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { runDueSchedules } from '../../src/app/schedules/run-due-schedules.ts';
import { create, newSource } from '../support/catalog.ts';
import { playExecutor } from '../support/executor.ts';
import { compared, getRun, newTestedPair } from '../support/runs.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const minute = 60_000;
/** In the past, so that the database, which has a clock of its own, hands out the work. */
let now = Math.floor((Date.now() - 60 * 24 * 60 * minute) / (60 * minute)) * 60 * minute + minute;
const service = await startTestService(
  { after },
  { now: () => new Date(now), settings: { trialDays: 3650 } },
);
const { owner } = await activateContoso(service);
/** Good for as long as the clock is moved. */
const lasting = { exp: Math.floor(now / 1000) + 60 * 24 * 60 * 60 };
const contributor = service.issuer.delegated('carl@contoso.example', lasting);
const reader = service.issuer.delegated('rita@contoso.example', lasting);
const { sourceUuid } = await newSource(service, owner);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: 1 });
const executor = playExecutor(
  service,
  service.issuer.application({ name: 'test-executor', roles: [] }, lasting),
);
const hourly = {
  name: 'Every hour',
  cron: '0 * * * *',
  timeZone: 'UTC',
  scope: { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid },
};

async function newSchedule(details: object = {}) {
  const answer = await create(service, contributor, 'schedules', { ...hourly, ...details });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

async function read(path: string) {
  return (await service.send({ url: `/api/v1/schedules${path}`, token: reader })).json();
}

async function change(method: string, path: string, etag: string, body?: unknown) {
  const url = `/api/v1/schedules/${path}`;
  return service.send({ method, url, token: contributor, headers: { 'if-match': etag }, body });
}

async function remove({ scheduleUuid }: { scheduleUuid: string }) {
  const { etag } = await read(`/${scheduleUuid}`);
  assert.equal((await change('DELETE', scheduleUuid, etag)).statusCode, 204);
}

/** Moves the clock, lets an executor be seen, and has the ticks decided by two replicas at once. */
async function pass(minutes: number, options: { executor?: boolean } = {}) {
  now += minutes * minute;
  if (options.executor !== false) {
    await service.ctx.storage.recordExecutor({
      identity: 'directory/object',
      executorUuid: executor.executorUuid,
      serves: null,
      software: 'test/1.0',
      protocolVersion: 1,
      connectors: ['files', 'postgresql', 'mysql'],
      at: new Date(now),
    });
  }
  await Promise.all([runDueSchedules(service.ctx), runDueSchedules(service.ctx)]);
}

async function finish(): Promise<void> {
  const lease = await executor.take();
  await executor.complete(lease, compared(lease));
}

const ticksOf = async ({ scheduleUuid }: { scheduleUuid: string }) =>
  (await read(`/${scheduleUuid}/ticks`)).items;
const iso = (ms: number) => new Date(ms).toISOString();
const nextHour = () => Math.ceil(now / (60 * minute)) * 60 * minute;

describe('a schedule', () => {
  test('is created with the ticks that come next, changed, paused, resumed and deleted', async () => {
    const key = randomUUID();
    const created = await create(service, contributor, 'schedules', hourly, key);
    const schedule = created.json();
    assert.deepEqual(schedule, {
      ...hourly,
      scheduleUuid: schedule.scheduleUuid,
      catchUpMinutes: 60,
      state: 'active',
      nextTicks: [0, 1, 2, 3, 4].map((hour) => iso(nextHour() + hour * 60 * minute)),
      lastRunUuid: null,
      lastRunStatus: null,
      createdAt: iso(now),
      etag: schedule.etag,
    });
    const replay = await create(service, contributor, 'schedules', hourly, key);
    assert.equal(replay.headers['idempotency-replayed'], 'true');
    assert.deepEqual(await read(`/${schedule.scheduleUuid}`), schedule);
    assert.deepEqual((await read('')).items, [schedule]);

    const path = schedule.scheduleUuid;
    const moved = await change('PATCH', path, schedule.etag, {
      cron: '30 * * * *',
      timeZone: 'Asia/Kolkata',
    });
    assert.equal(moved.statusCode, 200, moved.body);
    assert.equal(moved.json().name, 'Every hour');
    assert.equal(moved.json().nextTicks[0], iso(nextHour()));
    assert.equal((await change('PATCH', path, schedule.etag, { name: 'x' })).statusCode, 412);
    const paused = (await change('POST', `${path}:pause`, moved.json().etag)).json();
    assert.deepEqual([paused.state, paused.nextTicks], ['paused', []]);
    await pass(120);
    const resumed = (await change('POST', `${path}:resume`, paused.etag)).json();
    assert.equal(resumed.nextTicks[0], iso(nextHour()));
    await pass(0);
    assert.deepEqual(await ticksOf(schedule), [], 'what came while it was paused is gone');
    assert.equal((await change('DELETE', path, resumed.etag)).statusCode, 204);
    assert.equal((await read(`/${path}`)).code, 'not_found');
  });

  test('is refused where it cannot be read, or what it runs is not there', async () => {
    const refusal = async (details: object) =>
      (await create(service, contributor, 'schedules', { ...hourly, ...details })).json();
    assert.equal((await refusal({ cron: '0 0 30 2 *' })).errors[0].pointer, '/cron');
    assert.equal((await refusal({ timeZone: 'Berlin' })).errors[0].pointer, '/timeZone');
    assert.equal((await refusal({ scope: { kind: 'all', more: 1 } })).code, 'validation_failed');
    const scope = { kind: 'validation_test', validationTestUuid: randomUUID() };
    assert.equal((await refusal({ scope })).code, 'not_found');
  });
});

describe('a tick', () => {
  test('starts one Run, however many replicas look, and the next waits until that has ended', async () => {
    const schedule = await newSchedule();
    const first = nextHour();
    await pass(60);
    const [tick] = await ticksOf(schedule);
    assert.equal((await read(`/${schedule.scheduleUuid}`)).lastRunStatus, 'pending');
    assert.deepEqual(tick, {
      tickAt: iso(first),
      outcome: 'submitted',
      reason: null,
      runUuid: tick.runUuid,
      overallStatus: 'pending',
      passedOver: 0,
      decidedAt: iso(now),
    });
    const run = await getRun(service, reader, tick.runUuid);
    assert.deepEqual(run.submittedBy, {
      kind: 'schedule',
      memberUuid: null,
      applicationId: 'plumbline-schedules',
      displayName: 'Every hour',
    });
    await pass(60);
    const [skipped, ...before] = await ticksOf(schedule);
    assert.deepEqual(before, [tick]);
    assert.deepEqual([skipped.outcome, skipped.reason], ['skipped', 'previous_run_open']);
    const told = await service.send({
      url: `/api/v1/events?subject=schedules/${schedule.scheduleUuid}`,
      token: reader,
    });
    assert.equal(told.json().items[0].data.reason, 'previous_run_open');
    await finish();
    const ended = (await ticksOf(schedule)).map(
      ({ overallStatus }: { overallStatus: string }) => overallStatus,
    );
    assert.deepEqual(ended, [null, 'pass']);
    await pass(60);
    assert.equal((await ticksOf(schedule))[0].outcome, 'submitted');
    assert.equal((await read(`/${schedule.scheduleUuid}`)).lastRunUuid, (await ticksOf(schedule))[0].runUuid);
    await finish();
    await remove(schedule);
    assert.equal((await getRun(service, reader, tick.runUuid)).overallStatus, 'pass', 'its Runs stay');
  });

  test('that was missed is made up for once, with the last of them', async () => {
    const schedule = await newSchedule({ catchUpMinutes: 180 });
    await pass(60 * 5);
    const ticks = await ticksOf(schedule);
    assert.equal(ticks.length, 1);
    assert.deepEqual([ticks[0].outcome, ticks[0].passedOver], ['submitted', 2]);
    assert.equal(ticks[0].tickAt, iso(Math.floor(now / (60 * minute)) * 60 * minute));
    await finish();
    await remove(schedule);
  });

  test('waits for an executor, as long as it may', async () => {
    const schedule = await newSchedule({ catchUpMinutes: 10 });
    await pass(60, { executor: false });
    assert.deepEqual(await ticksOf(schedule), []);
    await pass(1);
    assert.equal((await ticksOf(schedule))[0].outcome, 'submitted');
    await finish();
    await pass(59, { executor: false });
    assert.equal((await ticksOf(schedule)).length, 1);
    await pass(8.7, { executor: false });
    assert.equal((await ticksOf(schedule))[0].reason, 'execution_environment_not_ready');
    await remove(schedule);
  });

  test('that has nothing to run says so', async () => {
    const empty = await newTestedPair(service, { token: contributor, sourceUuid, tests: 0 });
    const { datasetPairUuid } = empty;
    const schedule = await newSchedule({ scope: { kind: 'dataset_pair', datasetPairUuid } });
    await pass(60);
    assert.equal((await ticksOf(schedule))[0].reason, 'no_active_tests');
    await remove(schedule);
  });

  test('that is too long ago is not', async () => {
    const schedule = await newSchedule({ cron: '0 0 1 * *', catchUpMinutes: 30 });
    await pass(60 * 24 * 32);
    const [tick] = await ticksOf(schedule);
    assert.deepEqual([tick.outcome, tick.reason, tick.runUuid], ['skipped', 'too_late', null]);
    await remove(schedule);
  });
});
