import type { FunctionCode } from '../../../src/domain/comparison/binding.ts';
import type {
  DiagnosticCode,
  TestErrorCode,
  TestStatus,
} from '../../../src/domain/comparison/pair-report.ts';
import type {
  DiagnosticCode as ResolutionCode,
  Selection,
} from '../../../src/domain/comparison/resolution.ts';
import type { DuplicateKeyRule, Threshold } from '../../../src/domain/comparison/threshold.ts';
import type { ListOrder, TextOptions, Tolerance } from '../../../src/domain/comparison/tolerance.ts';
import type { Relation } from '../../support/relations.ts';

/** One of the ways in which comparison tools are wrong, by its number in the catalogue. */
export interface Trap {
  readonly number: number;
  readonly title: string;
  /** The part of it that no comparison shows, and where that is tested. */
  readonly elsewhere?: string;
  readonly cases: readonly TrapCase[];
}

/** Two small tables, how their rows match, and what each check over them must answer. */
export interface TrapCase {
  readonly name: string;
  readonly source: Relation;
  readonly target: Relation;
  /** How rows match. `id` on both sides unless said otherwise; none compares whole rows as a multiset. */
  readonly keys?: readonly FieldPair[];
  /** The zone in which a side's naive timestamps are declared to be written. */
  readonly zones?: { readonly source?: string; readonly target?: string };
  /** Formats besides its own that an engine over files runs the case in: they can hold these values losslessly. */
  readonly alsoAs?: readonly TextFormat[];
  /** Columns that pairing by name must report as one side's own. */
  readonly loneColumns?: { readonly source: readonly string[]; readonly target: readonly string[] };
  readonly checks: readonly Check[];
}

export type TextFormat = 'csv' | 'json';

/** A field of each side, by path; one name for both where they are called the same. */
export type FieldPair = string | NamedPair;

export interface NamedPair {
  readonly source: string;
  readonly target: string;
  readonly selection?: Selection;
}

export interface Check extends CheckOptions {
  readonly functionCode: FunctionCode;
  readonly expected: Expectation;
}

export interface CheckOptions {
  /** `v` unless said otherwise; several are compared as one tuple. None: COUNT of rows. */
  readonly on?: FieldPair | readonly FieldPair[];
  readonly selection?: Selection;
  /** Instead of the case's keys. */
  readonly keys?: readonly FieldPair[];
  readonly tolerance?: Tolerance;
  readonly text?: Partial<TextOptions>;
  readonly listOrder?: ListOrder;
  readonly threshold?: Partial<Threshold>;
  readonly duplicateKeys?: DuplicateKeyRule;
  readonly evidenceRows?: number;
  /** The collection that is looked into, on both sides: `orders[]`. */
  readonly scope?: string;
}

/** What the check must answer: no verdict, because the fields do not compare without a choice, or an outcome. */
export type Expectation = Unresolved | Outcome;

export interface Unresolved {
  readonly resolution: 'selectionRequired' | 'incompatible';
}

/**
 * Counts that are not given are expected to be zero, and the number of matched rows follows from the others: what is
 * not missing has matched. So every check pins every count.
 */
export interface Outcome extends Partial<Counts> {
  readonly status: TestStatus;
  /** What an aggregate answers on each side. */
  readonly values?: readonly [string | null, string | null];
  /** Codes that the report must carry. */
  readonly says?: readonly DiagnosticCode[];
  /** Codes that the resolution must carry. */
  readonly resolutionSays?: readonly ResolutionCode[];
  readonly error?: TestErrorCode;
  /** How many rows of evidence there are, and whether more differ than that. */
  readonly evidence?: { readonly rows: number; readonly capped: boolean };
}

export interface Counts {
  readonly mismatched: number;
  readonly missingInSource: number;
  readonly missingInTarget: number;
  /** Source, target. */
  readonly duplicates: readonly [number, number];
  readonly unconvertible: readonly [number, number];
}

export function check(functionCode: FunctionCode, expected: Expectation, options: CheckOptions = {}): Check {
  return { functionCode, expected, ...options };
}

/** The same expectation of several functions. */
export function checks(
  functionCodes: readonly FunctionCode[],
  expected: Expectation,
  options: CheckOptions = {},
): readonly Check[] {
  return functionCodes.map((functionCode) => check(functionCode, expected, options));
}

export function passes(outcome: Omit<Outcome, 'status'> = {}): Outcome {
  return { status: 'pass', ...outcome };
}

export function fails(outcome: Omit<Outcome, 'status'> = {}): Outcome {
  return { status: 'fail', ...outcome };
}

export function errors(error: TestErrorCode): Outcome {
  return { status: 'error', error };
}

export const needsChoice: Unresolved = { resolution: 'selectionRequired' };
export const incompatible: Unresolved = { resolution: 'incompatible' };

export const asNumber: Selection = { choiceId: 'asPeerNumeric', format: '' };
export const asText: Selection = { choiceId: 'asText', format: '' };

export function asTextIn(format: string): Selection {
  return { choiceId: 'asText', format };
}

export function asTime(format: string): Selection {
  return { choiceId: 'asPeerDateTime', format };
}

export function within(amount: string): Tolerance {
  return { kind: 'absolute', amount };
}

export function withinRatio(ratio: string): Tolerance {
  return { kind: 'relative', ratio };
}

export function withinTime(nanoseconds: string): Tolerance {
  return { kind: 'duration', nanoseconds };
}

export const rowFunctions: readonly FunctionCode[] = ['VALUE', 'OUTER_VALUE'];
export const setFunctions: readonly FunctionCode[] = ['SET_A_IN_B', 'SET_B_IN_A', 'SET_A_EQUALS_B'];
export const aggregates: readonly FunctionCode[] = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'AVG', 'SUM'];
