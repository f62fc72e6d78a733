import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds, never going back. */
export interface PaceTimer {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const steadyTimer: PaceTimer = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/**
 * Refusals leave at a steady pace. Whoever is told to wait and asks again at once would otherwise be refused as often as the
 * process can, and that takes its time from those who are to be answered: one client without a pause is refused some
 * thousand times a second. With a pace, it is slowed down by its own refusals.
 */
export class RefusalPace {
  readonly #everyMs: number;
  readonly #timer: PaceTimer;
  /** When the last one that waits is to leave, by caller. */
  readonly #last = new Map<string, number>();

  constructor(everyMs: number, timer: PaceTimer) {
    this.#everyMs = everyMs;
    this.#timer = timer;
  }

  /** Resolves when the next refusal of this caller may leave. */
  async turn(caller: string): Promise<void> {
    const now = this.#timer.now();
    const leaves = Math.max(now, this.#last.get(caller) ?? 0) + this.#everyMs;
    // So many wait already that another would only be kept in memory.
    if (leaves - now > longestMs) return;
    this.#last.set(caller, leaves);
    await this.#timer.sleep(leaves - now);
    if (this.#last.get(caller) === leaves) this.#last.delete(caller);
  }
}

/** As long as `Retry-After` says at the least: nobody waits longer for the answer that he should wait. */
const longestMs = 1_000;
