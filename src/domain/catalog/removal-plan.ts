export const removalPlanStates = ['staged', 'cancelled'] as const;
export type RemovalPlanState = (typeof removalPlanStates)[number];

/** What a connection can be needed by: datasets of it, pairs of these, and tests of those. */
export const dependantKinds = ['dataset', 'datasetPair', 'validationTest'] as const;
export type DependantKind = (typeof dependantKinds)[number];

export interface Dependant {
  readonly kind: DependantKind;
  readonly resourceUuid: string;
  readonly name: string;
}

/** A plan lists this many; its count goes on. Nobody reviews more, and the answer stays below two megabytes. */
export const maxListedDependants = 10_000;
