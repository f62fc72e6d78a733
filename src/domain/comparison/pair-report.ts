import type { FunctionCode } from './binding.ts';
import type { BySide } from './by-side.ts';
import type { Severity, Side } from './resolution.ts';

/** What a comparison of a pair found. Plain JSON: counts are numbers, values of the data are always text. */
export interface PairReport {
  /** `error` if a test could not be decided, else `fail` if one failed, else `pass`. */
  readonly status: TestStatus;
  /** One for each test of the specification, in its order. */
  readonly tests: readonly TestReport[];
  /** The row comparisons that the VALUE and OUTER_VALUE tests shared. */
  readonly comparisons: readonly ComparisonReport[];
  readonly engine: EngineDescription;
  readonly durationMs: number;
}

export type TestStatus = 'pass' | 'fail' | 'error';

export interface EngineDescription {
  readonly name: string;
  readonly version: string;
}

/** A count is null where the function has no such thing: COUNT matches no rows. */
export interface TestReport {
  readonly testId: string;
  readonly functionCode: FunctionCode;
  readonly status: TestStatus;
  readonly source: SideResult;
  readonly target: SideResult;
  /** MIN and MAX answer with a value out of a row, which must not leave the data plane; the others compute one. */
  readonly valueIsFromRow: boolean;
  /** Pairs of rows that the key (or, with no key, the whole tuple) brought together. */
  readonly matchedRows: number | null;
  /** Matched rows whose values differ; for SET functions null. */
  readonly mismatchedRows: number | null;
  /** Rows (VALUE, OUTER_VALUE) or distinct values (SET) that only the target has. */
  readonly missingInSource: number | null;
  /** Rows or distinct values that only the source has. */
  readonly missingInTarget: number | null;
  /** Distinct keys that occur more than once. */
  readonly duplicateKeys: BySide<number> | null;
  /** Values of the test's fields and keys that could not be read in the comparison type. */
  readonly unconvertible: BySide<number>;
  readonly evidence: EvidenceReport;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Why the test could not be decided; null unless `status` is `error`. */
  readonly error: TestError | null;
}

/** Whether what the function comes to stands in a row as it is. */
export function isValueOfRow(functionCode: FunctionCode): boolean {
  return functionCode === 'MIN' || functionCode === 'MAX';
}

export interface SideResult {
  /** The aggregate, as text of the comparison type (`NaN`, `Infinity` and `-Infinity` for doubles). */
  readonly value: string | null;
  /** Rows of the scan after the filter; null where the test never ran. */
  readonly rows: number | null;
}

export interface TestError {
  readonly code: TestErrorCode;
  readonly detail: string;
  /** Whether the same test may succeed later without a change. */
  readonly retryable: boolean;
}

export const testErrorCodes = [
  /** The engine cannot do what the test asks for exactly, and does not do it inexactly. */
  'unsupported',
  /** The specification contradicts itself: an unknown field id, a tolerance on text. */
  'specification_invalid',
  /** The engine failed on the data: a file that cannot be read. */
  'engine_failed',
  /** Memory or spill space ran out. */
  'engine_resources_exhausted',
  'cancelled',
] as const;
export type TestErrorCode = (typeof testErrorCodes)[number];

export const diagnosticCodes = [
  'tolerance_applied',
  'duplicate_keys',
  'unconvertible_values',
  'threshold_excused',
  'not_a_number_in_sum',
  'evidence_capped',
  /** Rows were hashed where they are, and so many of them had to be fetched. */
  'rows_fetched',
] as const;
export type DiagnosticCode = (typeof diagnosticCodes)[number];

export interface ReportDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly side: Side | 'both';
  readonly detail: string;
}

/** Where the differing rows of a test are. Rows are never part of a report. */
export interface EvidenceReport {
  readonly state: 'none' | 'written' | 'notRequested';
  /** A Parquet file with the columns of `EvidenceRow`; tests of one comparison share it. */
  readonly file: string | null;
  readonly rows: number;
  /** There are more differences than rows of evidence. */
  readonly capped: boolean;
}

/** One row of an evidence file. */
export interface EvidenceRow {
  /** Null where the row concerns every test of the comparison: it exists on one side only. */
  readonly test_id: string | null;
  readonly kind: EvidenceKind;
  /** Values of the key fields, in the order of the comparison's `keys`, as text. */
  readonly key: readonly (string | null)[];
  /** Values of the test's fields on either side, in the order of its `fields`, as text; null where there is no row. */
  readonly source: readonly (string | null)[] | null;
  readonly target: readonly (string | null)[] | null;
  /** Which fields of a row that is on both sides differ, as `true` and `false`; null where it is not there on both. */
  readonly differing: readonly string[] | null;
  /** How many equal rows on either side this one stands for. */
  readonly source_rows: string;
  readonly target_rows: string;
}

/** `value`: what MIN or MAX came to on either side, alike or not. */
export const evidenceKinds = ['different', 'onlyInSource', 'onlyInTarget', 'value'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** One row comparison, whatever number of tests it served. */
export interface ComparisonReport {
  /** Field ids. Empty: compared as a multiset of whole rows. */
  readonly keys: readonly string[];
  readonly testIds: readonly string[];
  readonly rows: BySide<number>;
  readonly matchedRows: number;
  /** Matched rows in which at least one of its tests found a difference. */
  readonly mismatchedRows: number;
  readonly missingInSource: number;
  readonly missingInTarget: number;
  readonly duplicateKeys: BySide<number>;
  /** Most mismatches first. Empty without keys: there is no telling which column of a row is the wrong one. */
  readonly columns: readonly ColumnReport[];
  /** How it was found out: by buckets alone, buckets and a join of those that differ, or a join of all rows. */
  readonly method: 'buckets' | 'bucketsThenJoin' | 'join';
  readonly buckets: { readonly compared: number; readonly differing: number } | null;
  /** Field ids in the order of the values of an evidence row that concerns every test. */
  readonly evidenceFields: readonly string[];
}

export interface ColumnReport {
  readonly field: string;
  readonly mismatches: number;
  readonly unconvertible: BySide<number>;
}
