import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxDownloadBytes, maxRelayedPartBytes, type RelayedType } from '../../domain/execution/protocol.ts';

/** A part of a body, in its place. */
export interface RelayPart {
  /** Of the attempt that sends it. */
  readonly fencingNumber: number;
  readonly part: number;
  readonly last: boolean;
  readonly contentType: RelayedType;
  readonly data: Buffer;
}

/** A reader that waits at one end, while an executor sends at the other. What passes through is kept nowhere. */
export class Relay implements Disposable {
  readonly #stream = new PassThrough({ highWaterMark: maxRelayedPartBytes });
  readonly #started = Promise.withResolvers<RelayedType>();
  readonly #onEnd: () => void;
  readonly #silenceMs: number;
  #silence: NodeJS.Timeout | undefined;
  #sender: number | undefined;
  #next = 0;
  #bytes = 0;

  constructor(options: { readonly silenceMs: number; readonly onEnd: () => void }) {
    this.#silenceMs = options.silenceMs;
    this.#onEnd = options.onEnd;
    this.#stream.once('close', () => this[Symbol.dispose]());
    // A reader that goes away while nobody listens for it is no defect.
    this.#stream.on('error', () => {});
  }

  /** What is coming, once it has begun to come; null where that is not in time. */
  async started(withinMs: number, signal: AbortSignal): Promise<RelayedType | null> {
    const timeUp = sleep(withinMs, null, { signal }).catch(() => null);
    return Promise.race([this.#started.promise, timeUp]);
  }

  get body(): Readable {
    return this.#stream;
  }

  /** Passes a part on; resolves when the reader has room for more. False once the reader is gone. */
  async receive({ fencingNumber, part, last, contentType, data }: RelayPart): Promise<boolean> {
    this.#sender ??= fencingNumber;
    // Another attempt may make other bytes of the same rows: the reader begins again rather than get a mixture.
    if (fencingNumber !== this.#sender) this.#break('Another executor took over.');
    if (this.#stream.destroyed) return false;
    // Sent again because its answer was lost.
    if (part < this.#next) return !this.#stream.destroyed;
    this.#bytes += data.length;
    if (part > this.#next || this.#bytes > maxDownloadBytes)
      this.#break('The evidence did not come as agreed.');
    if (this.#stream.destroyed) return false;
    this.#next += 1;
    this.#started.resolve(contentType);
    this.#watch();
    if (last) {
      clearTimeout(this.#silence);
      this.#stream.end(data);
      return true;
    }
    if (!this.#stream.write(data)) await this.#drained();
    this.#watch();
    return !this.#stream.destroyed;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#silence);
    if (!this.#stream.writableEnded) this.#stream.destroy();
    this.#onEnd();
  }

  /** What has begun and does not go on must not look as if it were whole: the connection breaks instead. */
  #watch(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#break('The executor fell silent.'), this.#silenceMs).unref();
  }

  #break(why: string): void {
    this.#stream.destroy(new Error(why));
  }

  async #drained(): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    await Promise.race([
      once(this.#stream, 'drain', { signal }),
      once(this.#stream, 'close', { signal }),
    ]).catch(() => {});
    over.abort();
  }
}

/** The readers that wait in this process, by the work that serves them. */
export class Relays {
  readonly #waiting = new Map<string, Relay>();

  /** An executor that says nothing for so long is gone; a part that a slow reader takes counts as something said. */
  open(relayUuid: string, silenceMs = 100_000): Relay {
    const relay = new Relay({ silenceMs, onEnd: () => this.#waiting.delete(relayUuid) });
    this.#waiting.set(relayUuid, relay);
    return relay;
  }

  get(relayUuid: string): Relay | undefined {
    return this.#waiting.get(relayUuid);
  }
}
