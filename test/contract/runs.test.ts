import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import { create, newSource } from '../support/catalog.ts';
import { expireLease, failed, field, forgetWork, playExecutor, prepared } from '../support/executor.ts';
import {
  acceptedRun,
  compared,
  compareTask,
  engineError,
  getResults,
  getRun,
  newCounts,
  newTestedPair,
  type Run,
  submit,
  testReport,
} from '../support/runs.ts';
import { activateContoso, startTestService } from '../support/service.ts';

let now = new Date();
const service = await startTestService({ after }, { now: () => now });
const { owner, contributor, reader, organizationUuid: orgUuid } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);
const executor = playExecutor(service);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, name: 'Orders', tests: 3 });
const other = await newTestedPair(service, { token: contributor, sourceUuid, name: 'Lines', tests: 1 });

const ofPair = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
const all = (key: string = randomUUID()) => create(service, contributor, 'runs/all', undefined, key);
const retry = (runUuid: string, key: string = randomUUID()) =>
  create(service, contributor, `runs/${runUuid}/retry`, undefined, key);
const cancel = (runUuid: string, key: string = randomUUID()) =>
  create(service, contributor, `runs/${runUuid}:cancel`, undefined, key);
const submitPair = async () => acceptedRun(await submit(service, contributor, ofPair));
const run = (runUuid: string) => getRun(service, reader, runUuid);
const results = (runUuid: string, query?: string) => getResults(service, reader, runUuid, query);
const problem = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
];

beforeEach(async () => {
  // Never back: limits of rate count by it.
  now = new Date(Math.max(Date.now(), now.getTime()));
  await forgetWork(service, orgUuid);
  // Seen just now, so that Runs are accepted.
  await executor.claim();
});

/** A Run of the pair that has ended as its reports say. */
async function endedRun(details: Parameters<typeof compared>[1]): Promise<Run> {
  const { runUuid } = await submitPair();
  const lease = await executor.take();
  const answer = await executor.complete(lease, compared(lease, details));
  assert.equal(answer.statusCode, 200, answer.body);
  return run(runUuid);
}

test('a Run of a pair is accepted, compared by an executor, and ends with a verdict', async () => {
  const answer = await submit(service, contributor, ofPair);
  const accepted = acceptedRun(answer);
  assert.equal(answer.headers.location, `http://plumbline.test/api/v1/runs/${accepted.runUuid}`);
  assert.equal(answer.headers['retry-after'], '5');
  assert.equal(answer.headers['idempotency-replayed'], 'false');
  const { runUuid, name, etag, submittedAt, submittedBy, ...rest } = accepted;
  assert.match(name, /^Orders · \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  assert.deepEqual([submittedBy.kind, typeof submittedBy.memberUuid], ['person', 'string']);
  assert.equal(submittedAt, now.toISOString());
  assert.deepEqual(rest, {
    scope: 'dataset_pair',
    scopeLabel: 'Orders',
    overallStatus: 'pending',
    testCount: 3,
    resultCount: 0,
    counts: { pass: 0, fail: 0, error: 0, noResults: 0 },
    rows: { matched: 0, mismatched: 0, missing: 0 },
    functionCode: null,
    validationTestUuid: null,
    retryOfRunUuid: null,
    startedAt: null,
    finishedAt: null,
    cancelledAt: null,
    progress: { done: 0, total: 3, unit: 'tests' },
  });

  const lease = await executor.take();
  const task = compareTask(lease);
  assert.equal(task.runUuid, runUuid);
  assert.equal(task.evidenceFolder, `${orgUuid}/${runUuid}/${lease.workUuid}-${lease.fencingNumber}`);
  assert.equal(task.datasets.source.datasetUuid, pair.source.datasetUuid);
  assert.equal(task.datasets.target.source.password, 'hunter2');
  assert.equal(task.specification.tests.length, 3);
  const running = await service.send({ url: `/api/v1/runs/${runUuid}`, token: reader });
  assert.equal(running.headers['retry-after'], '5');
  assert.deepEqual([running.json().overallStatus, running.json().startedAt], ['running', now.toISOString()]);

  const evidence = {
    state: 'written',
    file: `${task.evidenceFolder}/tests.parquet`,
    rows: 2,
    capped: true,
  } as const;
  const fail = { status: 'fail', target: { value: '98', rows: 98 }, missingInTarget: 2, evidence } as const;
  const storeUuid = randomUUID();
  const complete = compared(lease, [{}, fail, { status: 'error', error: engineError }], { storeUuid });
  assert.equal((await executor.complete(lease, complete)).statusCode, 200);
  const ended = await service.send({ url: `/api/v1/runs/${runUuid}`, token: reader });
  assert.equal(ended.headers['retry-after'], undefined);
  assert.equal(ended.headers.etag, ended.json().etag);
  assert.notEqual(ended.json().etag, etag);
  const { overallStatus, resultCount, counts, finishedAt, progress } = ended.json();
  assert.deepEqual([overallStatus, resultCount, finishedAt], ['error', 3, now.toISOString()]);
  assert.deepEqual(counts, { pass: 1, fail: 1, error: 1, noResults: 0 });
  assert.deepEqual(progress, { done: 3, total: 3, unit: 'tests' });

  const [passing, failing, broken] = await results(runUuid);
  assert.deepEqual([passing?.status, passing?.name, passing?.retryable], ['pass', 'Rows 0', false]);
  assert.deepEqual(passing?.source, { value: '100', rows: 100 });
  assert.deepEqual(failing?.evidence, { state: 'written', rows: 2, capped: true });
  assert.deepEqual([failing?.missingInTarget, failing?.target.value], [2, '98']);
  assert.deepEqual(broken?.error, { code: 'engine_failed', detail: 'The disk was full.' });
  assert.equal(broken?.retryable, true);
  assert.deepEqual(broken?.engine, { name: 'duckdb', version: '1.5' });
  const url = `/api/v1/runs/${runUuid}/results/${failing?.resultUuid}`;
  assert.deepEqual((await service.send({ url, token: reader })).json(), failing);
});

test('a Run carries what its row-by-row tests came to in rows, with every digit', async () => {
  const rows = { matchedRows: 90, mismatchedRows: 4, missingInSource: 1, missingInTarget: 2 };
  const values = { missingInSource: 7, missingInTarget: 0 };
  const few = await endedRun([{ ...rows, status: 'fail' }, rows, { ...values, status: 'fail' }]);
  assert.deepEqual(few.rows, { matched: 180, mismatched: 8, missing: 6 });

  const most = { ...rows, matchedRows: Number.MAX_SAFE_INTEGER };
  const many = await endedRun([most, most]);
  assert.deepEqual(many.rows, { matched: '18014398509481982', mismatched: 8, missing: 6 });
});

test('the published verdict rules, by what the tests came to', async () => {
  const error = { status: 'error', error: engineError } as const;
  const fail = { status: 'fail' } as const;
  assert.equal((await endedRun([])).overallStatus, 'pass');
  assert.equal((await endedRun([{}, fail])).overallStatus, 'fail');
  assert.equal((await endedRun([error, fail])).overallStatus, 'error');
  const silent = await endedRun([{}, null, null]);
  assert.deepEqual([silent.overallStatus, silent.resultCount, silent.counts.noResults], ['pass', 1, 2]);
});

test('a Run of everything takes the active tests of every pair, each pair as work of its own', async () => {
  const inactive = other.tests[0];
  assert.ok(inactive);
  const deactivated = await service.send({
    method: 'POST',
    url: `/api/v1/validation-tests/${inactive.validationTestUuid}:deactivate`,
    token: contributor,
    headers: { 'if-match': inactive.etag },
  });
  assert.equal(deactivated.statusCode, 200, deactivated.body);
  const [extra] = await newCounts(service, contributor, other.datasetPairUuid, 1);
  const { runUuid, scope, scopeLabel, testCount } = acceptedRun(await all());
  assert.deepEqual([scope, scopeLabel, testCount], ['all', 'All active tests', 4]);
  for (const finished of [false, true]) {
    assert.equal((await run(runUuid)).finishedAt !== null, false);
    const lease = await executor.take();
    await executor.complete(lease, compared(lease));
    assert.equal((await run(runUuid)).finishedAt !== null, finished);
  }
  const ran = await results(runUuid);
  assert.deepEqual(
    ran
      .filter(({ datasetPairUuid }) => datasetPairUuid === other.datasetPairUuid)
      .map((each) => each.validationTestUuid),
    [extra?.validationTestUuid],
  );
});

test('several pairs, or one test that is inactive, can be run', async () => {
  const datasetPairUuids = [other.datasetPairUuid, pair.datasetPairUuid, pair.datasetPairUuid];
  const several = acceptedRun(
    await submit(service, contributor, { kind: 'dataset_pairs', datasetPairUuids }),
  );
  assert.deepEqual([several.scope, several.scopeLabel], ['dataset_pairs', 'Lines, Orders']);
  await forgetWork(service, orgUuid);

  const [inactive] = other.tests;
  const scope = { kind: 'validation_test', validationTestUuid: inactive?.validationTestUuid };
  const single = acceptedRun(await submit(service, contributor, scope));
  assert.deepEqual(
    [single.scopeLabel, single.functionCode, single.validationTestUuid, single.testCount],
    ['Rows 0', 'COUNT', inactive?.validationTestUuid, 1],
  );
});

test('an exact replay answers with the same Run: 202 while it is open, 200 once it is terminal', async () => {
  const key = randomUUID();
  const { runUuid } = acceptedRun(await submit(service, contributor, ofPair, key));
  const open = await submit(service, contributor, ofPair, key);
  assert.deepEqual([open.statusCode, open.headers['idempotency-replayed']], [202, 'true']);
  assert.equal(open.json().runUuid, runUuid);
  const lease = await executor.take();
  await executor.complete(lease, compared(lease));
  const ended = await submit(service, contributor, ofPair, key);
  assert.deepEqual([ended.statusCode, ended.headers['retry-after']], [200, undefined]);
  assert.equal(ended.headers.location, `http://plumbline.test/api/v1/runs/${runUuid}`);
  assert.equal(ended.json().overallStatus, 'pass');
  const reused = await submit(
    service,
    contributor,
    { ...ofPair, datasetPairUuid: other.datasetPairUuid },
    key,
  );
  assert.deepEqual(problem(reused), [409, 'idempotency_key_reused']);
});

test('a Run is refused with what is in its way', async () => {
  const none = await newTestedPair(service, { token: contributor, sourceUuid, tests: 0 });
  const scopeOf = (datasetPairUuid: string) => ({ kind: 'dataset_pair', datasetPairUuid });
  assert.deepEqual(problem(await submit(service, contributor, scopeOf(none.datasetPairUuid))), [
    400,
    'no_active_tests',
  ]);
  assert.deepEqual(problem(await submit(service, contributor, scopeOf(randomUUID()))), [404, 'not_found']);
  const absent = { kind: 'validation_test', validationTestUuid: randomUUID() };
  assert.deepEqual(problem(await submit(service, contributor, absent)), [404, 'not_found']);
  const half = { kind: 'dataset_pairs', datasetPairUuids: [pair.datasetPairUuid, randomUUID()] };
  assert.deepEqual(problem(await submit(service, contributor, half)), [404, 'not_found']);
  assert.deepEqual(
    problem(await submit(service, contributor, { kind: 'dataset_pairs', datasetPairUuids: [] })),
    [422, 'validation_failed'],
  );
});

test('tests that no longer fit end before anything is sent, and are not retried', async () => {
  const drifting = await newTestedPair(service, { token: contributor, sourceUuid, tests: 1 });
  const sums = await create(service, contributor, 'validation-tests', {
    datasetPairUuid: drifting.datasetPairUuid,
    functionCode: 'SUM',
    fields: [{ sourceField: 'amount', targetField: 'amount' }],
  });
  assert.equal(sums.statusCode, 201, sums.body);
  const preparation = `datasets/${drifting.source.datasetUuid}/preparation:retry`;
  await create(service, contributor, preparation, undefined);
  await executor.complete(await executor.take(), prepared([field('id', 'long')]));

  const scope = { kind: 'dataset_pair', datasetPairUuid: drifting.datasetPairUuid };
  const { runUuid } = acceptedRun(await submit(service, contributor, scope));
  const lease = await executor.take();
  assert.equal(compareTask(lease).specification.tests.length, 1);
  const early = await results(runUuid);
  assert.deepEqual(
    early.map(({ functionCode, status }) => [functionCode, status]),
    [
      ['COUNT', null],
      ['SUM', 'error'],
    ],
  );
  assert.deepEqual([early[1]?.error?.code, early[1]?.retryable], ['test_outdated', false]);
  await executor.complete(lease, compared(lease));
  assert.equal((await run(runUuid)).overallStatus, 'error');
  assert.deepEqual(problem(await retry(runUuid)), [400, 'nothing_to_retry']);

  const alone = { kind: 'validation_test', validationTestUuid: sums.json().validationTestUuid };
  const outdated = acceptedRun(await submit(service, contributor, alone));
  assert.deepEqual((await executor.claim()).json().leases, []);
  const ended = await run(outdated.runUuid);
  assert.deepEqual([ended.overallStatus, ended.counts.error], ['error', 1]);
});

test('a part whose executors vanish or fail ends with the reason, and can be retried', async () => {
  const { runUuid } = await submitPair();
  for (let attempt = 1; attempt <= 3; attempt++) await expireLease(service, orgUuid, await executor.take());
  assert.deepEqual((await executor.claim()).json().leases, []);
  const lost = await run(runUuid);
  assert.deepEqual([lost.overallStatus, lost.counts.error, lost.resultCount], ['error', 3, 3]);
  const [first] = await results(runUuid);
  assert.deepEqual([first?.error?.code, first?.retryable], ['executor_lost', true]);

  const answer = await retry(runUuid);
  const again = acceptedRun(answer);
  assert.equal(answer.headers.location, `http://plumbline.test/api/v1/runs/${again.runUuid}`);
  assert.deepEqual(
    [again.scope, again.retryOfRunUuid, again.testCount, again.scopeLabel],
    ['retry', runUuid, 3, `Retry of ${lost.name}`],
  );
  await executor.complete(await executor.take(), failed('dataset_unreadable'));
  const [unreadable] = await results(again.runUuid);
  assert.deepEqual([unreadable?.error?.code, unreadable?.retryable], ['dataset_unreadable', false]);
});

test('a retry takes up only what may end otherwise', async () => {
  const error = { status: 'error', error: engineError } as const;
  const hopeless = {
    status: 'error',
    error: { ...engineError, code: 'unsupported', retryable: false },
  } as const;
  const { runUuid } = await endedRun([error, hopeless, null]);
  const key = randomUUID();
  const retried = acceptedRun(await retry(runUuid, key));
  assert.deepEqual(
    (await results(retried.runUuid)).map(({ name }) => name),
    ['Rows 0', 'Rows 2'],
  );
  assert.deepEqual(problem(await retry(retried.runUuid)), [409, 'run_not_finished']);
  const lease = await executor.take();
  await executor.complete(lease, compared(lease));
  const replay = await retry(runUuid, key);
  assert.deepEqual([replay.statusCode, replay.json().overallStatus], [200, 'pass']);
  assert.deepEqual(problem(await retry(retried.runUuid)), [400, 'nothing_to_retry']);
  assert.deepEqual(problem(await retry(randomUUID())), [404, 'not_found']);
});

test('a cancelled Run is over at once, and its executor is told', async () => {
  const { runUuid } = acceptedRun(await all());
  const lease = await executor.take();
  const key = randomUUID();
  const answer = await cancel(runUuid, key);
  assert.equal(answer.statusCode, 200, answer.body);
  const { overallStatus, counts, testCount, cancelledAt } = answer.json();
  assert.deepEqual([overallStatus, counts.error, cancelledAt], ['error', testCount, now.toISOString()]);
  const [first] = await results(runUuid);
  assert.deepEqual([first?.error?.code, first?.retryable], ['cancelled', true]);

  assert.equal((await executor.heartbeat(lease)).json().cancelRequested, true);
  assert.equal((await executor.complete(lease, compared(lease))).statusCode, 200);
  assert.deepEqual((await executor.claim()).json().leases, [], 'what was queued is no work any more');
  assert.equal((await run(runUuid)).counts.pass, 0);
  const replay = await cancel(runUuid, key);
  assert.deepEqual([replay.statusCode, replay.headers['idempotency-replayed']], [200, 'true']);
  assert.deepEqual(problem(await cancel(runUuid)), [409, 'run_finished']);
});

test('progress is live: results that are there, and what executors say of the rest', async () => {
  const { runUuid } = await submitPair();
  const lease = await executor.take();
  await executor.heartbeat(lease, { progress: { done: 50, total: 100, unit: 'rows' } });
  assert.deepEqual((await run(runUuid)).progress, { done: 1, total: 3, unit: 'tests' });
  await executor.heartbeat(lease, { progress: { done: 100, total: 100, unit: 'rows' } });
  assert.equal((await run(runUuid)).progress.done, 2, 'what has no result is not done');
});

test('an outcome is received once, and that of a lost lease never', async () => {
  const { runUuid } = await submitPair();
  const lost = await executor.take();
  await expireLease(service, orgUuid, lost);
  const lease = await executor.take();
  assert.deepEqual(problem(await executor.complete(lost, compared(lost, [{ status: 'fail' }]))), [
    409,
    'lease_lost',
  ]);
  for (let told = 1; told <= 2; told++) {
    assert.equal((await executor.complete(lease, compared(lease))).statusCode, 200);
  }
  const { overallStatus, resultCount } = await run(runUuid);
  assert.deepEqual([overallStatus, resultCount], ['pass', 3]);
});

test('an outcome that cannot be of this work is refused, and nothing is changed', async () => {
  const { runUuid } = await submitPair();
  const lease = await executor.take();
  const [id = ''] = compareTask(lease).specification.tests.map((each) => each.id);
  const refused = async (tests: unknown, more = {}) => {
    const answer = await executor.complete(lease, compared(lease, [], { tests, ...more }));
    assert.equal(answer.statusCode, 422, answer.body);
    return answer.json().errors[0].code;
  };
  const elsewhere = {
    state: 'written',
    file: `${orgUuid}/elsewhere/x.parquet`,
    rows: 1,
    capped: false,
  } as const;
  assert.equal(await refused([testReport(randomUUID())]), 'test_unknown');
  assert.equal(await refused([testReport(id), testReport(id)]), 'test_repeated');
  assert.equal(await refused([testReport(id, { status: 'error' })]), 'error_unexpected');
  const storeUuid = randomUUID();
  assert.equal(await refused([testReport(id, { evidence: elsewhere })], { storeUuid }), 'evidence_elsewhere');
  assert.equal(await refused([testReport(id, { functionCode: 'SUM' })]), 'function_other');
  const nowhere = { state: 'written', file: null, rows: 0, capped: false } as const;
  assert.equal(await refused([testReport(id, { evidence: nowhere })]), 'evidence_unwritten');
  const unwritten = { state: 'none', file: null, rows: 3, capped: false } as const;
  assert.equal(await refused([testReport(id, { evidence: unwritten })]), 'evidence_unwritten');
  assert.equal((await run(runUuid)).resultCount, 0);
});

test('the value of a MIN or MAX stays with the data', async () => {
  const side = { value: 'canary', rows: 1 };
  const { runUuid } = await endedRun([{ source: side, target: side, valueIsFromRow: true }]);
  const [result] = await results(runUuid);
  assert.deepEqual(result?.source, { value: null, rows: 1 });
});

test('results are listed by severity or in order, filtered, and page by page', async () => {
  const error = { status: 'error', error: engineError } as const;
  const { runUuid } = await endedRun([{}, { status: 'fail' }, error]);
  const names = async (query: string) => (await results(runUuid, query)).map(({ name }) => name);
  assert.deepEqual(await names(''), ['Rows 2', 'Rows 1', 'Rows 0']);
  assert.deepEqual(await names('?order=run'), ['Rows 0', 'Rows 1', 'Rows 2']);
  assert.deepEqual(await names('?status=fail'), ['Rows 1']);
  assert.deepEqual(await names('?functionCode=SUM'), []);
  assert.deepEqual(await names(`?datasetPairUuid=${other.datasetPairUuid}`), []);
  for (const order of ['severity', 'run']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const url = `/api/v1/runs/${runUuid}/results?limit=1&order=${order}&cursor=${cursor}`;
      const { items, nextCursor } = (await service.send({ url, token: reader })).json();
      seen.push(items[0].name);
      cursor = nextCursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen, await names(`?order=${order}`));
  }
  const elsewhere = await service.send({ url: `/api/v1/runs/${randomUUID()}/results`, token: reader });
  assert.deepEqual(problem(elsewhere), [404, 'not_found']);
});

test('a Run is compared with the one of the same scope before it', async () => {
  const fail = { status: 'fail' } as const;
  const own = await newTestedPair(service, { token: contributor, sourceUuid, tests: 4 });
  const scope = { kind: 'dataset_pair', datasetPairUuid: own.datasetPairUuid };
  const ended = async (details: Parameters<typeof compared>[1]) => {
    const { runUuid } = acceptedRun(await submit(service, contributor, scope));
    const lease = await executor.take();
    await executor.complete(lease, compared(lease, details));
    return runUuid;
  };
  const comparison = async (runUuid: string, query = '') =>
    (await service.send({ url: `/api/v1/runs/${runUuid}/comparison${query}`, token: reader })).json();

  const first = await ended([{}, fail, fail, {}]);
  assert.deepEqual(await comparison(first), {
    runUuid: first,
    previousRunUuid: null,
    counts: { broke: 0, repaired: 0, stillFailing: 0, new: 0, gone: 0 },
    items: [],
    nextCursor: null,
  });
  const [, , , last] = own.tests;
  await service.send({
    method: 'DELETE',
    url: `/api/v1/validation-tests/${last?.validationTestUuid}`,
    token: contributor,
    headers: { 'if-match': last?.etag ?? '' },
  });
  await newCounts(service, contributor, own.datasetPairUuid, 1);
  const second = await ended([fail, {}, fail, {}]);
  const { previousRunUuid, counts, items } = await comparison(second);
  assert.equal(previousRunUuid, first);
  assert.deepEqual(counts, { broke: 1, repaired: 1, stillFailing: 1, new: 1, gone: 1 });
  assert.deepEqual(
    items.map((item: { change: string; before: string; after: string }) => [
      item.change,
      item.before,
      item.after,
    ]),
    [
      ['broke', 'pass', 'fail'],
      ['stillFailing', 'fail', 'fail'],
      ['repaired', 'fail', 'pass'],
      ['new', null, 'pass'],
      ['gone', 'pass', null],
    ],
  );
  const back = await comparison(first, `?with=${second}&change=repaired`);
  assert.deepEqual([back.counts.repaired, back.items.length], [1, 1]);
  const page = await comparison(second, '?limit=2');
  const rest = await comparison(second, `?limit=3&cursor=${page.nextCursor}`);
  assert.deepEqual([...page.items, ...rest.items], items);

  const third = acceptedRun(await submit(service, contributor, scope));
  const unfinished = await service.send({ url: `/api/v1/runs/${third.runUuid}/comparison`, token: reader });
  assert.deepEqual(problem(unfinished), [409, 'run_not_finished']);
});

test('past Runs keep the results of tests and pairs that were deleted', async () => {
  const doomed = await newTestedPair(service, { token: contributor, sourceUuid, name: 'Doomed', tests: 1 });
  const scope = { kind: 'dataset_pair', datasetPairUuid: doomed.datasetPairUuid };
  const { runUuid } = acceptedRun(await submit(service, contributor, scope));
  const [theTest] = doomed.tests;
  const remove = (url: string, etag = '') =>
    service.send({
      method: 'DELETE',
      url: `/api/v1/${url}`,
      token: contributor,
      headers: { 'if-match': etag },
    });
  assert.equal(
    (await remove(`validation-tests/${theTest?.validationTestUuid}`, theTest?.etag)).statusCode,
    204,
  );
  assert.equal((await remove(`dataset-pairs/${doomed.datasetPairUuid}`, doomed.etag)).statusCode, 204);
  assert.deepEqual((await executor.claim()).json().leases, []);
  const [result] = await results(runUuid);
  assert.deepEqual(
    [result?.name, result?.datasetPairName, result?.error?.code, result?.retryable],
    ['Rows 0', 'Doomed', 'test_outdated', false],
  );
});

test('Runs are counted and timed, by scope and verdict', async () => {
  await endedRun([{}, { status: 'fail' }]);
  const metrics = (await service.send({ url: '/metrics' })).body;
  assert.match(metrics, /^plumbline_runs_submitted_total\{scope="dataset_pair"\} [1-9]/m);
  assert.match(metrics, /^plumbline_run_duration_seconds_count\{scope="dataset_pair",status="fail"\} [1-9]/m);
  assert.match(metrics, /^plumbline_run_results_total\{status="pass"\} [1-9]/m);
});

// Last: work that is queued in time to come is not claimed before.
test('a Run needs an executor that has called lately and can reach its sources', async () => {
  const key = randomUUID();
  acceptedRun(await submit(service, contributor, ofPair, key));
  now = new Date(now.getTime() + 61_000);
  assert.deepEqual(problem(await all()), [409, 'execution_environment_not_ready']);
  assert.equal(
    (await submit(service, contributor, ofPair, key)).statusCode,
    202,
    'a replay needs no executor',
  );
});

test('without an entitlement nothing is started, and what was started is still read, replayed and cancelled', async () => {
  const key = randomUUID();
  const { runUuid } = acceptedRun(await submit(service, contributor, ofPair, key));
  now = new Date(now.getTime() + 15 * 86_400_000);
  // The tokens of the test's issuer are good for a day.
  const seconds = now.getTime() / 1000;
  const late = { iat: seconds, nbf: seconds, exp: seconds + 600 };
  const carl = service.issuer.delegated('carl@contoso.example', late);
  const machine = service.issuer.application({ name: 'test-executor', roles: [] }, late);
  await playExecutor(service, machine).claim();
  assert.deepEqual(problem(await create(service, carl, 'runs/all', undefined)), [402, 'entitlement_expired']);
  assert.deepEqual(problem(await submit(service, carl, ofPair)), [402, 'entitlement_expired']);
  assert.equal((await submit(service, carl, ofPair, key)).statusCode, 202);
  assert.equal((await create(service, carl, `runs/${runUuid}:cancel`, undefined)).statusCode, 200);
  assert.deepEqual(problem(await create(service, carl, `runs/${runUuid}/retry`, undefined)), [
    402,
    'entitlement_expired',
  ]);
});
