export interface RoundsOptions {
  readonly intervalMs: number;
  readonly round: () => Promise<void>;
  /** A round failed; the next comes all the same. */
  readonly onError: (error: unknown) => void;
}

/** Does something over and over until it is stopped. Every replica may do so. */
export function startRounds({ intervalMs, round, onError }: RoundsOptions): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A round that takes longer than the interval is not followed by a queue of others.
    current ??= round()
      .catch(onError)
      .finally(() => {
        current = undefined;
      });
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
