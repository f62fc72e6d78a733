import type { ComparisonSummary } from '../../../executor/one-shot/comparison-summary.ts';

/** The comparison as one JSON object, for programs. `functions` is there only where functions were asked for. */
export function renderJson(summary: ComparisonSummary, peakMemoryBytes: number): string {
  const { comparison, rows } = summary;
  const object = {
    equal: summary.equal,
    complete: summary.complete,
    source: { rows: exact(rows.source) },
    target: { rows: exact(rows.target) },
    matchedRows: exact(comparison?.matchedRows ?? null),
    missingInSource: exact(comparison?.missingInSource ?? null),
    missingInTarget: exact(comparison?.missingInTarget ?? null),
    mismatchedRows: exact(comparison?.mismatchedRows ?? null),
    duplicateKeys: {
      source: exact(comparison?.duplicateKeys.source ?? null),
      target: exact(comparison?.duplicateKeys.target ?? null),
    },
    columns: summary.columns.map(({ source, target, status, mismatches, unconvertible }) => ({
      source,
      target,
      status,
      mismatches: exact(mismatches),
      unconvertible: { source: exact(unconvertible.source), target: exact(unconvertible.target) },
    })),
    onlyInSource: summary.onlyInSource,
    onlyInTarget: summary.onlyInTarget,
    ...(summary.functions.length === 0
      ? {}
      : {
          functions: summary.functions.map(({ functionCode, column, status, source, target }) => ({
            functionCode,
            column,
            status,
            source,
            target,
          })),
        }),
    durationMs: summary.durationMs,
    peakMemoryBytes: exact(peakMemoryBytes),
  };
  return `${JSON.stringify(object, null, 2)}\n`;
}

/** Beyond 2^53 a reader of JSON may round a number, so it travels as text. */
function exact(value: number | null): number | string | null {
  return value === null || Number.isSafeInteger(value) ? value : BigInt(value).toString();
}
