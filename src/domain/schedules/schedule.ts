/** Which tests a schedule runs. */
export type ScheduledScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'dataset_pair'; readonly datasetPairUuid: string }
  | { readonly kind: 'dataset_pairs'; readonly datasetPairUuids: readonly string[] }
  | { readonly kind: 'validation_test'; readonly validationTestUuid: string };

export type ScheduleState = 'active' | 'paused';

export const tickOutcomes = ['submitted', 'skipped'] as const;
export type TickOutcome = (typeof tickOutcomes)[number];

/** An hour: a Run of the night is still of use after a restart, not in the middle of the next day. */
export const usualCatchUpMinutes = 60;
export const maxCatchUpMinutes = 7 * 24 * 60;

/** Each is looked at with every round of the clock. */
export const maxSchedules = 200;
