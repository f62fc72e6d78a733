/** A name without what differs between systems: letter case, separators and accents. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** How alike two names are, from 0 to 1: the share of letter pairs that they have in common (Dice). */
export function nameLikeness(a: string, b: string): number {
  const [plainA, plainB] = [plainName(a), plainName(b)];
  if (plainA === plainB) return plainA === '' ? 0 : 1;
  const [pairsA, pairsB] = [letterPairs(plainA), letterPairs(plainB)];
  const total = pairsA.length + pairsB.length;
  if (total === 0) return 0;
  const left = new Map<string, number>();
  for (const pair of pairsA) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of pairsB) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared += 1;
  }
  return (2 * shared) / total;
}

function letterPairs(text: string): string[] {
  const points = [...text];
  return points.slice(1).map((point, index) => `${points[index]}${point}`);
}
