import type { OneShotProgress } from '../../executor/one-shot/compare-datasets.ts';
import { progressBar, TransientLine } from '../transient-line.ts';

const stageNames: Readonly<Record<OneShotProgress['stage'], string>> = {
  readingSource: 'reading the source',
  readingTarget: 'reading the target',
  findingKey: 'looking for a key',
  settling: 'comparing where the data is',
  aggregates: 'comparing',
  buckets: 'comparing',
  rows: 'comparing rows',
  evidence: 'keeping evidence',
};

/** Shows how far a comparison is, on a terminal only. */
export class ProgressLine {
  readonly #line: TransientLine;
  #lastStage: string | null = null;

  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#line = new TransientLine(stream, now);
  }

  show({ stage, done }: OneShotProgress): void {
    this.#line.draw(`${progressBar(done)}  ${stageNames[stage]}`, stage !== this.#lastStage);
    this.#lastStage = stage;
  }

  clear(): void {
    this.#line.clear();
  }
}
