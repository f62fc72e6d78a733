import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src/domain/app-error.ts';
import type { TaskResult } from '../../../src/domain/execution/protocol.ts';
import { ClaimLoop, roomIn } from '../../../src/executor/loop/claim-loop.ts';
import type { LeaseEnd } from '../../../src/executor/loop/run-lease.ts';
import { createHttpExecutionService } from '../../../src/executor/protocol/http-execution-service.ts';
import type { RunTask, TaskContext } from '../../../src/executor/tasks/run-task.ts';
import {
  type Answer,
  alive,
  type Call,
  leases,
  noWork,
  problem,
  received,
  startScriptedService,
  workUuid,
} from '../../support/scripted-service.ts';

const result: TaskResult = { kind: 'source.test', message: 'fine', serverVersion: null };
const succeeded = { status: 'succeeded', result };

/** Runs until its signal, as a long task does. */
const endless: RunTask = async (_task, { signal }) => {
  await sleep(60_000, undefined, { signal, ref: false });
  return result;
};

interface Started {
  readonly loop: ClaimLoop;
  readonly ends: LeaseEnd[];
  readonly missed: unknown[];
  ended(count: number): Promise<readonly LeaseEnd[]>;
}

function startLoop(
  t: TestContext,
  url: string,
  options: { runTask: RunTask; capacity?: number; forget?: () => void; deliveryLimitMs?: number },
): Started {
  const ends: LeaseEnd[] = [];
  const missed: unknown[] = [];
  let onEnd = () => {};
  const loop = ClaimLoop.start({
    service: createHttpExecutionService({
      url,
      tokens: { token: async () => 'a-token', forget: options.forget ?? (() => {}) },
      executorUuid: workUuid(99),
      software: 'test/1',
      connectors: ['files'],
      storeUuid: workUuid(98),
      callTimeoutMs: 2_000,
    }),
    runTask: options.runTask,
    random: () => 0,
    capacity: options.capacity ?? 1,
    deliveryLimitMs: options.deliveryLimitMs ?? 10_000,
    onClaimed: () => {},
    onEnded: (end) => {
      ends.push(end);
      onEnd();
    },
    onMissed: (error) => missed.push(error),
    onReached: () => {},
  });
  loop.ended.catch(() => {});
  t.after(() => loop.drain(0).catch(() => {}));
  return {
    loop,
    ends,
    missed,
    async ended(count) {
      while (ends.length < count) await new Promise<void>((resolve) => (onEnd = resolve));
      return ends;
    },
  };
}

/** Work of these numbers at the first claim, then none; everything else is well unless said otherwise. */
function script(
  numbers: readonly number[],
  otherwise: (call: Call, nth: number) => Answer | null = () => null,
) {
  return (call: Call, nth: number): Answer => {
    const said = otherwise(call, nth);
    if (said !== null) return said;
    if (call.verb === 'claims') return nth === 1 ? leases(numbers) : noWork;
    return call.verb === 'heartbeat' ? alive : received;
  };
}

test('it claims, does and completes work, as who it is and with what it can do', async (t) => {
  const service = await startScriptedService(t, script([1]));
  const { ended } = startLoop(t, service.url, { runTask: async () => result });
  const [end] = await ended(1);
  assert.deepEqual([end?.outcome, end?.kind, end?.workUuid], ['succeeded', 'source.test', workUuid(1)]);
  assert.deepEqual(service.outcomes(), [succeeded]);
  const [claim] = service.calls;
  assert.equal(claim?.authorization, 'Bearer a-token');
  assert.deepEqual(claim?.body, {
    executorUuid: workUuid(99),
    protocolVersions: [1],
    software: 'test/1',
    connectors: ['files'],
    capacity: 2,
    longCapacity: 1,
    waitSeconds: 5,
    stores: [workUuid(98)],
  });
});

test('it asks for no more than it has room for, and asks again when there is room', async (t) => {
  const service = await startScriptedService(t, ({ verb }, nth) => {
    if (verb === 'claims') return nth === 1 ? leases([1, 2]) : nth === 2 ? leases([3]) : noWork;
    return verb === 'heartbeat' ? alive : received;
  });
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let running = 0;
  let most = 0;
  const runTask: RunTask = async (task, context) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.race([gates.shift()?.promise, endless(task, context)]);
    running -= 1;
    return result;
  };
  const [first, ...others] = gates;
  // One that may take long, and one that is short: these are.
  const { ended } = startLoop(t, service.url, { runTask, capacity: 1 });
  await service.called(({ verb }) => verb === 'heartbeat');
  assert.equal(service.calls.filter(({ verb }) => verb === 'claims').length, 1, 'no claim without room');
  first?.resolve();
  await ended(1);
  await service.called(({ verb, body }) => verb === 'claims' && body.capacity === 1);
  for (const { resolve } of others) resolve();
  await ended(3);
  assert.equal(most, 2);
});

test('there is always room for a short task, never for more long ones, and only an idle executor waits', () => {
  assert.deepEqual(roomIn(2, []), { capacity: 3, longCapacity: 2, waitSeconds: 5 });
  assert.deepEqual(roomIn(2, ['run.compare', 'dataset.prepare']), {
    capacity: 1,
    longCapacity: 0,
    waitSeconds: 0,
  });
  assert.deepEqual(roomIn(2, ['source.browse', 'run.compare']), {
    capacity: 1,
    longCapacity: 1,
    waitSeconds: 0,
  });
  assert.deepEqual(roomIn(2, ['evidence.read', 'source.browse', 'source.test']), {
    capacity: 0,
    longCapacity: 0,
    waitSeconds: 0,
  });
  assert.deepEqual(roomIn(16, []), { capacity: 16, longCapacity: 16, waitSeconds: 5 });
});

test('a failure is told with its code; a defect by its code alone', async (t) => {
  const service = await startScriptedService(t, script([1, 2]));
  const errors = [
    new AppError('connection_failed', { detail: 'db:5432 does not answer.' }),
    new Error('could not convert canary-value'),
  ];
  const runTask: RunTask = async () => Promise.reject(errors.shift());
  const { ended } = startLoop(t, service.url, { runTask, capacity: 2 });
  const ends = await ended(2);
  const [known, defect] = service.outcomes();
  assert.deepEqual(known, {
    status: 'failed',
    problem: { code: 'connection_failed', detail: 'db:5432 does not answer.' },
    retryable: true,
  });
  assert.equal(defect?.status === 'failed' && defect.problem.code, 'internal_error');
  assert.ok(!JSON.stringify(service.calls).includes('canary-value'));
  assert.deepEqual(
    ends.map((end) => end.defect !== null),
    [false, true],
  );
});

test('signs of life carry progress, and a lost lease stops the task and sends nothing', async (t) => {
  const service = await startScriptedService(
    t,
    script([1], ({ verb, body }) =>
      verb === 'heartbeat' && body.progress?.done === 7 ? problem(409, 'lease_lost') : null,
    ),
  );
  let stopped = false;
  const runTask: RunTask = async (task, context) => {
    context.progress({ done: 3, total: 10, unit: 'rows' });
    await service.called(({ verb, body }) => verb === 'heartbeat' && body.progress?.done === 3);
    context.progress({ done: 7, total: 10, unit: 'rows' });
    return endless(task, context).finally(() => (stopped = true));
  };
  const { ended } = startLoop(t, service.url, { runTask });
  const [end] = await ended(1);
  assert.equal(end?.outcome, 'lost');
  assert.ok(stopped, 'the task has let go before its room is given to another');
  assert.deepEqual(service.outcomes(), []);
});

test('a lease that no sign of life has reached for its whole length counts as lost', async (t) => {
  const service = await startScriptedService(
    t,
    script([1], ({ verb }) => (verb === 'heartbeat' ? 'broken' : null)),
  );
  const { ended, missed } = startLoop(t, service.url, { runTask: endless });
  const [end] = await ended(1);
  assert.equal(end?.outcome, 'lost');
  assert.ok(missed.length > 0);
  assert.deepEqual(service.outcomes(), []);
});

test('work that nobody wants any more is stopped and ended', async (t) => {
  const cancelled: Answer = { status: 200, body: { leaseSeconds: 1, cancelRequested: true } };
  const service = await startScriptedService(
    t,
    script([1], ({ verb }) => (verb === 'heartbeat' ? cancelled : null)),
  );
  const { ended } = startLoop(t, service.url, { runTask: endless });
  const [end] = await ended(1);
  assert.equal(end?.outcome, 'cancelled');
  assert.equal(service.outcomes()[0]?.status, 'failed');
});

test('a task that ends all the same after it was called off takes back what it kept', async (t) => {
  const cancelled: Answer = { status: 200, body: { leaseSeconds: 1, cancelRequested: true } };
  const service = await startScriptedService(
    t,
    script([1], ({ verb }) => (verb === 'heartbeat' ? cancelled : null)),
  );
  const kept = new Set<string>();
  const runTask: RunTask = async (_task, { signal, ifVoid }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    kept.add('evidence');
    ifVoid(async () => void kept.delete('evidence'));
    return result;
  };
  const { ended } = startLoop(t, service.url, { runTask });
  assert.equal((await ended(1))[0]?.outcome, 'cancelled');
  assert.equal(kept.size, 0);
});

test('an outcome is offered until the service takes it', async (t) => {
  const answers: Answer[] = ['broken', problem(503, 'dependency_unavailable'), problem(401, 'token_invalid')];
  const service = await startScriptedService(
    t,
    script([1], ({ verb }, nth) => (verb === 'complete' ? (answers[nth - 1] ?? null) : null)),
  );
  let forgotten = 0;
  const { ended } = startLoop(t, service.url, {
    runTask: async () => result,
    forget: () => {
      forgotten += 1;
    },
  });
  const [end] = await ended(1);
  assert.equal(end?.outcome, 'succeeded');
  assert.deepEqual(service.outcomes(), [succeeded, succeeded, succeeded, succeeded]);
  assert.equal(forgotten, 1, 'a token that is not accepted is not used again');
});

test('an outcome that is refused because the lease is lost changes nothing, and the next work is done', async (t) => {
  const service = await startScriptedService(t, (call, nth) => {
    if (call.verb === 'claims') return nth <= 2 ? leases([nth]) : noWork;
    if (call.verb === 'complete' && nth === 1) return problem(409, 'lease_lost');
    return call.verb === 'heartbeat' ? alive : received;
  });
  const { ended } = startLoop(t, service.url, { runTask: async () => result });
  assert.deepEqual(
    (await ended(2)).map(({ outcome }) => outcome),
    ['lost', 'succeeded'],
  );
});

test('a result that the service finds out of bounds ends as a failure, not in a circle', async (t) => {
  const service = await startScriptedService(
    t,
    script([1], ({ verb }, nth) =>
      verb === 'complete' && nth === 1 ? problem(422, 'validation_failed') : null,
    ),
  );
  const { ended } = startLoop(t, service.url, { runTask: async () => result });
  const [end] = await ended(1);
  const [, second] = service.outcomes();
  assert.equal(end?.outcome, 'succeeded');
  assert.ok(second?.status === 'failed' && !second.retryable);
});

test('it goes on through a service that is away, busy, or not the service at all', async (t) => {
  const away: Answer[] = [
    'broken',
    problem(503, 'dependency_unavailable'),
    problem(403, 'executor_not_registered'),
    { status: 200, body: { page: 'of a proxy' } },
  ];
  const service = await startScriptedService(t, (call, nth) => {
    if (call.verb !== 'claims') return call.verb === 'heartbeat' ? alive : received;
    return away[nth - 1] ?? (nth === away.length + 1 ? leases([1]) : noWork);
  });
  const { ended, missed } = startLoop(t, service.url, { runTask: async () => result });
  assert.equal((await ended(1))[0]?.outcome, 'succeeded');
  assert.equal(missed.length, away.length);
});

test('a service without a common version ends it, with the work under way given back', async (t) => {
  const detail = 'The service speaks version 2 of the execution protocol, and the executor 1.';
  const service = await startScriptedService(
    t,
    script([1], ({ verb }, nth) =>
      verb === 'claims' && nth > 1 ? problem(409, 'protocol_version_unsupported', detail) : null,
    ),
  );
  const { loop, ends } = startLoop(t, service.url, { runTask: endless, capacity: 2 });
  await assert.rejects(loop.ended, { name: 'VersionRefused', message: detail });
  assert.deepEqual(
    ends.map(({ outcome }) => outcome),
    ['released'],
  );
  assert.deepEqual(service.outcomes(), [{ status: 'released' }]);
});

test('draining lets work end, and gives back what takes too long', async (t) => {
  const service = await startScriptedService(t, script([1, 2]));
  const gate = Promise.withResolvers<void>();
  const tasks: RunTask[] = [endless, () => gate.promise.then(() => result)];
  const runTask: RunTask = (task, context: TaskContext) => (tasks.shift() ?? endless)(task, context);
  const { loop, ends } = startLoop(t, service.url, { runTask, capacity: 2 });
  await service.called(({ verb }) => verb === 'heartbeat');
  const drained = loop.drain(300);
  gate.resolve();
  await drained;
  assert.deepEqual(
    ends.map(({ outcome }) => outcome),
    ['succeeded', 'released'],
  );
  const before = service.calls.length;
  await sleep(50);
  assert.equal(service.calls.length, before, 'nothing is said after the end');
});

test('a report that does not get through does not hurt, one on a lost lease stops the task', async (t) => {
  const report = { kind: 'dataset.prepare' as const, fields: [] };
  const service = await startScriptedService(
    t,
    script([1], ({ verb }, nth) =>
      verb === 'report' ? (nth === 1 ? 'broken' : problem(409, 'lease_lost')) : null,
    ),
  );
  const runTask: RunTask = async (task, context) => {
    await context.report(report);
    await context.report(report);
    return endless(task, context);
  };
  const { ended } = startLoop(t, service.url, { runTask });
  assert.equal((await ended(1))[0]?.outcome, 'lost');
  assert.deepEqual(
    service.calls.filter(({ verb }) => verb === 'report').map(({ body }) => body.sequence),
    [1, 2],
  );
});
