import { wireReading } from '../../connectors/staging/wire-reading.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { identifier } from '../../engine/dialects/duckdb/lexical.ts';
import type { ObservedColumn as Column, ObservedDataset } from './open-dataset.ts';
import type { Pairing } from './pair-columns.ts';

/**
 * A column without a single value has no type of its own to clash with: it takes that of its peer, as each of its
 * values could be converted to it. Where the peer is not read, that is the type in which it would be copied.
 */
export function adoptTypes(
  datasets: BySide<ObservedDataset>,
  pairing: Pairing<Column>,
): { readonly datasets: BySide<ObservedDataset>; readonly pairing: Pairing<Column> } {
  const adopted = { source: [] as Column[], target: [] as Column[] };
  const pairs = pairing.pairs.map((pair) => {
    const isInside = pair.source.path.length > 1 || pair.target.path.length > 1;
    if (isInside || pair.source.allNull === pair.target.allNull) return pair;
    const [side, other] = pair.source.allNull
      ? (['source', 'target'] as const)
      : (['target', 'source'] as const);
    const peer = pair[other];
    if (peer.logicalType.kind === 'unknown') return pair;
    const { children: _, ...own } = pair[side];
    const column: Column = {
      ...own,
      logicalType: peer.logicalType,
      nativeType: datasets[other].isRead ? peer.nativeType : wireReading(peer.logicalType).stagedType,
      ...(peer.children === undefined ? {} : { children: peer.children }),
    };
    adopted[side].push(column);
    return { ...pair, [side]: column };
  });
  return {
    datasets: {
      source: withNulls(datasets.source, adopted.source),
      target: withNulls(datasets.target, adopted.target),
    },
    pairing: { ...pairing, pairs },
  };
}

function withNulls(dataset: ObservedDataset, columns: readonly Column[]): ObservedDataset {
  if (columns.length === 0) return dataset;
  const casts = columns.map(
    ({ column, nativeType }) => `CAST(NULL AS ${nativeType}) AS ${identifier(column)}`,
  );
  return {
    ...dataset,
    relation: {
      ...dataset.relation,
      from: `(SELECT * REPLACE (${casts.join(', ')}) FROM ${dataset.relation.from})`,
    },
    columns: dataset.columns.map((own) => columns.find(({ column }) => column === own.column) ?? own),
  };
}
