import { differenceCount, type Result, verdictOf } from '../../language/results.ts';
import { severityOf, type Verdict } from '../../language/verdict.ts';

/** The results of one pair, the worst first. */
export interface ResultGroup {
  readonly datasetPairUuid: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly results: readonly Result[];
  readonly tally: Readonly<Partial<Record<Verdict, number>>>;
}

/** Groups by pair, and ranks the groups and what is in them: the verdict first, then how much differs. */
export function groupResults(results: readonly Result[]): readonly ResultGroup[] {
  const byPair = Map.groupBy(results, ({ datasetPairUuid }) => datasetPairUuid);
  return [...byPair.values()].map(groupOf).sort((a, b) => byRank(rankOf(a.results[0]), rankOf(b.results[0])));
}

function groupOf(results: readonly Result[]): ResultGroup {
  const ranked = [...results].sort((a, b) => byRank(rankOf(a), rankOf(b)));
  const [worst] = ranked;
  if (worst === undefined) throw new TypeError('A group has at least one result.');
  const tally: Partial<Record<Verdict, number>> = {};
  for (const result of ranked) tally[verdictOf(result)] = (tally[verdictOf(result)] ?? 0) + 1;
  return {
    datasetPairUuid: worst.datasetPairUuid,
    name: worst.datasetPairName,
    verdict: verdictOf(worst),
    results: ranked,
    tally,
  };
}

type Rank = readonly [severity: number, differences: number];

function rankOf(result: Result | undefined): Rank {
  return result === undefined
    ? [Number.POSITIVE_INFINITY, 0]
    : [severityOf(verdictOf(result)), -differenceCount(result)];
}

function byRank(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1];
}
