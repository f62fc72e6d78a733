import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type { TestErrorCode } from '../../domain/comparison/pair-report.ts';
import type { BoundField, DatasetField, FieldOptions } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { DuplicateKeyRule, Threshold } from '../../domain/comparison/threshold.ts';
import type { Tolerance } from '../../domain/comparison/tolerance.ts';

/**
 * How the tests of a pair are answered: what is read, what is computed from it, and which test needs which of it.
 * Plain JSON without a word of SQL; a dialect compiles it.
 */
export interface PairPlan {
  /** One query each: every measure of every test over the same rows of one side. */
  readonly measurements: BySide<readonly Measurement[]>;
  readonly aggregateTests: readonly AggregateTest[];
  readonly setTests: readonly SetTest[];
  readonly comparisons: readonly RowComparison[];
  /** Tests that contradict themselves and are not run. */
  readonly refused: readonly RefusedTest[];
}

/** Which rows of a side are read. */
export interface Scan {
  readonly side: Side;
  /** `[]` for rows of the dataset, else the collection whose items are the rows. */
  readonly scope: FieldPath;
  readonly filter: Filter | null;
  readonly filterFields: Readonly<Record<string, DatasetField>>;
  readonly maps: readonly FieldPath[];
}

/** One side of a compared field. Two columns that are alike are the same column. */
export interface Column {
  readonly side: Side;
  readonly field: BoundField;
  readonly comparisonType: ComparisonType;
  readonly options: FieldOptions;
  /** Whether no side of the field goes beyond 64-bit integers, so that they need no decimal. */
  readonly fitsLong: boolean;
}

export interface Measurement {
  readonly scan: Scan;
  readonly columns: readonly Column[];
  readonly measures: readonly Measure[];
}

/** `members`: a fingerprint of all values of a column, by which two sides can be found to have the same. */
export const measureKinds = [
  'rows',
  'count',
  'distinct',
  'members',
  'min',
  'max',
  'sum',
  'unconvertible',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

export interface Measure {
  readonly kind: MeasureKind;
  /** Index into the measurement's columns; null for `rows`. */
  readonly column: number | null;
}

/** Where a measure of a test is to be found. */
export interface MeasureReference {
  readonly measurement: number;
  readonly measure: number;
}

export interface PlannedTest {
  readonly testId: string;
  readonly functionCode: FunctionCode;
}

export interface AggregateTest extends PlannedTest {
  readonly functionCode: 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX' | 'AVG' | 'SUM';
  readonly tolerance: Tolerance | null;
  /** Null where rows are counted. */
  readonly comparisonType: ComparisonType | null;
  /** The measures that the function is made of, by kind; every test has `rows`. */
  readonly measures: BySide<Partial<Record<MeasureKind, MeasureReference>>>;
  /**
   * Index into the set tests: one of the same values, from which the target's number of distinct ones follows, so that it
   * is not counted; null where there is none.
   */
  readonly followsFrom: number | null;
}

export interface SetTest extends PlannedTest {
  readonly functionCode: 'SET_A_IN_B' | 'SET_B_IN_A' | 'SET_A_EQUALS_B';
  readonly scans: BySide<Scan>;
  readonly columns: BySide<Column>;
  readonly measures: BySide<Partial<Record<MeasureKind, MeasureReference>>>;
  readonly threshold: Threshold;
  readonly verification: 'hashed' | 'exact';
  readonly evidenceRows: number;
  /** Where rows are compared by the same values; null where they are not, or where the values are to be compared exactly. */
  readonly comparedBy: ComparedColumn | null;
}

/** A column of a row comparison. */
export interface ComparedColumn {
  /** Index into the comparisons. */
  readonly comparison: number;
  /** Index into the comparison's keys and columns, in this order. */
  readonly column: number;
}

/** All VALUE and OUTER_VALUE tests over the same rows with the same keys. */
export interface RowComparison {
  readonly scans: BySide<Scan>;
  /** Empty: whole rows are compared as a multiset. */
  readonly keys: readonly ColumnPair[];
  readonly columns: readonly ColumnPair[];
  readonly tests: readonly RowTest[];
  readonly verification: 'hashed' | 'exact';
}

export interface ColumnPair {
  readonly fieldId: string;
  readonly source: Column;
  readonly target: Column;
}

export interface RowTest extends PlannedTest {
  readonly functionCode: 'VALUE' | 'OUTER_VALUE';
  /** Indexes into the comparison's columns. */
  readonly columns: readonly number[];
  readonly tolerance: Tolerance | null;
  readonly threshold: Threshold;
  readonly duplicateKeys: DuplicateKeyRule;
  readonly evidenceRows: number;
}

export interface RefusedTest extends PlannedTest {
  readonly code: TestErrorCode;
  readonly detail: string;
}
