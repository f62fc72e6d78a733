import type { FunctionCode } from '../comparison/binding.ts';
import type { BySide } from '../comparison/by-side.ts';
import type { Filter } from '../comparison/filter.ts';
import type { ObservationScope } from '../comparison/observation-scope.ts';
import type { FieldOptions } from '../comparison/pair-specification.ts';
import type { Side, StoredBinding } from '../comparison/resolution.ts';
import type { DuplicateKeyRule, Threshold } from '../comparison/threshold.ts';
import type { Tolerance } from '../comparison/tolerance.ts';

/** An inactive test stays out of Runs, but for a Run of that test alone. */
export const validationTestStatuses = ['active', 'inactive'] as const;
export type ValidationTestStatus = (typeof validationTestStatuses)[number];

/** One field of each side, and how either is read: as resolved when the test was saved. */
export interface TestedFields {
  /** Canonical path texts. */
  readonly sourceField: string;
  readonly targetField: string;
  readonly binding: StoredBinding;
}

/** All that says what a test compares, and how. It is stored as it is, and a Run keeps a copy of it. */
export interface TestDefinition {
  readonly functionCode: FunctionCode;
  readonly fields: readonly TestedFields[];
  readonly keys: readonly TestedFields[];
  readonly scope: BySide<ObservationScope>;
  /** Checked, with canonical values. */
  readonly filter: BySide<Filter | null>;
  readonly tolerance: Tolerance | null;
  readonly threshold: Threshold;
  readonly duplicateKeys: DuplicateKeyRule;
  readonly verification: Verification;
  /** Of fields and keys alike, wherever they hold text or lists. */
  readonly options: FieldOptions;
  readonly evidenceRows: number;
}

export const verifications = ['hashed', 'exact'] as const;
export type Verification = (typeof verifications)[number];

/** A tuple of every column of a wide table; engines take expressions of that many terms. */
export const maxTestedFields = 1_000;
/** PostgreSQL indexes have at most 32 columns, so no key there has more. */
export const maxTestedKeys = 32;

/** Whether a test can be run on its datasets as they are prepared now. */
export const fitStates = ['fits', 'outdated', 'invalid'] as const;
/**
 * `outdated`: the fields are there but compare otherwise than when the test was saved, or a dataset is not prepared.
 * `invalid`: a field is gone, or the test cannot be applied to it any more.
 */
export type FitState = (typeof fitStates)[number];

export interface FitReason {
  readonly code: TestFaultCode | 'dataset_not_prepared';
  readonly side: Side | 'both';
  /** What is wrong with which field, and what to do. */
  readonly detail: string;
}

export interface TestFit {
  readonly state: FitState;
  /** Empty when it fits. */
  readonly reasons: readonly FitReason[];
}

export const testFaultCodes = [
  'path_invalid',
  'format_invalid',
  'field_unknown',
  'collection_unknown',
  'scope_invalid',
  'selection_required',
  'fields_incompatible',
  'binding_outdated',
  'binding_invalid',
  'fields_wrong',
  'keys_wrong',
  'filter_invalid',
  'tolerance_invalid',
  'threshold_invalid',
  'options_invalid',
] as const;
export type TestFaultCode = (typeof testFaultCodes)[number];

/** What is wrong with a test, and where in it. */
export interface TestFault {
  readonly code: TestFaultCode;
  readonly side: Side | 'both';
  /** RFC 6901, from the test's own root. */
  readonly pointer: string;
  readonly detail: string;
}
