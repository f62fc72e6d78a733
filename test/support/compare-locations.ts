import { randomBytes } from 'node:crypto';
import type { BySide } from '../../src/domain/comparison/by-side.ts';
import { compareDatasets } from '../../src/executor/one-shot/compare-datasets.ts';
import type { ComparisonRequest } from '../../src/executor/one-shot/comparison-request.ts';
import type { ComparisonSummary } from '../../src/executor/one-shot/comparison-summary.ts';

/** What `plumbline compare` does unless it is told otherwise, with little evidence and no examples. */
export const nothingAsked: Omit<ComparisonRequest, 'datasets'> = {
  keys: null,
  mappings: [],
  ignored: [],
  selections: {},
  tolerances: {},
  textOptions: {},
  unordered: [],
  filters: { both: null, source: null, target: null },
  functions: [],
  duplicateKeys: 'allow',
  verification: 'hashed',
  evidenceRows: 10,
  evidenceFile: null,
  examples: 0,
};

/** What the command gives it besides. */
export const atHand = {
  clock: { now: () => new Date() },
  newSalt: () => randomBytes(16).toString('hex'),
} as const;

export interface CompareUnder {
  /** An existing folder. */
  readonly temporaryDirectory: string;
  readonly memoryLimitBytes?: number;
  readonly signal?: AbortSignal;
}

/** What `plumbline compare` does with two locations, in this process. */
export function compareLocations(
  { source, target }: BySide<string>,
  { temporaryDirectory, memoryLimitBytes = 512 * 1024 ** 2, signal }: CompareUnder,
  asked: Partial<Omit<ComparisonRequest, 'datasets'>> = {},
): Promise<ComparisonSummary> {
  return compareDatasets(
    {
      ...nothingAsked,
      ...asked,
      datasets: { source: { location: source, reading: [] }, target: { location: target, reading: [] } },
    },
    { memoryLimitBytes, threads: 2, temporaryDirectory },
    { ...atHand, signal },
  );
}
