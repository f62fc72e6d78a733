const barWidth = 24;
/** A line that changes faster than this cannot be read anyway. */
const leastMilliseconds = 80;

/** One line at the bottom of a terminal that is drawn over and over, and leaves no trace. */
export class TransientLine {
  readonly #stream: NodeJS.WriteStream | null;
  readonly #now: () => number;
  #drawn = false;
  #lastDrawn = Number.NEGATIVE_INFINITY;

  /** Silent where the stream is no terminal. */
  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream.isTTY ? stream : null;
    this.#now = now;
  }

  /** `isNews` is shown at once; anything else may be passed over. */
  draw(line: string, isNews: boolean): void {
    const now = this.#now();
    if (this.#stream === null || (!isNews && now - this.#lastDrawn < leastMilliseconds)) return;
    this.#lastDrawn = now;
    this.#stream.write(`\r\u001b[2K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#drawn = true;
  }

  clear(): void {
    if (this.#drawn) this.#stream?.write('\r\u001b[2K');
    this.#drawn = false;
  }
}

/** How much is done, from 0 to 1, as a bar and in percent; null where it is not known. */
export function progressBar(done: number | null): string {
  const filled = Math.round((done ?? 0) * barWidth);
  const percent = done === null ? '   ' : `${Math.floor(done * 100)}%`.padStart(4);
  return `${'━'.repeat(filled)}${'╌'.repeat(barWidth - filled)} ${percent}`;
}
