import { specifyStaged } from '../../connectors/staging/specify-staged.ts';
import type { ComparisonReport, PairReport } from '../../domain/comparison/pair-report.ts';
import { comparePair } from '../compare/compare-pair.ts';
import { planComparison } from './build-specification.ts';
import type { Place } from './compare-sides.ts';
import type { ComparisonContext, PreparedComparison } from './prepare-comparison.ts';

/** Beyond, a comparison a column takes longer than a person who only wants a hint would wait. */
const mostColumnsAlone = 50;

/**
 * Rows without a key either have an equal one or not; nobody can say which column is to blame. What can be said is in
 * which columns the values themselves, each compared as a multiset, differ, and in how many rows at least. Null where
 * that is of no use: rows have keys, or all agree.
 */
export async function compareColumnsAlone(
  { request, options: { signal } }: ComparisonContext,
  { basis, planned }: PreparedComparison,
  report: PairReport,
  { session, relations, staged }: Place,
): Promise<ReadonlyMap<string, number> | null> {
  const [whole] = report.comparisons;
  if (basis.keys.length > 0 || whole === undefined || unmatchedRows(whole) === 0) return null;
  const compared = planned.columns.filter(({ fieldId }) => fieldId !== null);
  const counts = new Map<string, number>();
  for (const { pair } of compared) {
    const { name } = pair.source;
    if (compared.length === 1 || compared.length > mostColumnsAlone) {
      counts.set(name, unmatchedRows(whole));
      continue;
    }
    const alone = planComparison({ ...request, functions: [], evidenceRows: 0 }, { ...basis, pairs: [pair] });
    const { comparisons } = await comparePair({
      specification: specifyStaged(alone.specification, staged),
      relations,
      session,
      evidenceDirectory: null,
      signal,
    });
    counts.set(name, comparisons[0] === undefined ? 0 : unmatchedRows(comparisons[0]));
  }
  return counts;
}

/** At least so many rows differ: one on either side may be the same row with another value. */
function unmatchedRows({ missingInSource, missingInTarget }: ComparisonReport): number {
  return Math.max(missingInSource, missingInTarget);
}
