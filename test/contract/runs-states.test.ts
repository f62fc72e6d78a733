import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { isFinished, type ResultStatus, resultStatuses, verdictOf } from '../../src/domain/runs/run.ts';
import { listResults, type ResultRecord } from '../../src/storage/queries/results.ts';
import { getRun, type RunRecord } from '../../src/storage/queries/runs.ts';
import { create, newSource } from '../support/catalog.ts';
import { failed, type Lease, playExecutor } from '../support/executor.ts';
import { acceptedRun, compared, compareTask, engineError, newTestedPair, submit } from '../support/runs.ts';
import { activateContoso, startTestService, type TestAnswer } from '../support/service.ts';

/** Three parts of two tests each, so that they can end in any order and around each other. */
const partCount = 3;
const testsOfPart = 2;

const service = await startTestService({ after });
const { owner, contributor, organizationUuid: orgUuid } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);
const pairs: string[] = [];
for (let i = 0; i < partCount; i++) {
  const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: testsOfPart });
  pairs.push(pair.datasetPairUuid);
}
const scope = { kind: 'dataset_pairs', datasetPairUuids: pairs };
const executor = playExecutor(service);

/** What can happen to a Run. Leases are named by the order in which they were handed out. */
type Step =
  | { readonly kind: 'claim' | 'expire' | 'cancel' }
  | { readonly kind: 'heartbeat'; readonly lease: number }
  | { readonly kind: 'complete'; readonly lease: number; readonly outcome: Outcome; readonly times: number };

type Outcome =
  | { readonly kind: 'reports'; readonly statuses: readonly ResultStatus[] }
  | { readonly kind: 'failed'; readonly retryable: boolean }
  | { readonly kind: 'released' };

const lease = fc.nat({ max: 9 });
const outcome = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reports' as const),
      // A report has one test at least.
      statuses: fc
        .array(fc.constantFrom(...resultStatuses), { minLength: testsOfPart, maxLength: testsOfPart })
        .filter((statuses) => statuses.some((status) => status !== 'no_results')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('failed' as const), retryable: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'released' as const }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'claim' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'expire' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('heartbeat' as const), lease }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('complete' as const),
      lease,
      outcome,
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
);

/** A Run as it is being played with. */
class Play {
  readonly runUuid: string;
  readonly #leases: Lease[] = [];
  /** What an accepted report said of a test that had not ended: from then on that is its result. */
  readonly #decided = new Map<string, ResultStatus>();
  #end: string | undefined;

  constructor(runUuid: string) {
    this.runUuid = runUuid;
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'claim':
        await this.#claim();
        return;
      case 'expire':
        return makeDue();
      case 'cancel': {
        const answer = await create(service, contributor, `runs/${this.runUuid}:cancel`, undefined);
        assert.ok(answer.statusCode === 200 || answer.json().code === 'run_finished', answer.body);
        return;
      }
      case 'heartbeat': {
        const held = this.#leases[next.lease];
        if (held !== undefined) await executor.heartbeat(held);
        return;
      }
      case 'complete': {
        const held = this.#leases[next.lease];
        for (let told = 0; held !== undefined && told < next.times; told++)
          await this.#complete(held, next.outcome);
      }
    }
  }

  async #claim(): Promise<void> {
    const answer = await executor.claim();
    this.#leases.push(...answer.json().leases);
  }

  async #complete(held: Lease, sent: Outcome): Promise<void> {
    const open = (await this.#results())
      .filter(({ status }) => status === null)
      .map((each) => each.resultUuid);
    const answer = await executor.complete(held, outcomeOf(held, sent));
    if (answer.statusCode !== 200) {
      // Not of those tests any more: they ended, or the work was claimed again.
      assert.ok(['lease_lost', 'validation_failed'].includes(answer.json().code), answer.body);
      return;
    }
    if (sent.kind !== 'reports') return;
    const ids = compareTask(held).specification.tests.map(({ id }) => id);
    // Told once more, or to a Run that was cancelled meanwhile.
    if (!ids.every((id) => open.includes(id))) return;
    for (const [index, id] of ids.entries()) {
      const status = sent.statuses[index];
      if (status !== undefined) this.#decided.set(id, status);
    }
  }

  async #run(): Promise<RunRecord> {
    const run = await service.ctx.storage.withTenant(orgUuid, (tx) => getRun(tx, this.runUuid));
    assert.ok(run);
    return run;
  }

  async #results(): Promise<ResultRecord[]> {
    const page = { runUuid: this.runUuid, order: 'run', limit: 100, after: null } as const;
    return await service.ctx.storage.withTenant(orgUuid, (tx) => listResults(tx, page));
  }

  /** Whatever happens, the Run agrees with its results, and what has ended stays as it is. */
  async check(): Promise<boolean> {
    const [run, results] = [await this.#run(), await this.#results()];
    assert.equal(results.length, partCount * testsOfPart);
    const count = (status: ResultStatus) => results.filter((each) => each.status === status).length;
    const counts = {
      pass: count('pass'),
      fail: count('fail'),
      error: count('error'),
      noResults: count('no_results'),
    };
    assert.deepEqual(
      [run.passCount, run.failCount, run.errorCount, run.noResultCount],
      Object.values(counts),
    );
    for (const { resultUuid, status, error } of results) {
      const decided = this.#decided.get(resultUuid);
      if (decided !== undefined) assert.equal(status, decided, resultUuid);
      assert.equal(error !== null, status === 'error');
    }
    const isOver = results.every(({ status }) => status !== null);
    assert.equal(isFinished(run.status), isOver);
    if (!isOver) return false;
    assert.equal(run.status, verdictOf(counts));
    const end = JSON.stringify([run, results]);
    assert.equal(this.#end ?? end, end, 'a Run that is over does not change');
    this.#end = end;
    return true;
  }

  /** Executors that do their work bring every Run to its end. */
  async finish(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      if (await this.check()) return;
      await makeDue();
      const before = this.#leases.length;
      await this.#claim();
      for (const held of this.#leases.slice(before)) await this.#complete(held, passing);
    }
    assert.fail('The Run did not end.');
  }
}

const passing: Outcome = { kind: 'reports', statuses: Array(testsOfPart).fill('pass') };

function outcomeOf(held: Lease, sent: Outcome): unknown {
  if (sent.kind === 'released') return { status: 'released' };
  if (sent.kind === 'failed')
    return failed(sent.retryable ? 'connection_lost' : 'dataset_unreadable', sent.retryable);
  const reports = sent.statuses.map((status) => {
    if (status === 'no_results') return null;
    return status === 'error' ? { status, error: engineError } : { status };
  });
  return compared(held, reports);
}

/** Every lease has run out, and nobody waits to try again. */
async function makeDue(): Promise<void> {
  await service.ctx.storage.withTenant(orgUuid, async (tx) => {
    await tx
      .updateTable('plumbline.work')
      .set({ due_at: new Date(0) })
      .where('state', 'in', ['queued', 'leased'])
      .execute();
  });
}

test('whatever happens on the way, a Run ends once, and each of its tests has one result', async () => {
  await executor.claim();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { runUuid } = acceptedRun(await submit(service, contributor, scope, randomUUID()));
      const play = new Play(runUuid);
      for (const next of steps) {
        await play.take(next);
        await play.check();
      }
      await play.finish();
      // What comes late changes nothing.
      for (const next of steps.filter(({ kind }) => kind !== 'claim')) await play.take(next);
      await play.check();
    }),
    { numRuns: 12 },
  );
});

test('parts that end at the same moment, and a cancellation with them, count each test once', async () => {
  for (const cancelled of [false, true]) {
    const { runUuid } = acceptedRun(await submit(service, contributor, scope, randomUUID()));
    const play = new Play(runUuid);
    const leases: Lease[] = (await executor.claim({ capacity: partCount })).json().leases;
    assert.equal(leases.length, partCount);
    const answers: readonly TestAnswer[] = await Promise.all([
      ...leases.flatMap((held) => [
        executor.complete(held, outcomeOf(held, passing)),
        executor.complete(held, outcomeOf(held, passing)),
      ]),
      ...(cancelled ? [create(service, contributor, `runs/${runUuid}:cancel`, undefined)] : []),
    ]);
    const unexpected = answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409);
    assert.deepEqual(
      unexpected.map(({ body }) => body),
      [],
    );
    assert.equal(await play.check(), true);
  }
});
