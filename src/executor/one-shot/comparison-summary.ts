import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { Choice, Diagnostic } from '../../domain/comparison/resolution.ts';
import type { Tolerance } from '../../domain/comparison/tolerance.ts';

/** What a comparison of two datasets found, in the words of the datasets. It holds values of rows, as examples. */
export interface ComparisonSummary {
  /** Something was compared, and nothing that was compared differs. */
  readonly equal: boolean;
  /** Something that was compared differs. Neither this nor `equal`: nothing could be compared. */
  readonly different: boolean;
  /** Everything was compared: no column was left out but those that were to be ignored. */
  readonly complete: boolean;
  readonly datasets: BySide<SummaryDataset>;
  readonly matching: Matching;
  /** Rows that were compared, after the filter. */
  readonly rows: BySide<number>;
  /** Null where rows were not compared, but only functions of columns. */
  readonly comparison: RowCounts | null;
  /** In the source's order. */
  readonly columns: readonly SummaryColumn[];
  readonly onlyInSource: readonly string[];
  readonly onlyInTarget: readonly string[];
  readonly ignored: readonly string[];
  readonly functions: readonly FunctionOutcome[];
  /** Rows that only one side has. */
  readonly unmatched: BySide<UnmatchedRows>;
  readonly filtered: BySide<boolean>;
  readonly notes: readonly string[];
  readonly evidence: SummaryEvidence | null;
  readonly engine: string;
  readonly durationMs: number;
}

export interface SummaryDataset {
  readonly name: string;
  readonly format: string;
  readonly files: number;
  readonly rows: number;
}

export type Matching =
  | {
      readonly kind: 'keys';
      readonly columns: readonly BySide<string>[];
      readonly chosenBy: 'request' | 'search';
    }
  | { readonly kind: 'multiset'; readonly chosenBy: 'request' | 'search' };

export interface RowCounts {
  readonly matchedRows: number;
  readonly mismatchedRows: number;
  /** Rows that only the target has. */
  readonly missingInSource: number;
  /** Rows that only the source has. */
  readonly missingInTarget: number;
  readonly duplicateKeys: BySide<number>;
}

export interface SummaryColumn extends BySide<string> {
  readonly isKey: boolean;
  readonly status: ColumnStatus;
  readonly mismatches: number;
  readonly unconvertible: BySide<number>;
  /** The types of either side, for people. */
  readonly types: BySide<string>;
  readonly comparisonType: ComparisonType | null;
  readonly tolerance: Tolerance | null;
  /** What would make the columns comparable. */
  readonly choices: readonly Choice[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the engine could not compare it; null where it did. */
  readonly error: string | null;
  readonly examples: readonly ValueExample[];
}

export type ColumnStatus = 'equal' | 'different' | 'selectionRequired' | 'incompatible';

/** One row whose values differ. */
export interface ValueExample {
  readonly key: readonly (string | null)[];
  readonly source: string | null;
  readonly target: string | null;
}

export interface UnmatchedRows {
  readonly count: number;
  /** What the values of the examples are of. */
  readonly columns: readonly string[];
  readonly examples: readonly UnmatchedExample[];
}

export interface UnmatchedExample {
  readonly key: readonly (string | null)[];
  readonly values: readonly (string | null)[];
  /** How many equal rows it stands for. */
  readonly copies: number;
}

export interface FunctionOutcome {
  readonly functionCode: FunctionCode;
  /** Null where rows were counted. */
  readonly column: BySide<string> | null;
  readonly status: 'pass' | 'fail' | 'error';
  readonly source: string | null;
  readonly target: string | null;
  /** Values that only one side has, for the SET functions. */
  readonly missingInSource: number | null;
  readonly missingInTarget: number | null;
  readonly detail: string | null;
}

export interface SummaryEvidence {
  readonly file: string;
  readonly rows: number;
  /** There are more differences than rows of evidence. */
  readonly capped: boolean;
}
