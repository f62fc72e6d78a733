/** What a Run covers. */
export const runScopes = ['all', 'dataset_pair', 'dataset_pairs', 'validation_test', 'retry'] as const;
export type RunScope = (typeof runScopes)[number];

export const runStatuses = ['pending', 'running', 'pass', 'fail', 'no_results', 'error'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What came of one test of a Run; null while nothing has come yet. */
export const resultStatuses = ['pass', 'fail', 'error', 'no_results'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

export interface ResultCounts {
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly noResults: number;
}

/** What row-by-row tests came to, summed over them: a row that two tests looked at counts twice. */
export interface RowTotals {
  /** Pairs of rows that a key brought together. Each as text: a sum may leave 2^53. */
  readonly matched: string;
  /** Those of them whose values differ. */
  readonly mismatched: string;
  /** Rows that one side lacks. */
  readonly missing: string;
}

/** Tests that have ended: how many how, and what they came to in rows. */
export interface EndedTests extends ResultCounts {
  readonly rows: RowTotals;
}

export function isFinished(status: RunStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

/** The verdict of a Run whose items have all ended. */
export function verdictOf({ pass, fail, error }: ResultCounts): Exclude<RunStatus, 'pending' | 'running'> {
  if (error > 0) return 'error';
  if (fail > 0) return 'fail';
  return pass > 0 ? 'pass' : 'no_results';
}

/** A part of a Run is the tests that one work item is about. */
export type RunPartState = 'pending' | 'running' | 'ended';

/** Who asked for a Run. */
export interface Submitter {
  readonly kind: 'person' | 'application' | 'schedule';
  /** Null for all but a person. */
  readonly memberUuid: string | null;
  readonly applicationId: string;
  readonly displayName: string | null;
}

/** More tests than this in one Run are better several Runs: each can be followed, cancelled and retried by itself. */
export const maxTestsOfRun = 20_000;

/** Short enough for a cursor of at most 2,048 characters to carry it, whatever it is written with. */
export const maxRunNameLength = 200;
