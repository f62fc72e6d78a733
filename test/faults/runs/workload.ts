import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  createClient,
  type OperationInput,
  type OperationOutput,
  ProblemError,
} from '../../../src/contract/client.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { mintToken } from '../../../src/providers/identity/embedded/mint-token.ts';
import type { Installation } from './installation.ts';

export type Submission = 'all' | 'pair' | 'test' | 'cancelled';

interface PreparedData {
  readonly token: string;
  readonly datasetPairUuid: string;
  readonly validationTestUuid: string;
}

interface AcceptedRun {
  readonly runUuid: string;
  readonly isCancelled: boolean;
  /** It could not be decided, and was not to be. */
  readonly isExcused?: true;
  /** Its work was lost as often as it is tried, which it says; it was retried. */
  readonly isLost?: true;
  readonly testCount: number;
}

/** A service that is away is tried this long: longer than a process takes to start again. */
const patienceMs = 90_000;
const pollMs = 100;
/** A retry can be met by the rest of a storm, or by a machine that has no time for signs of life; not again and again. */
const mostRetries = 3;

/** What the tests must come to, whatever is killed on the way. */
const expected = { COUNT: 'fail', MAX: 'pass', VALUE: 'fail', SET_B_IN_A: 'pass' } as const;
type Tested = keyof typeof expected;

/** Somebody who submits Runs, does not give up, and remembers each one that was accepted. */
export class Workload {
  readonly #client: Client;
  readonly #data: PreparedData;
  readonly #accepted: Map<string, AcceptedRun>;

  private constructor(client: Client, data: PreparedData, accepted: Map<string, AcceptedRun>) {
    this.#client = client;
    this.#data = data;
    this.#accepted = accepted;
  }

  /** Registers and prepares the data of the installation, with four tests on it. Files may have a further ending. */
  static async prepare({ url, dataDir, files }: Installation, ending = ''): Promise<Workload> {
    const clock = { now: () => new Date() };
    const token = await mintToken(
      { dataDir, as: 'olivia@contoso.example', expiresInSeconds: 7200 },
      { clock },
    );
    const client = createClient({ baseUrl: url, token: () => token });
    const { sourceUuid } = (
      await create(client, 'create_discovery_source', {
        name: 'Files',
        settings: { kind: 'files', root: files },
      })
    ).body;
    const [sourceDatasetUuid, targetDatasetUuid] = await Promise.all(
      ['source.csv', 'target.csv'].map((path) => readyDataset(client, sourceUuid, path + ending)),
    );
    const pair = await create(client, 'create_dataset_pair', { sourceDatasetUuid, targetDatasetUuid });
    const { datasetPairUuid } = pair.body;
    const field = (name: string) => [{ sourceField: name, targetField: name }];
    const tests = await create(client, 'create_validation_tests', {
      tests: [
        { datasetPairUuid, functionCode: 'COUNT', fields: field('id') },
        { datasetPairUuid, functionCode: 'MAX', fields: field('id') },
        { datasetPairUuid, functionCode: 'VALUE', fields: field('amount'), keys: field('id') },
        { datasetPairUuid, functionCode: 'SET_B_IN_A', fields: field('name') },
      ],
    });
    const value = tests.body.items.find(({ functionCode }) => functionCode === 'VALUE');
    assert.ok(value);
    const { validationTestUuid } = value;
    return new Workload(client, { token, datasetPairUuid, validationTestUuid }, new Map());
  }

  /** The same, submitted to another replica. */
  through(url: string): Workload {
    const client = createClient({ baseUrl: url, token: () => this.#data.token });
    return new Workload(client, this.#data, this.#accepted);
  }

  /** For a request by hand. */
  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#data.token}` };
  }

  get accepted(): number {
    return this.#accepted.size;
  }

  /** Submits a Run until it is accepted: the same request with the same key, however often it takes. */
  async submit(what: Submission): Promise<string> {
    const { body: run } = await this.#send(what);
    this.#accepted.set(run.runUuid, {
      runUuid: run.runUuid,
      isCancelled: what === 'cancelled',
      testCount: run.testCount,
    });
    if (what === 'cancelled') await this.#cancel(run.runUuid);
    return run.runUuid;
  }

  /** Submits a Run that cannot be decided as things are, and waits for its end. */
  async failing(what: Submission) {
    const { body } = await this.#send(what);
    const { runUuid, testCount } = body;
    this.#accepted.set(runUuid, { runUuid, isCancelled: false, isExcused: true, testCount });
    return { run: await this.#finished(runUuid), results: await this.#results(runUuid) };
  }

  async #send(what: Submission) {
    const idempotencyKey = randomUUID();
    if (what === 'all') return await persist(() => this.#client.call('submit_all_runs', { idempotencyKey }));
    const { datasetPairUuid, validationTestUuid } = this.#data;
    const scope =
      what === 'test'
        ? ({ kind: 'validation_test', validationTestUuid } as const)
        : ({ kind: 'dataset_pair', datasetPairUuid } as const);
    return await persist(() => this.#client.call('submit_run', { idempotencyKey, body: { scope } }));
  }

  async #cancel(runUuid: string): Promise<void> {
    const idempotencyKey = randomUUID();
    const cancel = () => this.#client.call('cancel_run', { params: { runUuid }, idempotencyKey });
    await persist(cancel).catch((error: unknown) => {
      // It was quicker.
      assert.equal(codeOf(error), 'run_finished');
    });
  }

  /** Retries a cancelled Run once it is over, if anything of it was left. */
  async retry(runUuid: string): Promise<void> {
    await this.#finished(runUuid);
    const idempotencyKey = randomUUID();
    try {
      const { body } = await persist(() =>
        this.#client.call('retry_run', { params: { runUuid }, idempotencyKey }),
      );
      const { testCount } = body;
      this.#accepted.set(body.runUuid, { runUuid: body.runUuid, isCancelled: false, testCount });
    } catch (error) {
      assert.equal(codeOf(error), 'nothing_to_retry');
    }
  }

  /** Has a test run by the clock until two ticks have come, whatever is killed meanwhile. */
  async schedule(): Promise<void> {
    const { validationTestUuid } = this.#data;
    const { body } = await create(this.#client, 'create_schedule', {
      name: 'Every minute',
      cron: '* * * * *',
      timeZone: 'UTC',
      scope: { kind: 'validation_test', validationTestUuid },
    });
    const { scheduleUuid } = body;
    // The service may have to start again meanwhile, and each tick waits for the executor to be back.
    const until = Date.now() + 4 * patienceMs;
    while ((await this.#ticks(scheduleUuid)).length < 2) {
      assert.ok(Date.now() < until, `the ticks of schedule ${scheduleUuid} never came`);
      await sleep(pollMs);
    }
    await this.#pause(scheduleUuid);
  }

  async #pause(scheduleUuid: string): Promise<void> {
    const params = { scheduleUuid };
    const { body } = await persist(() => this.#client.call('get_schedule', { params }));
    if (body.state === 'paused') return;
    try {
      await persist(() => this.#client.call('pause_schedule', { params, ifMatch: body.etag }));
    } catch (error) {
      // It was paused, and the answer never came.
      assert.equal(codeOf(error), 'etag_mismatch');
    }
  }

  /** Takes up the Runs that ticks have started: `check` holds that there is one for each of them, and no other. */
  async adoptTicks(): Promise<number> {
    const { items } = (await persist(() => this.#client.call('list_schedules', { query: { limit: 100 } })))
      .body;
    let adopted = 0;
    for (const { scheduleUuid } of items) {
      for (const { runUuid } of await this.#ticks(scheduleUuid)) {
        if (runUuid === null) continue;
        assert.ok(!this.#accepted.has(runUuid), `two ticks have the Run ${runUuid}`);
        this.#accepted.set(runUuid, { runUuid, isCancelled: false, testCount: 1 });
        adopted += 1;
      }
    }
    return adopted;
  }

  async #ticks(scheduleUuid: string) {
    const input = { params: { scheduleUuid }, query: { limit: 100 } };
    return (await persist(() => this.#client.call('list_schedule_ticks', input))).body.items;
  }

  /** Resolves once an executor has taken the Run up. */
  async isRunning(runUuid: string): Promise<void> {
    for (;;) {
      const { body: run } = await persist(() => this.#client.call('get_run', { params: { runUuid } }));
      if (run.startedAt !== null) return;
      await sleep(pollMs);
    }
  }

  async #finished(runUuid: string) {
    const until = Date.now() + patienceMs;
    for (;;) {
      const { body: run } = await persist(() => this.#client.call('get_run', { params: { runUuid } }));
      if (run.finishedAt !== null) return run;
      assert.ok(Date.now() < until, `Run ${runUuid} is still ${run.overallStatus}: ${JSON.stringify(run)}`);
      await sleep(pollMs);
    }
  }

  /**
   * Every Run that was accepted ends, with one right result for each test; and there is no other Run. One that says that
   * its work was lost as often as it is tried is retried, as it says. Resolves to how many were.
   */
  async check(): Promise<number> {
    let retried = 0;
    for (let round = 0; round < mostRetries; round += 1) retried += await this.#retryLost();
    for (const { runUuid, isCancelled, isExcused, isLost, testCount } of this.#accepted.values()) {
      if (isExcused) continue;
      const run = await this.#finished(runUuid);
      const results = await this.#results(runUuid);
      assert.equal(results.length, testCount, `Run ${runUuid}`);
      assert.equal(new Set(results.map(({ validationTestUuid }) => validationTestUuid)).size, testCount);
      for (const { functionCode, status, error } of results) {
        if (isCancelled && error?.code === 'cancelled') continue;
        if (isLost && error?.code === 'executor_lost') continue;
        const detail = `${functionCode} of ${runUuid}: ${JSON.stringify(error)}`;
        assert.equal(status, expected[functionCode as Tested], detail);
      }
      if (!isCancelled && !isLost) assert.equal(run.overallStatus, 'fail', `Run ${runUuid}`);
    }
    const listed = await this.#listed();
    assert.deepEqual(listed.toSorted(), [...this.#accepted.keys()].toSorted());
    return retried;
  }

  async #retryLost(): Promise<number> {
    let lost = 0;
    for (const run of [...this.#accepted.values()]) {
      if (run.isExcused || run.isLost) continue;
      const { runUuid } = run;
      await this.#finished(runUuid);
      const results = await this.#results(runUuid);
      if (!results.some(({ error }) => error?.code === 'executor_lost')) continue;
      lost += 1;
      this.#accepted.set(runUuid, { ...run, isLost: true });
      await this.retry(runUuid);
    }
    return lost;
  }

  /** Evidence that a result points at can be read. */
  async checkEvidence(): Promise<number> {
    let read = 0;
    for (const { runUuid } of [...this.#accepted.values()].slice(-5)) {
      for (const { resultUuid, evidence } of await this.#results(runUuid)) {
        if (evidence.state !== 'written') continue;
        const params = { runUuid, resultUuid };
        const { body } = await persist(() => this.#client.call('read_evidence', { params, query: {} }));
        assert.equal(body.items.length, evidence.rows);
        read += 1;
      }
    }
    return read;
  }

  /** Has everything that happens from now on sent to a receiver. */
  async tell(url: string): Promise<void> {
    await create(this.#client, 'create_webhook', { name: 'Receiver', url });
  }

  /**
   * Each Run was told to have been submitted and to have ended, once; the numbers of events have no gap; and every event
   * since there is a receiver has reached it. Resolves to how many.
   */
  async checkEvents(told: ReadonlySet<string>): Promise<number> {
    const events = await this.#events();
    assert.deepEqual(
      events.map(({ sequence }) => Number(sequence)),
      events.map((_, index) => index + 1),
    );
    for (const { runUuid } of this.#accepted.values()) {
      const ofRun = events.filter(({ subject }) => subject === `runs/${runUuid}`).map(({ type }) => type);
      for (const type of ['plumbline.run.submitted', 'plumbline.run.finished']) {
        assert.equal(ofRun.filter((each) => each === type).length, 1, `${type} of ${runUuid}`);
      }
    }
    const due = events.filter(({ type }) => type.startsWith('plumbline.run.'));
    const until = Date.now() + patienceMs;
    for (let missing = due; missing.length > 0; missing = missing.filter(({ id }) => !told.has(id))) {
      assert.ok(Date.now() < until, `${missing.length} of ${due.length} events never came`);
      await sleep(pollMs);
    }
    return due.length;
  }

  async #events() {
    const found: OperationOutput<'list_events'>['body']['items'][number][] = [];
    for (let cursor: string | null = null; ; ) {
      const query: { limit: number; cursor: string | null; direction: 'asc' } = {
        limit: 100,
        cursor,
        direction: 'asc',
      };
      const { body } = await persist(() => this.#client.call('list_events', { query }));
      found.push(...body.items);
      if (body.nextCursor === null) return found;
      cursor = body.nextCursor;
    }
  }

  async #results(runUuid: string) {
    const input = { params: { runUuid }, query: { limit: 100 } };
    return (await persist(() => this.#client.call('list_results', input))).body.items;
  }

  async #listed(): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const query: { limit: number; cursor: string | null } = { limit: 100, cursor };
      const { body } = await persist(() => this.#client.call('list_runs', { query }));
      found.push(...body.items.map(({ runUuid }) => runUuid));
      if (body.nextCursor === null) return found;
      cursor = body.nextCursor;
    }
  }
}

async function create<Id extends OperationId>(
  client: Client,
  operationId: Id,
  body: unknown,
): Promise<OperationOutput<Id>> {
  const input = { idempotencyKey: randomUUID(), body } as unknown as OperationInput<Id>;
  return persist(() => client.call(operationId, input));
}

async function readyDataset(client: Client, sourceUuid: string, path: string): Promise<string> {
  const locator = { kind: 'files', path };
  const { datasetUuid } = (await create(client, 'create_dataset', { name: path, sourceUuid, locator })).body;
  const params = { datasetUuid };
  for (let retries = 0; ; ) {
    const { body } = await client.call('get_dataset', { params });
    if (body.state === 'ready') return datasetUuid;
    if (body.state === 'failed') {
      const isLost = body.preparation?.error?.code === 'executor_lost';
      assert.ok(isLost && retries < mostRetries, JSON.stringify(body.preparation));
      retries += 1;
      await persist(() => client.call('retry_dataset_preparation', { params, idempotencyKey: randomUUID() }));
    }
    await sleep(pollMs);
  }
}

/** Calls again while the service is away, or says that it is: what a client that means it does. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error) || Date.now() > until) throw error;
      await sleep(pollMs);
    }
  }
}

const passing = ['dependency_unavailable', 'idempotency_in_progress', 'execution_environment_not_ready'];

function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError) return passing.includes(error.problem.code);
  // What fetch rejects with when a connection is refused or breaks.
  return error instanceof TypeError;
}

function codeOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.code;
  throw error;
}
