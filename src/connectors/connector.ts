import type { Binding } from '../domain/comparison/binding.ts';
import type { FieldNode } from '../domain/comparison/field-tree.ts';
import type { Filter } from '../domain/comparison/filter.ts';
import type { MeasureResult } from '../engine/compile/measurement.ts';
import type { FingerprintCells } from '../engine/fingerprint/compare-fingerprints.ts';
import type { BucketedRows, FingerprintedRows } from '../engine/fingerprint/row-fingerprint.ts';
import type { Measurement } from '../engine/plan/plan.ts';
import type { Relation, SqlSession } from '../engine/sql-session.ts';

/**
 * A system that holds datasets, as the executor uses it: to look for them, to prepare them, and to read them into the
 * engine. `Location` names one dataset of the system. Every method fails with an AppError that says what to do.
 */
export interface Connector<Location> {
  testConnection(options?: CallOptions): Promise<ConnectionReport>;
  browse(request: BrowseRequest, options?: CallOptions): Promise<BrowsePage>;
  describe(location: Location, options?: CallOptions): Promise<DatasetSchema>;
  /** Counts rows and looks at every field, in one query of the system's own. */
  profile(location: Location, request: ProfileRequest, options?: CallOptions): Promise<DatasetProfile>;
  /** Aggregates that the system computes exactly. Refused with `comparison_unsupported` where it cannot. */
  measure(
    location: Location,
    request: MeasureRequest,
    options?: CallOptions,
  ): Promise<readonly MeasureResult[]>;
  /** Copies the dataset to where the engine reads it, as it is at one moment. */
  stage(location: Location, request: StageRequest, options?: StageOptions): Promise<StagedDataset>;
  /** Works with the dataset as it is at one moment, where the system can hold on to one. */
  inSnapshot<T>(
    location: Location,
    request: SnapshotRequest,
    work: (snapshot: DatasetSnapshot) => Promise<T>,
    options?: CallOptions,
  ): Promise<T>;
}

export interface CallOptions {
  /** Aborting ends the work on the system's side too. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConnectionReport {
  readonly product: string;
  readonly version: string;
  readonly user: string;
  readonly encrypted: boolean;
  /** What a person who sets the connection up should know: rights that are missing, or too many. */
  readonly remarks: readonly string[];
}

export interface BrowseRequest {
  /** Where to look: `[]` is the top. */
  readonly path: readonly string[];
  /** Part of the name, whatever its letter case; null for all. */
  readonly search: string | null;
  /** The `next` of the page before; null for the first. */
  readonly after: string | null;
  readonly limit: number;
}

export interface BrowsePage {
  /** Ordered by name, code point by code point. */
  readonly entries: readonly BrowseEntry[];
  readonly next: string | null;
}

export const entryKinds = [
  'catalog',
  'schema',
  'table',
  'partitionedTable',
  'foreignTable',
  'view',
  'materializedView',
] as const;

export interface BrowseEntry {
  readonly name: string;
  readonly kind: (typeof entryKinds)[number];
  /** False where the user may see but not read it. */
  readonly readable: boolean;
  /** As the system's statistics have it; null where they know nothing. */
  readonly rowEstimate: number | null;
}

export interface DatasetSchema {
  readonly kind: BrowseEntry['kind'];
  readonly fields: readonly DescribedField[];
  readonly rowEstimate: number | null;
  readonly notes: readonly FieldNote[];
}

export interface DescribedField extends FieldNode {
  /**
   * Whether the logical type follows from the native one. Otherwise it was measured on the data, and values that come
   * later may outgrow it.
   */
  readonly declared: boolean;
}

export const fieldNoteCodes = [
  /** The type has no counterpart; the field is not compared. */
  'type_not_read',
  /** The field is compared as the text of its values. */
  'type_as_text',
  /** The field is compared as a number, though it may be meant as a boolean. */
  'type_as_number',
  /** Something that the type holds is not compared. */
  'precision_lost',
  /** The type was measured on the data. */
  'type_measured',
  /** The user sees only some of the rows. */
  'rows_filtered',
] as const;

export interface FieldNote {
  readonly code: (typeof fieldNoteCodes)[number];
  /** Null where it is about the dataset. */
  readonly field: string | null;
  readonly detail: string;
}

export interface ProfileRequest {
  /** As `describe` answered. */
  readonly fields: readonly DescribedField[];
  readonly filter: Filter | null;
}

export interface DatasetProfile {
  readonly rows: number;
  readonly fields: readonly FieldProfile[];
}

export interface FieldProfile {
  readonly name: string;
  readonly nulls: number;
  /** Null where distinct values cannot be told, or counting them would cost too much and no estimate is known. */
  readonly distinct: { readonly count: number; readonly exact: boolean } | null;
  /** Canonical texts; null where the type has no order, or there is no value. */
  readonly min: string | null;
  readonly max: string | null;
}

export interface MeasureRequest {
  /** As the dataset was prepared. */
  readonly fields: readonly DescribedField[];
  /** Of the plan; its answers come in the order of its measures. */
  readonly measurement: Measurement;
}

export interface SnapshotRequest {
  /** As the dataset was prepared. One that has changed since is refused with `dataset_schema_changed`. */
  readonly fields: readonly DescribedField[];
}

export interface DatasetSnapshot {
  /**
   * Hashes the rows of each bucket by the system itself, once it is called. With `findsRepeats` a bucket in which a key
   * occurs twice is doubtful. Refused at once, with `comparison_unsupported`, where the system cannot spell a value as
   * others do: nobody else need begin.
   */
  fingerprint(rows: FingerprintedRows, findsRepeats: boolean): TakeFingerprints;
  stage(request: StageRequest, options?: StageOptions): Promise<StagedDataset>;
}

export type TakeFingerprints = () => Promise<readonly FingerprintCells[]>;

export interface StageRequest {
  /** As the dataset was prepared. One that has changed since is refused with `dataset_schema_changed`. */
  readonly fields: readonly DescribedField[];
  /** Names of the fields to copy; null for all that can be read. */
  readonly only: readonly string[] | null;
  readonly filter: Filter | null;
  /** Of the rows that pass the filter, only those of some buckets. */
  readonly within?: BucketedRows | undefined;
  readonly session: SqlSession;
  /** An existing folder that the engine may read and write. */
  readonly stagingDirectory: string;
}

export interface StageOptions extends CallOptions {
  readonly onProgress?: ((progress: StageProgress) => void) | undefined;
}

export interface StageProgress {
  readonly rows: number;
  /** Of all rows, before any filter; null where nothing is known. */
  readonly estimate: number | null;
}

/** A copy of a dataset for the engine. Disposing of it deletes the copy. */
export interface StagedDataset extends AsyncDisposable {
  readonly relation: Relation;
  readonly columns: readonly StagedColumn[];
  readonly rows: number;
}

export interface StagedColumn extends FieldNode {
  /** The name of the column in the relation: the field's own, unless another differs from it only in case. */
  readonly column: string;
  /**
   * Null for nearly every column. Where the system holds values that the type cannot (a zero date, a numeric NaN), the
   * column is text: `logicalType` is string, and the binding reads what can be read. The rest are unconvertible values.
   */
  readonly readAs: { readonly binding: Binding; readonly unreadable: number } | null;
}
