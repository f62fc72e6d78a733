import type { ResultCounts, RunScope, RunStatus } from '../../domain/runs/run.ts';

/** What happened to a Run, told once it has been committed: for logs and metrics. No name and no text of anybody's. */
export type RunEvent =
  | {
      readonly kind: 'submitted';
      readonly orgUuid: string;
      readonly runUuid: string;
      readonly scope: RunScope;
      readonly tests: number;
    }
  | {
      readonly kind: 'finished';
      readonly orgUuid: string;
      readonly runUuid: string;
      readonly scope: RunScope;
      readonly status: RunStatus;
      readonly isCancelled: boolean;
      readonly counts: ResultCounts;
      /** From the submission to the end. */
      readonly seconds: number;
    };
