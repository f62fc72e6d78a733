/** Tells whoever follows the events of an Organization that there are more, whichever replica wrote them. */
export class EventSignal {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  #isClosed = false;

  /** Undefined: of any Organization, for some may have been missed. */
  announce(orgUuid: string | undefined): void {
    const woken = orgUuid === undefined ? [...this.#waiting.keys()] : [orgUuid];
    for (const each of woken) {
      this.#waiting.get(each)?.resolve();
      this.#waiting.delete(each);
    }
  }

  /** Resolves at the next announcement. Taken before the events are looked at, it misses nothing. */
  next(orgUuid: string): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const waiting = this.#waiting.get(orgUuid) ?? Promise.withResolvers<void>();
    this.#waiting.set(orgUuid, waiting);
    return waiting.promise;
  }

  /** The service stops: nobody waits any more. */
  close(): void {
    this.#isClosed = true;
    this.announce(undefined);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }
}
