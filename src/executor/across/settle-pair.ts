import type { StagedColumn } from '../../connectors/connector.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { type PairSpecification, sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import { planFor } from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import type { SideMeasurer } from '../tables/measure-sides.ts';
import { needOf } from '../tables/needed-fields.ts';
import { unlessUnsupported } from '../tables/unless-unsupported.ts';
import { type AcrossSide, type InSnapshot, localSide, tableSide } from './across-side.ts';
import { canSettle, type FetchedComparison, settleComparisons } from './settle-comparisons.ts';

/** Rows that the engine reads, or a table that is worked with in the system that holds it. */
export type SideToSettle =
  | { readonly relation: Relation }
  | { readonly inSnapshot: InSnapshot; readonly measurer: SideMeasurer };

export interface PairToSettle {
  /** In terms of the fields of tables, and of the relations of sides that the engine reads. */
  readonly specification: PairSpecification;
  readonly sides: BySide<SideToSettle>;
  /** The same in terms of columns that were fetched; null for a side whose rows are read where they are. */
  readonly specifyFetched: (columns: BySide<readonly StagedColumn[] | null>) => PairSpecification;
  /** The engine that compares what is fetched, and where that is put. */
  readonly session: SqlSession;
  readonly stagingDirectory: string;
  readonly signal: AbortSignal | undefined;
  /** A text that nobody can know before. */
  readonly newSalt: () => string;
  /** Takes over what is fetched. */
  readonly copies: AsyncDisposableStack;
  /** Told which part is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Comparisons that were settled as far as both systems can tell, and the measures that go with them. */
export interface SettledPair {
  readonly measured: MeasuredSides;
  readonly settled: readonly FetchedComparison[];
}

/**
 * Compares rows by what their own systems hash of them, and fetches those that this leaves open. Null where something
 * needs all rows of a table at the engine.
 */
export async function settlePair(asked: PairToSettle): Promise<SettledPair | null> {
  const { specification, session, specifyFetched } = asked;
  const { plan } = planFor(session.dialect, specification);
  if (!canSettle(plan)) return null;
  const measured: Partial<Record<Side, SideMeasurer['results']>> = {};
  for (const side of sides) {
    const own = asked.sides[side];
    if ('relation' in own) continue;
    const { measurer } = own;
    if (!(await measurer.takeAll(plan.measurements[side]))) return null;
    measured[side] = (measurement) => measurer.results(measurement);
  }
  const settled = await unlessUnsupported(() =>
    withSide(asked, 'source', (source) =>
      withSide(asked, 'target', (target) =>
        settleComparisons({
          ...asked,
          plan,
          sides: { source, target },
          planFor: (columns) => planFor(session.dialect, specifyFetched(columns)).plan,
        }),
      ),
    ),
  );
  return settled === null ? null : { measured, settled };
}

function withSide<T>(
  { specification, sides: both, session, stagingDirectory, signal }: PairToSettle,
  side: Side,
  work: (side: AcrossSide) => Promise<T>,
): Promise<T> {
  const own = both[side];
  if ('relation' in own) return work(localSide(session, own.relation, signal));
  const { fields, filterFields } = needOf(specification, [side]);
  const only = [...new Set([...fields, ...filterFields])];
  return own.inSnapshot(only, signal, (snapshot, described) =>
    work(tableSide(snapshot, { fields: described, only, session, stagingDirectory })),
  );
}
