import {
  BackgroundWorker,
  type BackgroundWorkerOptions,
} from '../../src/app/background/background-worker.ts';
import type { WorkEvent } from '../../src/app/background/work-event.ts';
import type { WorkHandler } from '../../src/app/background/work-handler.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import { enqueueWork } from '../../src/storage/queries/work.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { newUuid, testStart } from './tenants.ts';

/** What happened in a worker, to wait for. */
export class WorkEvents {
  readonly seen: WorkEvent[] = [];
  readonly errors: unknown[] = [];
  #changed = Promise.withResolvers<void>();

  add(event: WorkEvent): void {
    this.seen.push(event);
    this.#wake();
  }

  addError(error: unknown): void {
    this.errors.push(error);
    this.#wake();
  }

  /** Resolves with the events once there are that many. */
  async count(atLeast: number): Promise<WorkEvent[]> {
    while (this.seen.length < atLeast) await this.#changed.promise;
    return this.seen;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** A worker that only hears of work by announcement: what it misses, a test waits for in vain. */
export async function startTestWorker(
  storage: Storage,
  handlers: readonly WorkHandler[],
  options: Partial<BackgroundWorkerOptions> = {},
): Promise<{ worker: BackgroundWorker; events: WorkEvents }> {
  const events = new WorkEvents();
  const worker = await BackgroundWorker.start({
    storage,
    handlers,
    clock: { now: () => new Date() },
    random: () => 0,
    holder: 'test',
    concurrency: 4,
    leaseSeconds: 60,
    pollMs: 3_600_000,
    onEvent: (event) => events.add(event),
    onError: (error) => events.addError(error),
    ...options,
  });
  return { worker, events };
}

/** Work of a tenant, with an operation that tells of it. */
export async function enqueueTestWork(
  storage: Storage,
  orgUuid: string,
  kind: string,
  details: { payload?: unknown; maxAttempts?: number } = {},
): Promise<{ workUuid: string; operationUuid: string }> {
  const [workUuid, operationUuid] = [newUuid(), newUuid()];
  await storage.withTenant(orgUuid, async (tx) => {
    await insertOperation(tx, { operationUuid, kind, resourcePath: null, createdAt: testStart });
    await enqueueWork(tx, {
      workUuid,
      kind,
      payload: details.payload ?? null,
      operationUuid,
      runAfter: testStart,
      maxAttempts: details.maxAttempts ?? 3,
    });
  });
  return { workUuid, operationUuid };
}
