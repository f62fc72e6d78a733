import type { BySide } from '../comparison/by-side.ts';

/** What an executor must be able to reach to compare two datasets: their kind of source, or both kinds. */
export function pairConnector({ source, target }: BySide<string>): string {
  return source === target ? source : [source, target].sort().join('+');
}

/** All that an executor with these connectors can reach: each of them, and every two of them. */
export function reachableConnectors(connectors: readonly string[]): readonly string[] {
  const pairs = connectors.flatMap((source) => connectors.map((target) => pairConnector({ source, target })));
  return [...new Set([...connectors, ...pairs])];
}
