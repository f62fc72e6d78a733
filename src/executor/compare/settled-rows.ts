import type { BySide } from '../../domain/comparison/by-side.ts';
import { differencesOf } from '../../engine/plan/differences.ts';
import type { RowComparison } from '../../engine/plan/plan.ts';
import type { Relation } from '../../engine/sql-session.ts';
import type { RowFindings } from '../../engine/verdict/findings.ts';

/** A comparison of which a part was settled where the data is. */
export interface SettledComparison {
  readonly buckets: { readonly compared: number; readonly differing: number };
  /** Rows of equal buckets, as many on either side: none of them has a repeated key or a value that cannot be read. */
  readonly equalRows: number;
  /** How many came over from another system. */
  readonly fetchedRows: number;
  /** The others, and the comparison in terms of how the engine reads them; null where there are none. */
  readonly left: { readonly comparison: RowComparison; readonly relations: BySide<Relation> } | null;
}

/** What a comparison came to of which no row is left for the engine. */
export function allEqual(
  comparison: RowComparison,
  { equalRows, fetchedRows, buckets }: Omit<SettledComparison, 'left'>,
): RowFindings {
  const none = [...comparison.keys, ...comparison.columns].map(() => 0);
  return {
    rows: { source: equalRows, target: equalRows },
    matched: equalRows,
    missingInSource: 0,
    missingInTarget: 0,
    duplicateKeys: { source: 0, target: 0 },
    mismatched: 0,
    differing: differencesOf(comparison).all.map(() => 0),
    unconvertible: { source: none, target: none },
    method: 'buckets',
    buckets,
    evidence: null,
    fetchedRows,
  };
}

/** What was found in the rows that were left, and the rows that were settled before. */
export function withEqual(
  findings: RowFindings,
  { equalRows, fetchedRows, buckets }: Omit<SettledComparison, 'left'>,
): RowFindings {
  const { rows, matched } = findings;
  return {
    ...findings,
    rows: { source: rows.source + equalRows, target: rows.target + equalRows },
    matched: matched + equalRows,
    method: 'bucketsThenJoin',
    buckets,
    fetchedRows,
  };
}
