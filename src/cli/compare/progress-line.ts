import type { OneShotProgress } from '../../executor/one-shot/compare-datasets.ts';

const stageNames: Readonly<Record<OneShotProgress['stage'], string>> = {
  readingSource: 'reading the source',
  readingTarget: 'reading the target',
  findingKey: 'looking for a key',
  aggregates: 'comparing',
  buckets: 'comparing',
  rows: 'comparing rows',
  evidence: 'keeping evidence',
};

const barWidth = 24;
/** A line that changes faster than this cannot be read anyway. */
const leastMilliseconds = 80;

/** One line at the bottom of a terminal that shows how far a comparison is, and leaves no trace. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream | null;
  readonly #now: () => number;
  #drawn = false;
  #lastDrawn = Number.NEGATIVE_INFINITY;
  #lastStage: string | null = null;

  /** Silent where the stream is no terminal. */
  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream.isTTY ? stream : null;
    this.#now = now;
  }

  show({ stage, done }: OneShotProgress): void {
    if (this.#stream === null) return;
    const now = this.#now();
    if (stage === this.#lastStage && now - this.#lastDrawn < leastMilliseconds) return;
    this.#lastStage = stage;
    this.#lastDrawn = now;
    const filled = Math.round((done ?? 0) * barWidth);
    const bar = `${'━'.repeat(filled)}${'╌'.repeat(barWidth - filled)}`;
    const percent = done === null ? '   ' : `${Math.floor(done * 100)}%`.padStart(4);
    const line = `${bar} ${percent}  ${stageNames[stage]}`;
    this.#stream.write(`\r\u001b[2K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#drawn = true;
  }

  clear(): void {
    if (this.#drawn) this.#stream?.write('\r\u001b[2K');
    this.#drawn = false;
  }
}
