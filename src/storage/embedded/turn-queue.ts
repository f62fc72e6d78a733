import { EmbeddedDatabaseUnavailable } from './embedded-errors.ts';

/** First come, first served: whose turn it is to use the one session. */
export class TurnQueue {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  get taken(): boolean {
    return this.#taken;
  }

  /** Resolves when it is the caller's turn; rejects, and leaves the queue, after `limitMs`. */
  take(limitMs: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(called), 1);
        reject(
          new EmbeddedDatabaseUnavailable(
            'timeLimit',
            `The embedded database was busy for ${limitMs} ms, which is as long as a call may wait. Nothing was changed: retry.`,
          ),
        );
      }, limitMs);
      this.#waiting.push(called);
    });
  }

  /** Passes the turn on. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }
}
