import { EmbeddedDatabaseUnavailable } from './embedded-errors.ts';
import type { EngineHandle } from './engine-handle.ts';
import { type RawResult, SessionMisuse, type SessionRequest, type SessionUser } from './session-protocol.ts';

interface InFlight {
  readonly request: SessionRequest;
  readonly done: Promise<unknown>;
  /** When a running engine got it: the time that an engine takes to start is not the statement's. */
  sentAt: number | undefined;
}

/** One caller's turn with the session, from the moment it is had until it is over or its time is up. */
export class Turn {
  readonly user: SessionUser;
  /** Rejects when the time is up; never resolves. */
  readonly timeUp: Promise<never>;
  readonly #limitMs: number;
  readonly #engine: () => Promise<EngineHandle>;
  readonly #timer: NodeJS.Timeout;
  #inFlight: InFlight | undefined;
  #transactionOpen = false;
  #over: Error | undefined;

  /** `remainingMs` is what waiting has left of `limitMs`. */
  constructor(user: SessionUser, limitMs: number, remainingMs: number, engine: () => Promise<EngineHandle>) {
    this.user = user;
    this.#limitMs = limitMs;
    this.#engine = engine;
    const { promise, reject } = Promise.withResolvers<never>();
    this.timeUp = promise;
    promise.catch(() => {});
    this.#timer = setTimeout(() => {
      this.#over = this.#timeUpError();
      reject(this.#over);
    }, remainingMs);
  }

  get over(): boolean {
    return this.#over !== undefined;
  }

  get transactionOpen(): boolean {
    return this.#transactionOpen;
  }

  async begin(): Promise<void> {
    // Open from the moment it is asked for: whatever becomes of the question, `conclude` rolls back what there may be.
    this.#transactionOpen = true;
    await this.send({ kind: 'begin', as: this.user });
  }

  async commit(): Promise<void> {
    try {
      await this.send({ kind: 'commit' });
    } catch (error) {
      if (error instanceof EmbeddedDatabaseUnavailable) throw error.withOutcomeUnknown();
      throw error;
    } finally {
      this.#transactionOpen = false;
    }
  }

  async rollback(): Promise<void> {
    // A lost engine has rolled back by dying, and a turn that is over is cleared up by `conclude`.
    if (this.over) return;
    await this.send({ kind: 'rollback' }).catch(() => {});
    this.#transactionOpen = false;
  }

  /** Asks the engine; rejects with the time limit's error if that comes first. */
  async send(request: SessionRequest): Promise<RawResult> {
    if (this.#over !== undefined) throw this.#over;
    const answer = this.#engine().then((engine) => {
      inFlight.sentAt = performance.now();
      return engine.request(request);
    });
    const done = answer
      .catch(() => {})
      .then(() => {
        if (this.#inFlight === inFlight) this.#inFlight = undefined;
      });
    const inFlight: InFlight = { request, done, sentAt: undefined };
    this.#inFlight = inFlight;
    return await Promise.race([answer, this.timeUp]);
  }

  /**
   * Leaves the session clean for the next turn. A statement that outlived its caller may still be near its end, so the
   * engine is killed only if the statement *by itself* takes longer than the limit: under mere load nothing is killed.
   */
  async conclude(): Promise<void> {
    clearTimeout(this.#timer);
    this.#over ??= new SessionMisuse('The transaction is over: its handle cannot be used any more.');
    if (this.#inFlight !== undefined) await this.#endInFlight(this.#inFlight);
    if (!this.#transactionOpen) return;
    this.#transactionOpen = false;
    const engine = await this.#engine().catch(() => undefined);
    await engine?.request({ kind: 'rollback' }).catch(() => {});
  }

  async #endInFlight(inFlight: InFlight): Promise<void> {
    const engine = await this.#engine().catch(() => undefined);
    const spent = inFlight.sentAt === undefined ? 0 : performance.now() - inFlight.sentAt;
    if (!(await settledWithin(inFlight.done, this.#limitMs - spent))) await engine?.kill();
  }

  #timeUpError(): EmbeddedDatabaseUnavailable {
    const error = new EmbeddedDatabaseUnavailable(
      'timeLimit',
      `The embedded database did not finish within ${this.#limitMs} ms, which is as long as a call may take. ` +
        'The transaction is rolled back: retry.',
    );
    return this.#inFlight?.request.kind === 'commit' ? error.withOutcomeUnknown() : error;
  }
}

async function settledWithin(done: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
