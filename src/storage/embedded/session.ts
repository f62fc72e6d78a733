import { AsyncLocalStorage } from 'node:async_hooks';
import { diskIsFull } from './data-directory.ts';
import { EmbeddedDatabaseUnavailable, engineUnavailable } from './embedded-errors.ts';
import { EngineHandle } from './engine-handle.ts';
import { type EngineConfiguration, SessionMisuse, type SessionUser } from './session-protocol.ts';
import { Turn } from './turn.ts';
import { TurnQueue } from './turn-queue.ts';

/** An engine that does not start costs a core half a second a try: it is tried once in this time, not by every call. */
const restartEveryMs = 2_000;

/** The one session of the engine, shared by taking turns. A lost engine is started again for the next turn. */
export class Session {
  readonly #configuration: EngineConfiguration;
  readonly #queue = new TurnQueue();
  /** The turn in which the running code was called, through every await: how waiting for oneself is noticed. */
  readonly #current = new AsyncLocalStorage<Turn>();
  #engine: Promise<EngineHandle>;
  #startedAt = 0;
  #closing: Promise<void> | undefined;

  private constructor(configuration: EngineConfiguration, engine: EngineHandle) {
    this.#configuration = configuration;
    this.#engine = Promise.resolve(engine);
  }

  static async open(configuration: EngineConfiguration): Promise<Session> {
    return new Session(configuration, await EngineHandle.start(configuration));
  }

  get figures(): { readonly busy: boolean; readonly waiting: number } {
    return { busy: this.#queue.taken, waiting: this.#queue.waiting };
  }

  /** Runs `fn` in a turn of its own. */
  async inTurn<T>(user: SessionUser, limitMs: number, fn: (turn: Turn) => Promise<T>): Promise<T> {
    this.#refuseInsideTurn();
    if (this.#closing !== undefined)
      throw new EmbeddedDatabaseUnavailable('closed', 'The embedded database is closed.');
    const asked = performance.now();
    await this.#queue.take(limitMs);
    const turn = new Turn(user, limitMs, limitMs - (performance.now() - asked), () => this.#runningEngine());
    const work = this.#current.run(turn, () => fn(turn));
    work.catch(() => {});
    try {
      return await Promise.race([work, turn.timeUp]);
    } finally {
      const release = () => this.#queue.release();
      turn.conclude().then(release, release);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Whoever is in the queue already is served first; each of them has its own limit, so this ends.
    await this.#queue.take(2 ** 31 - 1);
    const engine = await this.#engine.catch(() => undefined);
    await engine?.close();
  }

  #refuseInsideTurn(): void {
    const enclosing = this.#current.getStore();
    if (enclosing === undefined || enclosing.over) return;
    throw new SessionMisuse(
      'The database was called from inside one of its own transactions, past that transaction. It has one session, ' +
        'so this would wait for itself for good. Use the handle that the transaction was given.',
    );
  }

  async #runningEngine(): Promise<EngineHandle> {
    const engine = await this.#engine.catch(() => undefined);
    if (engine !== undefined && !engine.lost) return engine;
    if (engine === undefined && performance.now() - this.#startedAt < restartEveryMs)
      return await this.#engine;
    this.#startedAt = performance.now();
    this.#engine = this.#restart();
    return await this.#engine;
  }

  async #restart(): Promise<EngineHandle> {
    try {
      return await EngineHandle.start(this.#configuration);
    } catch (cause) {
      const detail = 'The embedded database stopped and does not start again yet: retry.';
      throw engineUnavailable(detail, diskIsFull(this.#configuration.cluster), cause);
    }
  }
}
