export interface RankTest {
  readonly medians: readonly [number, number];
  /** How often a difference this large comes by chance where there is none: two-sided, by the normal approximation. */
  readonly probability: number;
}

/** The test of Mann and Whitney: whether one of two samples tends to be larger. It asks nothing of their distribution. */
export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let tied = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const size = end - start;
    // Those that are equal share the mean of their ranks.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    tied += size ** 3 - size;
    start = end;
  }
  const [n, m] = [first.length, second.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - tied / (total * (total - 1)));
  const z = variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance);
  return { medians: [medianOf(first), medianOf(second)], probability: 2 * upperTail(Math.abs(z)) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Of the normal distribution, by Abramowitz and Stegun 26.2.17: its error is below 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const series = terms.reduceRight((sum, term) => (sum + term) * t, 0);
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
