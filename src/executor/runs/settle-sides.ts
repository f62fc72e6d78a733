import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { type PairSpecification, sides } from '../../domain/comparison/pair-specification.ts';
import { canSettle } from '../across/settle-comparisons.ts';
import { type SettledPair, type SideToSettle, settlePair } from '../across/settle-pair.ts';
import { planFor } from '../compare/compare-pair.ts';
import type { SideMeasurer } from '../tables/measure-sides.ts';
import { type AdaptedSpecification, adaptSpecification } from './adapt-specification.ts';
import type { ComparableDataset } from './comparable-dataset.ts';
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

export type SettledSides = AdaptedSpecification & SettledPair;

/** Opens what the engine reads itself, and settles the pair. Null where tables have to be copied as they are. */
export async function settleSides(request: SettlingRequest): Promise<SettledSides | null> {
  const { asked, datasets, open, measurers, opening, newSalt, copies } = request;
  const tables = sides.filter((side) => datasets[side].inSnapshot !== null);
  if (tables.length === 0 || !canSettle(planFor(opening.session.dialect, asked).plan)) return null;
  for (const side of sides) if (!tables.includes(side)) await open.open(side);
  const columns = eachSide(datasets, (_own, _peer, side) => open.get(side)?.rows.columns ?? null);
  const adapted = adaptSpecification(asked, columns);
  const settled = await settlePair({
    ...opening,
    specification: adapted.specification,
    sides: eachSide(datasets, ({ inSnapshot }, _peer, side): SideToSettle => {
      const local = open.get(side);
      if (local !== null) return { relation: local.rows.relation };
      if (inSnapshot === null) throw new TypeError('What is no table was opened before.');
      return { inSnapshot, measurer: measurers[side] };
    }),
    specifyFetched: (fetched) => {
      const read = eachSide(fetched, (own, _peer, side) => own ?? columns[side]);
      return adaptSpecification(asked, read).specification;
    },
    newSalt,
    copies,
  });
  return settled === null ? null : { ...adapted, ...settled };
}
