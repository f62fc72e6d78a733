import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import fc from 'fast-check';
import { maxTestsOfTask } from '../../src/domain/execution/protocol.ts';
import { verdictOf } from '../../src/domain/runs/run.ts';
import { applicationObjectId } from '../../src/providers/identity/embedded/token-claims.ts';
import { newDataset, newSource } from '../support/catalog.ts';
import { field, type Lease, playExecutor, prepared } from '../support/executor.ts';
import { acceptedRun, compared, getResults, getRun, newTestedPair, submit } from '../support/runs.ts';
import { activateContoso, startTestService, type TestAnswer } from '../support/service.ts';
import { knownDirectory } from '../support/tokens.ts';
import { fuzz } from './fuzz.ts';
import { editJson, type JsonEdit, jsonEdits } from './mutations.ts';

const directory = knownDirectory('contoso');
const executorNames = ['test-executor', 'lying-executor'] as const;
const service = await startTestService(
  { after },
  {
    settings: {
      executorIdentities: executorNames.map((name) => ({
        directoryId: directory.directoryId,
        objectId: applicationObjectId({ name, directory }),
      })),
    },
  },
);
const { owner, contributor, organizationUuid } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: 2 });
const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };

const [honest, liar] = executorNames.map((name) =>
  playExecutor(service, service.issuer.application({ name, roles: [] })),
);
assert.ok(honest && liar);

/** A Run that somebody else works at, and keeps for as long as the tests take. */
const othersRun = acceptedRun(await submit(service, contributor, scope)).runUuid;
const othersLease = await honest.take();
await service.ctx.storage.withTenant(organizationUuid, async (tx) => {
  await tx
    .updateTable('plumbline.work')
    .set({ due_at: new Date('2100-01-01') })
    .where('work_uuid', '=', othersLease.workUuid)
    .execute();
});
const others = await stateOf(othersRun);

async function stateOf(runUuid: string) {
  return {
    run: await getRun(service, contributor, runUuid),
    results: await getResults(service, contributor, runUuid),
  };
}

const whats = [
  'pass',
  'fail',
  'half',
  'othersTests',
  'otherFunction',
  'noSuchEvidence',
  'released',
  'problem',
  'giant',
  'preparation',
] as const;

/** Outcomes that can be of no work of this kind, told in the right way or not. */
const impossible: readonly Lie['what'][] = ['othersTests', 'otherFunction', 'noSuchEvidence', 'preparation'];

/** A call of the protocol that is not what it should be. */
interface Lie {
  readonly call: 'heartbeat' | 'report' | 'complete';
  readonly of: 'own' | 'others' | 'nobodys';
  readonly fencing: number;
  readonly what: (typeof whats)[number];
  readonly edits: readonly JsonEdit[] | null;
  readonly times: number;
}

const names = [
  'fencingNumber',
  'outcome',
  'result',
  'kind',
  'tests',
  'testId',
  'functionCode',
  'status',
  'error',
  'evidence',
  'state',
  'file',
  'rows',
  'matchedRows',
  'problem',
  'retryable',
  'progress',
  'sequence',
];

const lies: fc.Arbitrary<Lie> = fc.record({
  call: fc.constantFrom('complete', 'complete', 'complete', 'heartbeat', 'report'),
  of: fc.constantFrom('own', 'own', 'own', 'others', 'nobodys'),
  fencing: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: -3, max: 3 }),
    fc.maxSafeNat(),
  ),
  what: fc.constantFrom(...whats),
  edits: fc.option(jsonEdits(names)),
  times: fc.constantFrom(1, 1, 1, 2),
});

function leaseOf({ of, fencing }: Lie, own: Lease): Lease {
  const lease = of === 'others' ? othersLease : own;
  const workUuid = of === 'nobodys' ? randomUUID() : lease.workUuid;
  return { ...lease, workUuid, fencingNumber: lease.fencingNumber + fencing };
}

function outcomeOf({ what }: Lie, own: Lease): unknown {
  const found = { mismatchedRows: 3, matchedRows: 97 };
  switch (what) {
    case 'pass':
      return compared(own);
    case 'fail':
      return compared(own, [{ status: 'fail', ...found }]);
    case 'half':
      return compared(own, [null]);
    case 'othersTests':
      return compared(othersLease);
    case 'otherFunction':
      return compared(own, [{ functionCode: 'MIN' }]);
    case 'noSuchEvidence':
      return compared(own, [{ evidence: { state: 'written', file: null, rows: 3, capped: true } }]);
    case 'released':
      return { status: 'released' };
    case 'problem':
      return { status: 'failed', problem: { code: 'dataset_unreadable', detail: 'No.' }, retryable: false };
    case 'giant': {
      const { result, ...rest } = compared(own) as { result: { tests: unknown[] } };
      const tests = Array.from({ length: 2 * maxTestsOfTask }, () => result.tests[0]);
      return { ...rest, result: { ...result, tests } };
    }
    case 'preparation':
      return prepared([field('id', 'long')]);
  }
}

function tell(lie: Lie, own: Lease): Promise<TestAnswer> {
  const body = {
    fencingNumber: leaseOf(lie, own).fencingNumber,
    ...(lie.call === 'complete' && { outcome: outcomeOf(lie, own) }),
    ...(lie.call === 'heartbeat' && { progress: { done: 3, total: 2, unit: 'rows' } }),
    ...(lie.call === 'report' && {
      sequence: 1,
      report: { kind: 'dataset.prepare', fields: [field('id', 'long')] },
    }),
  };
  return service.send({
    method: 'POST',
    url: `/api/v1/execution/leases/${leaseOf(lie, own).workUuid}:${lie.call}`,
    token: service.issuer.application({ name: executorNames[1], roles: [] }),
    body: lie.edits === null ? body : editJson(body, lie.edits),
  });
}

/** Received, not its work, or not an outcome: there is no other answer to an executor. */
function assertAnswered({ statusCode, body }: TestAnswer): void {
  assert.ok([200, 409, 422].includes(statusCode), `${statusCode} ${body}\n${service.logLines.at(-1)}`);
}

fuzz('an executor that lies spoils nothing but its own work', {
  share: 0.002,
  cases: fc.array(lies, { minLength: 1, maxLength: 4 }),
  async check(told) {
    const { runUuid } = acceptedRun(await submit(service, contributor, scope));
    const own = await liar.take();
    let isEnded = false;
    for (const lie of told) {
      for (let time = 0; time < lie.times; time += 1) {
        const answer = await tell(lie, own);
        assertAnswered(answer);
        const isImpossible = lie.call === 'complete' && lie.edits === null && impossible.includes(lie.what);
        if (lie.of !== 'own' || (isImpossible && !isEnded)) {
          assert.notEqual(answer.statusCode, 200, JSON.stringify(lie));
        }
        isEnded ||= lie.call === 'complete' && answer.statusCode === 200;
      }
    }
    const last = await liar.complete(own, compared(own));
    assertAnswered(last);
    if (!isEnded) assert.equal(last.statusCode, 200, last.body);
    const { run, results } = await stateOf(runUuid);
    assert.equal(results.length, pair.tests.length);
    assert.equal(new Set(results.map(({ validationTestUuid }) => validationTestUuid)).size, results.length);
    for (const { functionCode, evidence } of results) {
      assert.deepEqual([functionCode, evidence.state], ['COUNT', 'none']);
    }
    if (!isEnded)
      assert.deepEqual(
        results.map(({ status }) => status),
        ['pass', 'pass'],
      );
    if (run.finishedAt === null) await cancel(runUuid);
    else assertConcluded(run, results);
    assert.deepEqual(await stateOf(othersRun), others);
  },
});

/** The verdict follows from the results, and their counts from them too. */
function assertConcluded(
  run: Awaited<ReturnType<typeof getRun>>,
  results: Awaited<ReturnType<typeof getResults>>,
): void {
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  const counts = {
    pass: count('pass'),
    fail: count('fail'),
    error: count('error'),
    noResults: count('no_results'),
  };
  assert.deepEqual(run.counts, counts);
  assert.equal(run.overallStatus, verdictOf(counts));
}

/** What was given back or is to be tried again would be handed out in the next case. */
async function cancel(runUuid: string): Promise<void> {
  const answer = await service.send({
    method: 'POST',
    url: `/api/v1/runs/${runUuid}:cancel`,
    token: contributor,
    headers: { 'idempotency-key': randomUUID() },
  });
  assert.ok(answer.statusCode < 300, answer.body);
}

const columns = [
  field('id', 'long', { nullable: false }),
  field('amount', 'decimal(18,2)'),
  field('lines', 'list<struct<sku string, quantity long>>', {
    children: [field('sku', 'string'), field('quantity', 'long')],
  }),
];
const memberNames = [
  'name',
  'logicalType',
  'nativeType',
  'nullable',
  'children',
  'profile',
  'rowCount',
  'notes',
];

fuzz('what an executor says a dataset is can be shown and compared, or is refused', {
  share: 0.002,
  cases: fc.tuple(
    jsonEdits(memberNames),
    fc.array(
      fc.constantFrom('long', 'decimal(99,1)', 'list<', 'struct<a long, a long>', 'map<long, json>', 'date'),
    ),
  ),
  async check([edits, types]) {
    const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
    const lease = await liar.take();
    const typed = columns.map((column, index) => ({
      ...column,
      logicalType: types[index] ?? column.logicalType,
    }));
    const outcome = editJson(prepared(typed), edits);
    const answer = await liar.complete(lease, outcome === undefined ? null : outcome);
    assertAnswered(answer);
    const shown = await service.send({ url: `/api/v1/datasets/${datasetUuid}`, token: contributor });
    assert.equal(shown.statusCode, 200, shown.body);
    const resolved = await service.send({
      method: 'POST',
      url: '/api/v1/comparison-resolutions',
      token: contributor,
      body: {
        context: { kind: 'datasets', sourceDatasetUuid: datasetUuid, targetDatasetUuid: datasetUuid },
        surface: 'valueField',
        sourceField: 'amount',
        targetField: 'lines[].sku',
      },
    });
    assert.ok(resolved.statusCode < 500, `${resolved.body}\n${service.logLines.at(-1)}`);
    if (answer.statusCode !== 200) await liar.complete(lease, prepared(columns));
  },
});
