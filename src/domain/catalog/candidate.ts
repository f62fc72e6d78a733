import type { Locator } from './locator.ts';

export const candidateKinds = ['folder', 'file', 'catalog', 'schema', 'table', 'view', 'definition'] as const;
export type CandidateKind = (typeof candidateKinds)[number];

/** Something in a source that can be looked into, or made a dataset of, or both. */
export interface Candidate {
  readonly name: string;
  readonly kind: CandidateKind;
  /** What a dataset is made with; null where it cannot be one. */
  readonly locator: Locator | null;
  /** What to pass as `parent` to see what is inside; null where there is no inside. */
  readonly childrenOf: string | null;
  /** In words: a size, a number of rows, a comment of the system. Null where there is nothing to say. */
  readonly description: string | null;
}
