import type { BySide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import type { Measurement, PairPlan } from '../../engine/plan/plan.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';

/** Whether the plan asks for nothing but aggregates: then no row of a side need be copied. */
export function isOnlyMeasured({ setTests, comparisons }: PairPlan): boolean {
  return setTests.length === 0 && comparisons.length === 0;
}

/** What is measured in the system that holds it. */
export interface Measurable {
  /** Takes measures where the data is; null where only the engine can take them exactly. */
  measure(
    measurement: Measurement,
    signal: AbortSignal | undefined,
  ): Promise<readonly MeasureResult[] | null>;
}

/** Takes measures where the data is, each once, however often it is asked for. */
export class SideMeasurer {
  readonly #dataset: Measurable;
  readonly #signal: AbortSignal | undefined;
  readonly #taken = new Map<string, readonly MeasureResult[]>();

  constructor(dataset: Measurable, signal: AbortSignal | undefined) {
    this.#dataset = dataset;
    this.#signal = signal;
  }

  /** False where one of them cannot be taken there. */
  async takeAll(measurements: readonly Measurement[]): Promise<boolean> {
    for (const measurement of measurements) {
      const key = JSON.stringify(measurement);
      const results = this.#taken.get(key) ?? (await this.#dataset.measure(measurement, this.#signal));
      if (results === null) return false;
      this.#taken.set(key, results);
    }
    return true;
  }

  results(measurement: Measurement): readonly MeasureResult[] {
    const results = this.#taken.get(JSON.stringify(measurement));
    if (results === undefined) throw new TypeError('The plan asks for a measure that was not taken.');
    return results;
  }
}

export function measurersOf(
  datasets: BySide<Measurable>,
  signal: AbortSignal | undefined,
): BySide<SideMeasurer> {
  const [source, target] = sides.map((side) => new SideMeasurer(datasets[side], signal));
  if (source === undefined || target === undefined) throw new TypeError('There are two sides.');
  return { source, target };
}

/** What was taken of some sides. */
export function resultsOf(measurers: BySide<SideMeasurer>, taken: readonly Side[]): MeasuredSides {
  return Object.fromEntries(taken.map((side) => [side, measurers[side].results.bind(measurers[side])]));
}
