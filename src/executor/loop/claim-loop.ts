import {
  maxCapacity,
  maxClaimWaitSeconds,
  shortTaskKinds,
  type TaskKind,
} from '../../domain/execution/protocol.ts';
import {
  type ClaimRoom,
  type ExecutionService,
  type Lease,
  ServiceAway,
  VersionRefused,
} from '../protocol/execution-service.ts';
import { retryDelayMs } from './retry-delay.ts';
import { type LeaseEnd, type LeaseRunContext, runLease } from './run-lease.ts';

export interface ClaimLoopOptions extends Omit<LeaseRunContext, 'halt'> {
  readonly service: ExecutionService;
  /** The most tasks under way at once that may take long; besides them there is room for a short one. */
  readonly capacity: number;
  readonly onClaimed: (lease: Lease) => void;
  readonly onEnded: (end: LeaseEnd) => void;
  /** The service is back after calls that did not get through. */
  readonly onReached: () => void;
}

/** How long a claim under way may still take when the executor stops; leases in a lost answer run out by themselves. */
const lastClaimMs = 500;

/** Claims work for as long as there is room, and goes on until it is told to drain. */
export class ClaimLoop {
  /** Resolves when the loop has drained; rejects with `VersionRefused`, after which nothing is under way. */
  readonly ended: Promise<void>;
  readonly #options: ClaimLoopOptions;
  readonly #underWay = new Map<Promise<void>, TaskKind>();
  readonly #claiming = new AbortController();
  readonly #halt = new AbortController();
  #isDraining = false;
  #failures = 0;
  #wake = Promise.withResolvers<void>();

  private constructor(options: ClaimLoopOptions) {
    this.#options = options;
    this.ended = this.#run();
  }

  static start(options: ClaimLoopOptions): ClaimLoop {
    return new ClaimLoop(options);
  }

  /** Claims nothing more, lets what is under way end within `limitMs`, and gives the rest back for others. */
  async drain(limitMs: number): Promise<void> {
    this.#isDraining = true;
    this.#wake.resolve();
    const limits = [
      setTimeout(() => this.#claiming.abort(), lastClaimMs),
      setTimeout(() => this.#halt.abort(), limitMs),
    ];
    await this.ended.finally(() => limits.forEach(clearTimeout));
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isDraining) {
        // Before the claim: a task that ends meanwhile makes room that the claim has not seen.
        this.#wake = Promise.withResolvers();
        const pauseMs = await this.#claim();
        const poll = pauseMs === null ? undefined : setTimeout(() => this.#wake.resolve(), pauseMs);
        if (!this.#isDraining) await this.#wake.promise;
        clearTimeout(poll);
      }
    } catch (error) {
      this.#halt.abort();
      throw error;
    } finally {
      await Promise.all(this.#underWay.keys());
    }
  }

  /** Claims as much as there is room for. Resolves to when to come again; null: when a task has ended. */
  async #claim(): Promise<number | null> {
    const { service, capacity, random, onMissed, onReached } = this.#options;
    const room = roomIn(capacity, [...this.#underWay.values()]);
    if (room.capacity === 0) return null;
    const askedAt = performance.now();
    try {
      const { leases, pollAfterSeconds } = await service.claim(room, this.#claiming.signal);
      if (this.#failures > 0) onReached();
      this.#failures = 0;
      for (const lease of leases) this.#start(lease, askedAt);
      return leases.length === 0 ? pollAfterSeconds * 1000 : 0;
    } catch (error) {
      if (this.#claiming.signal.aborted) return null;
      if (error instanceof VersionRefused) throw error;
      this.#failures += 1;
      onMissed(error);
      const askedToWait = error instanceof ServiceAway ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      return Math.max(askedToWait, retryDelayMs(this.#failures, random()));
    }
  }

  #start(lease: Lease, askedAt: number): void {
    const { onClaimed, onEnded } = this.#options;
    onClaimed(lease);
    // What comes in after the decision to stop is given back at once.
    const halt = this.#isDraining ? AbortSignal.abort() : this.#halt.signal;
    const run = runLease({ ...this.#options, halt }, lease, askedAt)
      .then(onEnded)
      .finally(() => {
        this.#underWay.delete(run);
        this.#wake.resolve();
      });
    this.#underWay.set(run, lease.task.kind);
  }
}

/**
 * Room for one task more than may take long, so that somebody who browses or looks at evidence does not wait for a
 * comparison. Short ones may take the room of long ones, too.
 */
export function roomIn(capacity: number, underWay: readonly TaskKind[]): ClaimRoom {
  const long = underWay.filter((kind) => !shortTaskKinds.some((each) => each === kind)).length;
  const free = capacity + 1 - underWay.length;
  return {
    capacity: Math.max(0, Math.min(maxCapacity, free)),
    longCapacity: Math.max(0, Math.min(capacity - long, free)),
    // With work under way a claim that waits would not see the room that it makes when it ends.
    waitSeconds: underWay.length === 0 ? maxClaimWaitSeconds : 0,
  };
}
