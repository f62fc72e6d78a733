import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Selection } from '../../domain/comparison/resolution.ts';
import type { DuplicateKeyRule } from '../../domain/comparison/threshold.ts';
import type { TextOptions, Tolerance } from '../../domain/comparison/tolerance.ts';

/** Two datasets and what is to be known about them, in the words of the person who asks. */
export interface ComparisonRequest {
  readonly datasets: BySide<DatasetReference>;
  /** Null: find one. Empty: compare rows as a multiset. */
  readonly keys: readonly string[] | null;
  /** Columns that have another name on the other side. */
  readonly mappings: readonly ColumnMapping[];
  readonly ignored: readonly string[];
  /** By column; `*` stands for every column that takes it. */
  readonly selections: ByColumn<Selection>;
  readonly tolerances: ByColumn<Tolerance>;
  readonly textOptions: ByColumn<TextOptions>;
  /** Columns whose lists compare without regard to order. */
  readonly unordered: readonly string[];
  /** Filters as they were read, not yet held to the fields that they name; null for none. */
  readonly filters: RequestedFilters;
  /** Empty: compare rows, that is OUTER_VALUE of every column. */
  readonly functions: readonly FunctionCode[];
  readonly duplicateKeys: DuplicateKeyRule;
  readonly verification: 'hashed' | 'exact';
  /** Rows of evidence kept for each column at most. */
  readonly evidenceRows: number;
  /** Where to write the evidence; null for nowhere. */
  readonly evidenceFile: string | null;
  /** Differing rows shown for each column. */
  readonly examples: number;
}

export interface DatasetReference {
  /** A file, a folder, a pattern, or the URL of a database. */
  readonly location: string;
  /** `name=value` declarations of how to read it. */
  readonly reading: readonly string[];
  /** For a database whose URL has none. */
  readonly password?: string | undefined;
  /** The collection whose items are compared, such as `orders[].lines[]`; absent for rows. */
  readonly scope?: string | undefined;
}

export interface ColumnMapping {
  readonly source: string;
  readonly target: string;
}

export type ByColumn<T> = Readonly<Record<string, T>>;
export const everyColumn = '*';

/** `both` names columns of the source; on the target they are those that are paired with them. */
export interface RequestedFilters {
  readonly both: unknown;
  readonly source: unknown;
  readonly target: unknown;
}

/** What the work may use. */
export interface Resources {
  readonly memoryLimitBytes: number;
  /** 0: one for each processor. */
  readonly threads: number;
  /** An existing folder in which a folder of this comparison's own is made, and removed again. */
  readonly temporaryDirectory: string;
}
