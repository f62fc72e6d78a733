/** Ctrl-C and SIGTERM, once: the work under way ends by itself. A second wish ends the process at once. */
export class Interruption {
  readonly #controller = new AbortController();
  /** A terminal sends Ctrl-C to the whole group, and a wrapper hands it on: the second copy is no second wish. */
  #last = Number.NEGATIVE_INFINITY;
  readonly #onSignal = () => {
    if (this.#controller.signal.aborted && performance.now() - this.#last > 1000) process.exit(130);
    this.#last = performance.now();
    this.#controller.abort();
  };

  constructor() {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, this.#onSignal);
  }
}
