import type { Diagnostic, DiagnosticCode, Severity } from '../resolution.ts';
import { severities } from '../resolution.ts';

export interface DiagnosticKind {
  /** An error is a reason why the fields are not resolved; a warning may surprise; an info says what is done. */
  readonly severity: Severity;
  /** For the documentation. */
  readonly meaning: string;
}

export const diagnosticKinds: Record<DiagnosticCode, DiagnosticKind> = {
  types_incompatible: error('The two types have no values in common.'),
  type_unknown: error('The type of a field is not known, so its values cannot be compared.'),
  shapes_differ: error('Two structs have fields of different names.'),
  element_needs_choice: error('Inside a container, two types meet that compare only by a choice.'),
  selection_required: error('A choice must be made.'),
  selection_not_offered: error('The selected choice does not apply to these fields.'),
  format_required: error('The selected choice needs a format.'),
  format_invalid: error('The format cannot be read; the detail says where.'),
  format_unsuitable: error('The format can be read, but not for these fields.'),
  format_not_applicable: error('A format was given where none is taken.'),
  function_not_applicable: error('The function does not fit what the fields are compared as.'),
  double_join_key: error('A double is no join key.'),
  scope_invalid: error('The observation scope does not hold the field, or is not a path.'),
  scopes_incompatible: error('The two sides observe things of different depth.'),
  selection_ignored: warning('The selection was not needed and is not used.'),
  compared_as_double: warning('An exact number is compared as a double.'),
  precision_lowered: warning('Fractional digits of the finer side are cut off.'),
  zone_assumed: warning('Values without a zone are taken to be in UTC.'),
  zones_differ: warning('The two datasets declare different zones.'),
  texts_never_equal: warning('As text, no two values of these types can be equal.'),
  compared_per_side: info('Each side is counted within its own type.'),
  date_as_midnight: info('A date is compared as the midnight at its start.'),
  zone_applied: info('Values without a zone are read in the zone that the dataset declares.'),
  read_as_number: info('Text or a boolean is read as a number.'),
  read_with_format: info('Text or a number is read with the format.'),
  read_as_uuid: info('Text is read as a UUID.'),
  read_as_json: info('Text is read as JSON.'),
  written_as_text: info('Values are written in their canonical text.'),
};

export function diagnostic(code: DiagnosticCode, side: Diagnostic['side'], detail: string): Diagnostic {
  return Object.freeze({ code, severity: diagnosticKinds[code].severity, side, detail });
}

/** One order, whatever the order in which they were found: by severity, code, side, words. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return Object.freeze(
    [...diagnostics].sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        byCodePoint(a.code, b.code) ||
        byCodePoint(a.side, b.side) ||
        byCodePoint(a.detail, b.detail),
    ),
  );
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function error(meaning: string): DiagnosticKind {
  return { severity: 'error', meaning };
}

function warning(meaning: string): DiagnosticKind {
  return { severity: 'warning', meaning };
}

function info(meaning: string): DiagnosticKind {
  return { severity: 'info', meaning };
}
