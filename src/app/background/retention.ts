import type { Clock } from '../../domain/clock.ts';
import { keyRetentionMs } from '../../storage/queries/idempotency.ts';
import type { Storage } from '../../storage/storage.ts';

export interface RetentionOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** How long work that is done can still be looked at. */
  readonly doneWorkDays: number;
  readonly intervalMs: number;
  /** What else is done in every round. */
  readonly also?: (isStopped: () => boolean) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A statement that deletes more would hold its locks too long. */
const batch = 1_000;

/** Deletes what has outlived its retention, now and then, until it is stopped. Every replica may do so. */
export function startRetention(options: RetentionOptions): { stop(): Promise<void> } {
  let isStopped = false;
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A round that takes longer than the interval is not followed by a queue of others.
    round ??= purgeAll(options, () => isStopped)
      .then(() => options.also?.(() => isStopped))
      .catch(options.onError)
      .finally(() => {
        round = undefined;
      });
  }, options.intervalMs);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}

async function purgeAll({ storage, clock, doneWorkDays }: RetentionOptions, isStopped: () => boolean) {
  const now = clock.now().getTime();
  const input = {
    keysBefore: new Date(now - keyRetentionMs),
    doneWorkBefore: new Date(now - doneWorkDays * 24 * 60 * 60 * 1000),
    limit: batch,
  };
  while (!isStopped()) {
    const { keys, doneWork, fullBuckets } = await storage.purge(input);
    if (Math.max(keys, doneWork, fullBuckets) < batch) return;
  }
}
