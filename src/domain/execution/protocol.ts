import type { Candidate } from '../catalog/candidate.ts';
import type { Locator } from '../catalog/locator.ts';
import type { Preparation, PreparedField } from '../catalog/prepared-field.ts';
import type { ReachableSource } from '../catalog/source.ts';
import type { BySide } from '../comparison/by-side.ts';
import type { EngineDescription, EvidenceKind, TestReport } from '../comparison/pair-report.ts';
import type { PairSpecification } from '../comparison/pair-specification.ts';
import type { ProblemCode } from '../problems.ts';

/** The versions of the execution protocol that this service speaks, newest first. */
export const protocolVersions = [1] as const;

/** How long an executor may be silent before its work is given to another. */
export const leaseSeconds = 15;

/** The most leases that one claim hands out. */
export const maxCapacity = 16;

/** How long a claim may wait for work: the answer still comes well within the time that an executor gives a call. */
export const maxClaimWaitSeconds = 5;

/** An executor that has not called for this long counts as gone. */
export const presenceSeconds = 60;

/** The most tests of one `run.compare` task; a pair that has more is several tasks. */
export const maxTestsOfTask = 250;

/** The most rows of evidence that a test may ask for. */
export const maxEvidenceRows = 10_000;

export const taskKinds = [
  'source.test',
  'source.browse',
  'dataset.prepare',
  'run.compare',
  'evidence.read',
  'evidence.delete',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Somebody waits for these, and they take moments: they never wait behind a comparison. */
export const shortTaskKinds = ['source.test', 'source.browse', 'evidence.read'] as const satisfies TaskKind[];

/** What an executor must be able to reach to do work on the evidence in a store. */
export function storeConnector(storeUuid: string): string {
  return `evidence:${storeUuid}`;
}

/** What an executor is to do. Composed when it is claimed, so that no secret lies in the queue. */
export type Task =
  | SourceTestTask
  | SourceBrowseTask
  | DatasetPrepareTask
  | RunCompareTask
  | EvidenceReadTask
  | EvidenceDeleteTask;

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

/** Compares one pair of datasets by tests of one Run. A pair of very many tests is several such tasks. */
export interface RunCompareTask {
  readonly kind: 'run.compare';
  readonly runUuid: string;
  readonly datasets: BySide<ComparedDataset>;
  /** Test ids are the ids of results; native types are those of the prepared fields. */
  readonly specification: PairSpecification;
  /** Where evidence goes, relative to the executor's store: of this attempt alone. */
  readonly evidenceFolder: string;
}

export interface ComparedDataset {
  readonly datasetUuid: string;
  readonly name: string;
  readonly source: ReachableSource;
  readonly locator: Locator;
  readonly zone: string | null;
  /** As prepared; data that has another schema by now is not compared (`dataset_schema_changed`). */
  readonly fields: readonly PreparedField[];
  readonly schemaHash: string;
}

/** Sends evidence rows to the reader that waits at the relay; they pass through the service and stay nowhere in it. */
export interface EvidenceReadTask {
  readonly kind: 'evidence.read';
  readonly relayUuid: string;
  /** That of the lease: what two attempts send must not get mixed. */
  readonly fencingNumber: number;
  /** Relative to the store, as the result has it. */
  readonly file: string;
  readonly request: EvidenceRequest;
}

/** A page of rows for people, or the whole evidence of one result as a file. */
export type EvidenceRequest =
  | {
      readonly form: 'page';
      readonly resultUuid: string;
      readonly kind: EvidenceKind | null;
      /** Only rows that differ in this one of the test's fields, by its place; null for all. */
      readonly field: number | null;
      readonly offset: number;
      readonly limit: number;
    }
  | { readonly form: 'parquet' | 'csv'; readonly resultUuid: string };

/** The most bytes of evidence that one download carries: 1 GiB is minutes on a slow line. */
export const maxDownloadBytes = 1024 ** 3;

/** What travels through a relay: a page as JSON, or a file. */
export const relayedTypes = ['application/json', 'application/vnd.apache.parquet', 'text/csv'] as const;
export type RelayedType = (typeof relayedTypes)[number];

/** The most bytes of one part: each waits in memory until the reader has taken it. */
export const maxRelayedPartBytes = 1024 ** 2;

/** The most folders that one sweep asks about. */
export const maxSweptFolders = 1000;

/** A page of evidence as it goes through the relay. */
export interface EvidencePage {
  readonly keys: readonly { readonly source: string; readonly target: string }[];
  readonly fields: readonly { readonly source: string; readonly target: string }[];
  readonly rows: readonly EvidencePageRow[];
  readonly hasMore: boolean;
}

export interface EvidencePageRow {
  readonly kind: EvidenceKind;
  readonly key: readonly (string | null)[];
  /** One for each field of the test; null also where the side has no such row. */
  readonly cells: readonly {
    readonly source: string | null;
    readonly target: string | null;
    readonly differs: boolean;
  }[];
  /** How many equal rows on either side this one stands for. */
  readonly sourceRows: number;
  readonly targetRows: number;
}

/** Deletes the evidence of attempts, all of it; what is gone already is deleted. */
export interface EvidenceDeleteTask {
  readonly kind: 'evidence.delete';
  readonly folders: readonly string[];
}

/** What a task comes to; its kind is that of the task. */
export type TaskResult =
  | SourceTestResult
  | SourceBrowseResult
  | DatasetPrepareResult
  | RunCompareResult
  | EvidenceReadResult
  | EvidenceDeleteResult;

export interface RunCompareResult {
  readonly kind: 'run.compare';
  /** One for each test of the specification; evidence files are relative to the store. */
  readonly tests: readonly TestReport[];
  readonly engine: EngineDescription;
  /** The evidence store that holds the files; null where none was written. */
  readonly storeUuid: string | null;
  readonly durationMs: number;
}

/** The rows themselves went through the relay. */
export interface EvidenceReadResult {
  readonly kind: 'evidence.read';
}

export interface EvidenceDeleteResult {
  readonly kind: 'evidence.delete';
}

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
