/** How often each text occurs. */
export type Multiset = ReadonlyMap<string, number>;

export function multisetOf(items: readonly string[]): Multiset {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many items two multisets have in common, each as often as both have it. */
export function commonItems(a: Multiset, b: Multiset): number {
  let common = 0;
  for (const [item, count] of a) common += Math.min(count, b.get(item) ?? 0);
  return common;
}

export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(items, keyOf);
}
