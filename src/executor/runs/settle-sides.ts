import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { type PairSpecification, sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { type AcrossSide, localSide, tableSide } from '../across/across-side.ts';
import { canSettle, settleComparisons } from '../across/settle-comparisons.ts';
import { planFor } from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import type { SettledComparison } from '../compare/settled-rows.ts';
import { unlessUnsupported } from '../tables/unless-unsupported.ts';
import { type AdaptedSpecification, adaptSpecification } from './adapt-specification.ts';
import type { ComparableDataset } from './comparable-dataset.ts';
import { resultsOf, type SideMeasurer } from './measure-sides.ts';
import { needOf } from './needed-fields.ts';
import type { OpeningContext, OpenSides } from './open-sides.ts';

export interface SettlingRequest {
  readonly asked: PairSpecification;
  readonly datasets: BySide<ComparableDataset>;
  readonly open: OpenSides;
  readonly measurers: BySide<SideMeasurer>;
  readonly opening: OpeningContext;
  readonly newSalt: () => string;
  /** Takes over what is fetched. */
  readonly copies: AsyncDisposableStack;
}

/** Comparisons that were settled as far as both systems can tell, and the measures that go with them. */
export interface SettledSides extends AdaptedSpecification {
  readonly measured: MeasuredSides;
  readonly settled: readonly SettledComparison[];
}

/**
 * Compares rows by what their own systems hash of them, and fetches those that this leaves open. Null where something
 * needs all rows of a table at the engine: then they are copied as they are.
 */
export async function settleSides(request: SettlingRequest): Promise<SettledSides | null> {
  const { asked, datasets, open, measurers, opening } = request;
  const { dialect } = opening.session;
  const tables = sides.filter((side) => datasets[side].inSnapshot !== null);
  if (tables.length === 0 || !canSettle(planFor(dialect, asked).plan)) return null;
  for (const side of sides) if (!tables.includes(side)) await open.open(side);
  const columns = eachSide(datasets, (_own, _peer, side) => open.get(side)?.rows.columns ?? null);
  const adapted = adaptSpecification(asked, columns);
  const { plan } = planFor(dialect, adapted.specification);
  if (!canSettle(plan)) return null;
  for (const side of tables) {
    if (!(await measurers[side].takeAll(plan.measurements[side]))) return null;
  }
  const settled = await unlessUnsupported(() =>
    withSide(request, 'source', (source) =>
      withSide(request, 'target', (target) =>
        settleComparisons({
          ...request,
          plan,
          sides: { source, target },
          planFor: (fetched) => {
            const read = eachSide(fetched, (own, _peer, side) => own ?? columns[side]);
            return planFor(dialect, adaptSpecification(asked, read).specification).plan;
          },
          onProgress: opening.onProgress,
        }),
      ),
    ),
  );
  return settled === null ? null : { ...adapted, measured: resultsOf(measurers, tables), settled };
}

function withSide<T>(
  { asked, datasets, open, opening }: SettlingRequest,
  side: Side,
  work: (side: AcrossSide) => Promise<T>,
): Promise<T> {
  const { session, stagingDirectory, signal } = opening;
  const { inSnapshot } = datasets[side];
  const local = open.get(side);
  if (local !== null) return work(localSide(session, local.rows.relation, signal));
  if (inSnapshot === null) throw new TypeError('What is no table was opened before.');
  const { fields, filterFields } = needOf(asked, [side]);
  const only = [...new Set([...fields, ...filterFields])];
  return inSnapshot(only, signal, (snapshot, described) =>
    work(tableSide(snapshot, { fields: described, only, session, stagingDirectory })),
  );
}
