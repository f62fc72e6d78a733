import type { Candidate } from '../catalog/candidate.ts';
import type { Locator } from '../catalog/locator.ts';
import type { Preparation, PreparedField } from '../catalog/prepared-field.ts';
import type { ReachableSource } from '../catalog/source.ts';
import type { ProblemCode } from '../problems.ts';

/** The versions of the execution protocol that this service speaks, newest first. */
export const protocolVersions = [1] as const;

/** How long an executor may be silent before its work is given to another, and how often it should speak. */
export const leaseSeconds = 15;
export const heartbeatSeconds = 5;

/** The most leases that one claim hands out. */
export const maxCapacity = 16;

/** An executor that has not called for this long counts as gone. */
export const presenceSeconds = 60;

export const taskKinds = ['source.test', 'source.browse', 'dataset.prepare'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** What an executor is to do. Composed when it is claimed, so that no secret lies in the queue. */
export type Task = SourceTestTask | SourceBrowseTask | DatasetPrepareTask;

export interface SourceTestTask {
  readonly kind: 'source.test';
  readonly source: ReachableSource;
}

export interface SourceBrowseTask {
  readonly kind: 'source.browse';
  readonly source: ReachableSource;
  /** `childrenOf` of a candidate; null for the top. */
  readonly parent: string | null;
  /** Only names that hold this text, whatever its case; null for all. */
  readonly search: string | null;
  readonly limit: number;
  /** `next` of the page before; null for the first. */
  readonly after: string | null;
}

export interface DatasetPrepareTask {
  readonly kind: 'dataset.prepare';
  readonly source: ReachableSource;
  readonly dataset: {
    readonly datasetUuid: string;
    readonly name: string;
    readonly locator: Locator;
    /** The IANA zone of timestamps that carry none; null where none is declared. */
    readonly zone: string | null;
  };
}

/** What a task comes to; its kind is that of the task. */
export type TaskResult = SourceTestResult | SourceBrowseResult | DatasetPrepareResult;

export interface SourceTestResult {
  readonly kind: 'source.test';
  readonly message: string;
  readonly serverVersion: string | null;
}

export interface SourceBrowseResult {
  readonly kind: 'source.browse';
  readonly candidates: readonly Candidate[];
  /** What to pass as `after` for the next page; null at the end. */
  readonly next: string | null;
}

export interface DatasetPrepareResult extends Preparation {
  readonly kind: 'dataset.prepare';
}

/** What is known before the task is over. */
export type TaskReport = {
  readonly kind: 'dataset.prepare';
  /** The schema, while values are still being counted. */
  readonly fields: readonly PreparedField[];
};

export type TaskOutcome =
  | { readonly status: 'succeeded'; readonly result: TaskResult }
  | {
      readonly status: 'failed';
      readonly problem: { readonly code: ProblemCode; readonly detail: string };
      /** Whether another attempt may succeed without anybody changing anything. */
      readonly retryable: boolean;
    }
  /** Given back unfinished, for another executor: the attempt does not count. */
  | { readonly status: 'released' };

export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: string | null;
}

/** The newest version that both sides speak; undefined where there is none. */
export function negotiateVersion(offered: readonly number[]): number | undefined {
  return protocolVersions.find((version) => offered.includes(version));
}
