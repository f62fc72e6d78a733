import type { BySide } from '../comparison/by-side.ts';
import {
  isValueOfRow,
  type ReportDiagnostic,
  type SideResult,
  type TestErrorCode,
  type TestReport,
} from '../comparison/pair-report.ts';
import { type ProblemCode, problems } from '../problems.ts';

/** What a test found, as the control plane keeps it: computed values and counts, and nothing out of a row. */
export interface ResultReport {
  readonly source: SideResult;
  readonly target: SideResult;
  readonly matchedRows: number | null;
  readonly mismatchedRows: number | null;
  readonly missingInSource: number | null;
  readonly missingInTarget: number | null;
  readonly duplicateKeys: BySide<number> | null;
  readonly unconvertible: BySide<number>;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** Why a test has no verdict. */
export interface ResultError {
  readonly code: TestErrorCode | ProblemCode;
  readonly detail: string;
}

/** Where the rows of evidence are with, which never come to the control plane. */
export const evidenceStates = ['none', 'written', 'deleting', 'deleted'] as const;
export type EvidenceState = (typeof evidenceStates)[number];

/**
 * The report as it is kept. The value of a MIN or MAX is one of a row, so it is dropped here whatever the executor sent:
 * it is to be seen in the evidence only.
 */
export function keptReport(report: TestReport): ResultReport {
  const isOfRow = report.valueIsFromRow || isValueOfRow(report.functionCode);
  const kept = ({ value, rows }: SideResult) => ({ value: isOfRow ? null : value, rows });
  const { matchedRows, mismatchedRows, missingInSource, missingInTarget, duplicateKeys, unconvertible } =
    report;
  return {
    source: kept(report.source),
    target: kept(report.target),
    matchedRows,
    mismatchedRows,
    missingInSource,
    missingInTarget,
    duplicateKeys,
    unconvertible,
    diagnostics: report.diagnostics,
  };
}

/** Whether a test that ended with this problem may succeed in a retry, with nothing changed but the time. */
export function isRetryable(code: ProblemCode): boolean {
  return problems[code].retryable;
}
