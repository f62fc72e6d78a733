import { Worker } from 'node:worker_threads';
import { diskIsFull } from './data-directory.ts';
import {
  EmbeddedDatabaseError,
  type EmbeddedDatabaseUnavailable,
  engineUnavailable,
} from './embedded-errors.ts';
import type {
  EngineConfiguration,
  EngineMessage,
  NumberedRequest,
  RawResult,
  SessionRequest,
} from './session-protocol.ts';
import { errorFromData } from './session-values.ts';

interface Waiting {
  resolve(result: RawResult): void;
  reject(error: Error): void;
}

/** The main thread's end of one engine thread. */
export class EngineHandle {
  readonly #cluster: string;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lost: EmbeddedDatabaseUnavailable | undefined;

  private constructor(worker: Worker, exited: Promise<void>, cluster: string) {
    this.#cluster = cluster;
    this.#worker = worker;
    this.#exited = exited;
    worker.on('message', (message: EngineMessage) => this.#receive(message));
    worker.on('error', (cause) => this.#lose('The embedded database failed.', cause));
    exited.then(() => this.#lose('The embedded database stopped.'));
  }

  static async start(configuration: EngineConfiguration): Promise<EngineHandle> {
    const worker = new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData: configuration });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const first = await new Promise<EngineMessage>((resolve, reject) => {
      worker.once('message', resolve);
      worker.on('error', reject);
      exited.then(() => reject(new Error('The thread ended before the engine was ready.')));
    }).catch((cause: unknown) => startFailure(configuration, [], cause));
    if (first instanceof Error) throw first;
    if (first.kind === 'failedToStart') {
      await exited;
      throw startFailure(configuration, first.log, new Error(first.message));
    }
    return new EngineHandle(worker, exited, configuration.cluster);
  }

  /** Whether the thread is gone; a lost engine is replaced, never revived. */
  get lost(): boolean {
    return this.#lost !== undefined;
  }

  request(request: SessionRequest): Promise<RawResult> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    this.#lastId += 1;
    const numbered: NumberedRequest = { id: this.#lastId, request };
    return new Promise((resolve, reject) => {
      this.#waiting.set(numbered.id, { resolve, reject });
      this.#worker.postMessage(numbered);
    });
  }

  /** Ends the thread at once, in the middle of a statement if need be, as a crash would: nothing acknowledged is lost. */
  async kill(): Promise<void> {
    this.#lose('The embedded database was stopped: a statement exceeded its time limit.');
    await this.#worker.terminate();
    await this.#exited;
  }

  async close(): Promise<void> {
    // A close that fails, on a full disk for example, ends as a crash does: the log has everything.
    await this.request({ kind: 'close' }).catch(() => {});
    await this.#exited;
  }

  #receive(message: EngineMessage): void {
    if (message.kind === 'aborted') this.#lose('The embedded database aborted.', new Error(message.message));
    if (message.kind !== 'result' && message.kind !== 'error') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'result') waiting?.resolve(message.result);
    else waiting?.reject(errorFromData(message.error));
  }

  #lose(detail: string, cause?: Error): void {
    this.#lost ??= engineUnavailable(
      `${detail} It starts again by itself: retry.`,
      diskIsFull(this.#cluster),
      cause,
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#lost);
    this.#waiting.clear();
  }
}

function startFailure(
  configuration: EngineConfiguration,
  log: readonly string[],
  cause: unknown,
): EmbeddedDatabaseError {
  const account = log.length === 0 ? '' : ` The engine wrote:\n${log.join('\n')}`;
  return new EmbeddedDatabaseError(
    `The embedded database in ${configuration.cluster} does not start. If the disk is full, free space and start ` +
      `again; otherwise restore the directory from a backup.${account}`,
    { cause },
  );
}
