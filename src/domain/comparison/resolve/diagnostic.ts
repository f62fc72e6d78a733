import type { Diagnostic, DiagnosticCode, Severity } from '../resolution.ts';
import { severities } from '../resolution.ts';

/** An error is a reason why the fields are not resolved; a warning may surprise; an info says what is done. */
const severityOf: Record<DiagnosticCode, Severity> = {
  types_incompatible: 'error',
  type_unknown: 'error',
  shapes_differ: 'error',
  element_needs_choice: 'error',
  selection_required: 'error',
  selection_not_offered: 'error',
  format_required: 'error',
  format_invalid: 'error',
  format_unsuitable: 'error',
  format_not_applicable: 'error',
  function_not_applicable: 'error',
  double_join_key: 'error',
  scope_invalid: 'error',
  scopes_incompatible: 'error',
  selection_ignored: 'warning',
  compared_as_double: 'warning',
  precision_lowered: 'warning',
  zone_assumed: 'warning',
  zones_differ: 'warning',
  texts_never_equal: 'warning',
  compared_per_side: 'info',
  date_as_midnight: 'info',
  zone_applied: 'info',
  read_as_number: 'info',
  read_with_format: 'info',
  read_as_uuid: 'info',
  read_as_json: 'info',
  written_as_text: 'info',
};

export function diagnostic(code: DiagnosticCode, side: Diagnostic['side'], detail: string): Diagnostic {
  return Object.freeze({ code, severity: severityOf[code], side, detail });
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
