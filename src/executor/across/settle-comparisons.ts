import type { StagedColumn } from '../../connectors/connector.ts';
import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { whyNotFingerprinted } from '../../engine/fingerprint/row-fingerprint.ts';
import type { PairPlan } from '../../engine/plan/plan.ts';
import type { SettledComparison } from '../compare/settled-rows.ts';
import type { AcrossSide } from './across-side.ts';
import { settleRows } from './settle-rows.ts';

export interface AcrossComparisons {
  /** In terms of the datasets as they were prepared, where they are tables. */
  readonly plan: PairPlan;
  readonly sides: BySide<AcrossSide>;
  /** The same plan in terms of columns that were fetched; null for a side whose rows are read where they are. */
  readonly planFor: (columns: BySide<readonly StagedColumn[] | null>) => PairPlan;
  /** A text that nobody can know before. */
  readonly newSalt: () => string;
  readonly copies: AsyncDisposableStack;
  /** Told which part is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** A comparison that was settled in part, and how rows that were fetched for the rest are named and typed. */
export interface FetchedComparison extends SettledComparison {
  /** Null where none were fetched; of a side, where its rows are read where they are. */
  readonly columns: BySide<readonly StagedColumn[] | null> | null;
}

/** Whether a plan has comparisons of rows, and nothing that needs all rows of a side at the engine. */
export function canSettle({ setTests, comparisons }: PairPlan): boolean {
  return (
    comparisons.length > 0 &&
    setTests.length === 0 &&
    comparisons.every((comparison) => whyNotFingerprinted(comparison) === null)
  );
}

/** All comparisons of a plan, settled one by one. */
export async function settleComparisons(asked: AcrossComparisons): Promise<readonly FetchedComparison[]> {
  const { plan, sides, newSalt, copies, onProgress } = asked;
  const settled: FetchedComparison[] = [];
  for (const [index, comparison] of plan.comparisons.entries()) {
    const { fetched, ...rest } = await settleRows(comparison, sides, {
      salt: newSalt(),
      copies,
      onProgress: (fraction) => onProgress((index + fraction) / plan.comparisons.length),
    });
    if (fetched === null) {
      settled.push({ ...rest, left: null, columns: null });
      continue;
    }
    const columns = eachSide(fetched, (own) => own.columns);
    const read = asked.planFor(columns).comparisons[index];
    if (read === undefined) throw new TypeError('A plan has the same comparisons wherever rows are read.');
    settled.push({
      ...rest,
      left: { comparison: read, relations: eachSide(fetched, ({ relation }) => relation) },
      columns,
    });
  }
  return settled;
}
