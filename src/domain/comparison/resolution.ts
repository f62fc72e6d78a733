import type { Binding, ChoiceId, FunctionCode, Surface } from './binding.ts';
import type { ComparisonType } from './comparison-type.ts';
import type { FieldPath } from './field-path.ts';
import type { LogicalType } from './logical-type.ts';
import type { ObservationScope } from './observation-scope.ts';

export type Side = 'source' | 'target';

/** All that decides how two fields compare. */
export interface ResolutionInput {
  readonly surface: Surface;
  readonly functionCode: FunctionCode | null;
  readonly selection: Selection | null;
  readonly storedBinding: StoredBinding | null;
  readonly source: ResolutionInputSide;
  readonly target: ResolutionInputSide;
}

export interface ResolutionInputSide {
  readonly field: FieldPath;
  /** Null where the caller said none: the innermost collection that holds the field, else the row. */
  readonly scope: ObservationScope | null;
  readonly logicalType: LogicalType;
  readonly nativeType: string;
  readonly nullable: boolean;
  /** The time zone (IANA name) in which the dataset's naive timestamps are written; null where it declares none. */
  readonly declaredZone: string | null;
}

/** A person's choice of how fields of different families compare. */
export interface Selection {
  readonly choiceId: ChoiceId;
  readonly format: string;
}

/** The bindings that a test was saved with. */
export interface StoredBinding {
  readonly source: Binding;
  readonly target: Binding;
}

export const resolutionStatuses = ['resolved', 'selectionRequired', 'incompatible'] as const;
export type ResolutionStatus = (typeof resolutionStatuses)[number];

/** The answer of resolve_comparison: plain, frozen data. */
export interface Resolution {
  readonly status: ResolutionStatus;
  readonly surface: Surface;
  readonly functionCode: FunctionCode | null;
  readonly source: ResolutionSide;
  readonly target: ResolutionSide;
  /** Null unless the status is `resolved`. */
  readonly comparisonType: ComparisonType | null;
  /** The choice in force, also while its format is still missing or wrong; null where the fields compare by themselves. */
  readonly selectedChoiceId: ChoiceId | null;
  /** Every choice that would resolve this pair for this surface and function. */
  readonly choices: readonly Choice[];
  readonly storedBinding: StoredBindingVerdict | null;
  /** The functions that these two fields can be tested with, after a choice if one is needed. */
  readonly allowedFunctions: readonly FunctionCode[];
  /** Sorted by severity, then code, then side. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ResolutionSide {
  /** The field's path, in canonical form. */
  readonly field: string;
  readonly scope: ObservationScope;
  readonly logicalType: LogicalType;
  readonly nativeType: string;
  readonly nullable: boolean;
  /** `none` unless the status is `resolved`. */
  readonly binding: Binding;
}

export interface Choice {
  readonly choiceId: ChoiceId;
  readonly label: string;
  /** How each side is read under this choice; the format is empty until one is selected. */
  readonly source: Binding;
  readonly target: Binding;
  readonly formatRequired: boolean;
  readonly formatExamples: readonly string[];
  /** Whether values that differ on one side can become equal by it: '7' and '007' read as numbers. */
  readonly lossy: boolean;
}

export const storedBindingStates = ['current', 'outdated', 'invalid'] as const;
/**
 * `current`: what would be resolved now. `outdated`: it could be applied, but the fields now compare otherwise.
 * `invalid`: it cannot be applied to these fields at all.
 */
export type StoredBindingState = (typeof storedBindingStates)[number];

export interface StoredBindingVerdict {
  readonly state: StoredBindingState;
  /** In words; null when current. */
  readonly reason: string | null;
}

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly side: Side | 'both';
  readonly detail: string;
}

/** Everything that a resolution can have to say, by code. */
export const diagnosticCodes = [
  'types_incompatible',
  'type_unknown',
  'shapes_differ',
  'element_needs_choice',
  'selection_required',
  'selection_not_offered',
  'selection_ignored',
  'format_required',
  'format_invalid',
  'format_unsuitable',
  'format_not_applicable',
  'function_not_applicable',
  'double_join_key',
  'scope_invalid',
  'scopes_incompatible',
  'compared_as_double',
  'compared_per_side',
  'date_as_midnight',
  'precision_lowered',
  'zone_applied',
  'zone_assumed',
  'zones_differ',
  'read_as_number',
  'read_with_format',
  'read_as_uuid',
  'read_as_json',
  'written_as_text',
  'texts_never_equal',
] as const;
export type DiagnosticCode = (typeof diagnosticCodes)[number];
