import type { Binding, FunctionCode } from './binding.ts';
import type { BySide } from './by-side.ts';
import type { ComparisonType } from './comparison-type.ts';
import type { FieldPath } from './field-path.ts';
import type { Filter } from './filter.ts';
import type { LogicalType } from './logical-type.ts';
import type { Side } from './resolution.ts';
import { type DuplicateKeyRule, noMismatch, type Threshold } from './threshold.ts';
import { exactText, type ListOrder, type TextOptions, type Tolerance } from './tolerance.ts';

export const sides = ['source', 'target'] as const satisfies readonly Side[];

/**
 * What is to be compared: everything resolved, nothing physical. It is plain JSON, so that a work item can carry it;
 * which file or table a dataset is, the executor knows.
 */
export interface PairSpecification {
  readonly datasets: BySide<DatasetDescriptor>;
  /** Pairs of fields with the type that they compare in. Tests name them by `id`. */
  readonly fields: readonly ComparedField[];
  readonly tests: readonly TestSpecification[];
}

export interface DatasetDescriptor {
  /** For people; it appears in reports and messages. */
  readonly name: string;
  /** The fields that filters of this side name, by the text that the filters name them by. */
  readonly filterFields: Readonly<Record<string, DatasetField>>;
  /** The collections that are maps: their items are entries with `key` and `value`. All others are lists. */
  readonly maps?: readonly FieldPath[];
}

export interface DatasetField {
  readonly path: FieldPath;
  readonly logicalType: LogicalType;
  /** In the words of the system that the engine reads: `DECIMAL(12,2)`, `CHAR(10)`, `TIMESTAMP_NS`. */
  readonly nativeType: string;
}

/** One field of each side, resolved to the type that both are compared in. */
export interface ComparedField {
  /** Unique in the specification. */
  readonly id: string;
  readonly source: BoundField;
  readonly target: BoundField;
  readonly comparisonType: ComparisonType;
  readonly options: FieldOptions;
}

export interface BoundField extends DatasetField {
  readonly binding: Binding;
}

/** How values are made alike before they are compared. Nothing is, unless asked for. */
export interface FieldOptions {
  readonly text: TextOptions;
  readonly listOrder: ListOrder;
}

export const exactOptions: FieldOptions = Object.freeze({ text: exactText, listOrder: 'ordered' });

export interface TestSpecification {
  /** Unique in the specification. */
  readonly id: string;
  readonly functionCode: FunctionCode;
  /**
   * Ids of the compared fields. Exactly one for the aggregates and the SET functions, but COUNT also takes none: it
   * then counts rows. VALUE and OUTER_VALUE take one or more; several are compared as one tuple.
   */
  readonly fields: readonly string[];
  /**
   * Ids of the fields that match rows, for VALUE and OUTER_VALUE. None: the rows are compared as a multiset of the
   * tuples of `fields`, and a row without an equal one on the other side is missing there, which fails.
   */
  readonly keys: readonly string[];
  /** What a row is on each side: `[]` is a row of the dataset, a path that ends in a step into items is one item. */
  readonly scope: BySide<FieldPath>;
  readonly filter: BySide<Filter | null>;
  /** For one field only. Null compares exactly, but for SUM and AVG of doubles (see `compile/aggregates.ts`). */
  readonly tolerance: Tolerance | null;
  /** Excuses differing rows or values; unconvertible values and duplicate keys it does not excuse. */
  readonly threshold: Threshold;
  readonly duplicateKeys: DuplicateKeyRule;
  /** `exact` joins every row; `hashed` skips rows of buckets whose count and 128 bits of hash agree. */
  readonly verification: 'hashed' | 'exact';
  /** Rows of evidence kept for the test at most; 0 keeps none. */
  readonly evidenceRows: number;
}

/** Few enough for a person to look through and cheap to write beside a comparison of any size (design, Verdicts). */
export const defaultEvidenceRows = 1000;

/** A test with every choice that is not given at its default. */
export function testSpecification(
  test: Pick<TestSpecification, 'id' | 'functionCode' | 'fields'> & Partial<TestSpecification>,
): TestSpecification {
  return Object.freeze({
    keys: [],
    scope: { source: [], target: [] },
    filter: { source: null, target: null },
    tolerance: null,
    threshold: noMismatch,
    duplicateKeys: 'fail',
    verification: 'hashed',
    evidenceRows: defaultEvidenceRows,
    ...test,
  });
}
