import type { Clock } from '../../domain/clock.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import type { Listener } from '../../storage/databases/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { runWork, type WorkRunContext } from './run-work.ts';
import type { WorkEvent } from './work-event.ts';
import type { WorkHandler } from './work-handler.ts';

export interface BackgroundWorkerOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly handlers: readonly WorkHandler[];
  /** Names this replica for people who look at the queue. */
  readonly holder: string;
  /** The most items under way at once. */
  readonly concurrency: number;
  /** How long after the last sign of life of this replica another may take over its work. */
  /** Work was queued, be it of this worker's kinds or of others. */
  readonly onAnnounced?: () => void;
  readonly leaseSeconds: number;
  /** How often to look for work that nobody has announced: retries that are due, leases that have ended. */
  readonly pollMs: number;
  readonly onEvent: (event: WorkEvent) => void;
  /** The queue could not be read, or an outcome not be written. The worker goes on. */
  readonly onError: (error: unknown) => void;
}

/** Claims due work, runs its handlers, and goes on until it is told to drain. */
export class BackgroundWorker {
  readonly #options: BackgroundWorkerOptions;
  readonly #handlers: ReadonlyMap<string, WorkHandler>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #halt = new AbortController();
  readonly #context: WorkRunContext;
  #isDraining = false;
  #wake = Promise.withResolvers<void>();
  #listener: Listener | undefined;
  #loop: Promise<void> = Promise.resolve();

  private constructor(options: BackgroundWorkerOptions) {
    this.#options = options;
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]));
    if (this.#handlers.size < options.handlers.length)
      throw new TypeError('Two handlers have the same kind.');
    this.#context = { ...options, halt: this.#halt.signal };
  }

  static async start(options: BackgroundWorkerOptions): Promise<BackgroundWorker> {
    const worker = new BackgroundWorker(options);
    worker.#listener = await options.storage.listenForWork(() => {
      worker.#wake.resolve();
      options.onAnnounced?.();
    });
    worker.#loop = worker.#claimUntilDrained();
    return worker;
  }

  /**
   * Claims nothing more, lets what is under way end within `limitMs`, and gives the rest back for others to claim at
   * once.
   */
  async drain(limitMs: number): Promise<void> {
    this.#isDraining = true;
    this.#wake.resolve();
    await this.#listener?.close();
    await this.#loop;
    const limit = setTimeout(() => this.#halt.abort(), limitMs);
    await Promise.all(this.#underWay);
    clearTimeout(limit);
  }

  async #claimUntilDrained(): Promise<void> {
    while (!this.#isDraining) {
      // Before the claim: whoever wakes us meanwhile may have work that the claim has not seen.
      this.#wake = Promise.withResolvers();
      const poll = setTimeout(() => this.#wake.resolve(), this.#options.pollMs);
      await this.#claim();
      await this.#wake.promise;
      clearTimeout(poll);
    }
  }

  async #claim(): Promise<void> {
    const { storage, holder, leaseSeconds, concurrency, onError } = this.#options;
    const limit = concurrency - this.#underWay.size;
    if (limit === 0) return;
    try {
      const claimed = await storage.claimWork({
        kinds: [...this.#handlers.keys()],
        holder,
        leaseSeconds,
        limit,
      });
      for (const work of claimed) this.#start(work);
    } catch (error) {
      onError(error);
    }
  }

  #start(work: ClaimedWork): void {
    const handler = this.#handlers.get(work.kind);
    if (handler === undefined)
      throw new TypeError(`Work of kind ${work.kind} was claimed and has no handler.`);
    const run = runWork(this.#context, handler, work)
      .then(this.#options.onEvent, this.#options.onError)
      .finally(() => {
        this.#underWay.delete(run);
        this.#wake.resolve();
      });
    this.#underWay.add(run);
  }
}
