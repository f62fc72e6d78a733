/** Tells whoever waits for work that some was queued, by whichever replica. */
export class WorkSignal {
  #next = Promise.withResolvers<void>();
  #isClosed = false;

  announce(): void {
    this.#next.resolve();
    if (!this.#isClosed) this.#next = Promise.withResolvers();
  }

  /** Resolves at the next announcement. Taken before the queue is looked at, it misses nothing. */
  next(): Promise<void> {
    return this.#next.promise;
  }

  /** The service stops: nobody waits any more. */
  close(): void {
    this.#isClosed = true;
    this.announce();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }
}
