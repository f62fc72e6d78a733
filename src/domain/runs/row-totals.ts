import type { ResultReport } from './result.ts';
import type { RowTotals } from './run.ts';

type RowCounts = Pick<ResultReport, 'matchedRows' | 'mismatchedRows' | 'missingInSource' | 'missingInTarget'>;

/** The sum over row-by-row tests. Others match no rows: what one side of a set lacks is values. */
export function rowTotalsOf(reports: readonly (RowCounts | null)[]): RowTotals {
  let [matched, mismatched, missing] = [0n, 0n, 0n];
  for (const report of reports) {
    if (report === null || report.matchedRows === null) continue;
    matched += BigInt(report.matchedRows);
    mismatched += BigInt(report.mismatchedRows ?? 0);
    missing += BigInt(report.missingInSource ?? 0) + BigInt(report.missingInTarget ?? 0);
  }
  return { matched: String(matched), mismatched: String(mismatched), missing: String(missing) };
}
