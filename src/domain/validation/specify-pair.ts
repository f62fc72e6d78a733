import type { PreparedField } from '../catalog/prepared-field.ts';
import type { BySide } from '../comparison/by-side.ts';
import type { PairSpecification } from '../comparison/pair-specification.ts';
import type { FitReason, TestDefinition } from './validation-test.ts';

/** A dataset as it is prepared. */
export interface SpecifiedDataset {
  readonly name: string;
  readonly fields: readonly PreparedField[];
  readonly zone: string | null;
}

export interface TestToSpecify {
  /** Becomes the id of the test in the specification and in its report. */
  readonly id: string;
  readonly definition: TestDefinition;
}

export interface SpecifiedPair {
  /** Of the tests that fit, in their order. */
  readonly specification: PairSpecification;
  /** The tests that no longer fit the datasets, and why. */
  readonly refused: readonly { readonly id: string; readonly reasons: readonly FitReason[] }[];
}

/** What an executor is to compare: the tests of a pair, resolved against its datasets as they are prepared now. */
export type SpecifyPair = (
  datasets: BySide<SpecifiedDataset>,
  tests: readonly TestToSpecify[],
) => SpecifiedPair;
