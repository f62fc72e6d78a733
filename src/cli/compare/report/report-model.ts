import type { BySide } from '../../../domain/comparison/by-side.ts';
import type { Verdict } from '../../../domain/reports/verdict.ts';

/** What a report says, whatever it is shown as. Values of rows are as the data has them; null is NULL. */
export interface Report {
  readonly verdict: Verdict;
  /** One or two words: `Equal`, `Different`. */
  readonly word: string;
  /** What was found, in a sentence. */
  readonly headline: string;
  readonly sides: BySide<ReportSide>;
  /** How rows were brought together, in a sentence. */
  readonly matching: string;
  readonly figures: readonly Figure[];
  /** How the rows of both sides fall apart; null where rows were not compared. */
  readonly balance: Balance | null;
  /** Those that differ, most mismatches first. */
  readonly different: readonly DifferentColumn[];
  readonly equal: readonly string[];
  readonly uncompared: readonly UncomparedColumn[];
  readonly unmatched: readonly UnmatchedSection[];
  readonly functions: readonly FunctionRow[];
  readonly notes: readonly string[];
  /** Engine, time and memory. */
  readonly measured: readonly string[];
}

export interface ReportSide {
  readonly name: string;
  /** Without the folders that it is in. */
  readonly shortName: string;
  /** `CSV, 1,000 rows`. */
  readonly detail: string;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  readonly verdict: Verdict | null;
}

export interface Balance {
  readonly equalRows: number;
  readonly differentRows: number;
  readonly onlyInSource: number;
  readonly onlyInTarget: number;
}

export interface DifferentColumn {
  readonly name: string;
  /** What it was compared as, and with what allowance. */
  readonly comparedAs: string;
  readonly mismatches: number;
  /** Of the matched rows; null where there is nothing to hold it against. */
  readonly of: number | null;
  /** `3 rows differ (30 %)`, `2 values of the source cannot be read as a number`. */
  readonly findings: readonly string[];
  readonly keyNames: readonly string[];
  readonly examples: readonly DifferenceExample[];
}

export interface DifferenceExample {
  readonly key: readonly (string | null)[];
  readonly source: string | null;
  readonly target: string | null;
}

export interface UncomparedColumn {
  readonly name: string;
  readonly reason: string;
  /** What to add to the command, each by itself enough. */
  readonly remedies: readonly Remedy[];
}

export interface Remedy {
  readonly flag: string;
  readonly meaning: string;
}

export interface UnmatchedSection {
  readonly title: string;
  readonly count: number;
  /** Rows that none of those shown stands for. */
  readonly more: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface FunctionRow {
  readonly name: string;
  readonly verdict: Verdict;
  readonly source: string | null;
  readonly target: string | null;
  readonly detail: string;
}
