import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparisonReport } from '../../domain/comparison/pair-report.ts';

/** What a row comparison came to, before anything is judged. */
export interface RowFindings {
  readonly rows: BySide<number>;
  readonly matched: number;
  readonly missingInSource: number;
  readonly missingInTarget: number;
  readonly duplicateKeys: BySide<number>;
  /** Matched rows in which a test found a difference. */
  readonly mismatched: number;
  /** By question of `differencesOf`, the matched rows that differ. */
  readonly differing: readonly number[];
  /** By column, keys first: values that cannot be read. */
  readonly unconvertible: BySide<readonly number[]>;
  readonly method: ComparisonReport['method'];
  readonly buckets: ComparisonReport['buckets'];
  readonly evidence: WrittenEvidence | null;
  /** Rows that were fetched from their systems; left out where all were read by the engine. */
  readonly fetchedRows?: number;
}

/** What an evidence file holds. */
export interface WrittenEvidence {
  readonly file: string;
  readonly rowsOfTest: Readonly<Record<string, number>>;
  /** Rows that concern every test: they exist on one side only. */
  readonly unmatched: BySide<number>;
}

/** What a set test came to: distinct values that are not NULL, and whether there are NULLs. */
export interface SetFindings {
  readonly onlyInSource: number;
  readonly onlyInTarget: number;
  readonly evidence: WrittenEvidence | null;
}
