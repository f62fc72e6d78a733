import type { DatasetSnapshot, DescribedField } from '../../../src/connectors/connector.ts';
import { specifyStaged } from '../../../src/connectors/staging/specify-staged.ts';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { PairReport } from '../../../src/domain/comparison/pair-report.ts';
import type { PairSpecification } from '../../../src/domain/comparison/pair-specification.ts';
import type { Relation, SqlSession } from '../../../src/engine/sql-session.ts';
import { type AcrossSide, localSide, tableSide } from '../../../src/executor/across/across-side.ts';
import { canSettle, settleComparisons } from '../../../src/executor/across/settle-comparisons.ts';
import { comparePair, planFor } from '../../../src/executor/compare/compare-pair.ts';
import { unlessUnsupported } from '../../../src/executor/tables/unless-unsupported.ts';
import { unreadRelation } from '../../../src/executor/tables/unread-relation.ts';

/** A side of a pair as a Run uses it: a table in its system, or files that the engine reads. */
export type SettledSide =
  | {
      readonly fields: readonly DescribedField[];
      readonly inSnapshot: <T>(work: (snapshot: DatasetSnapshot) => Promise<T>) => Promise<T>;
    }
  | { readonly relation: Relation };

export interface Settling {
  readonly session: SqlSession;
  readonly folder: string;
  readonly evidenceDirectory?: string;
}

export interface SettledReport extends PairReport {
  /** Rows that left their system, of both sides. */
  readonly moved: number;
}

let salts = 0;

/** Compares rows by their fingerprints, and those of differing buckets exactly; null where that cannot be. */
export async function settleCheck(
  specification: PairSpecification,
  sides: BySide<SettledSide>,
  { session, folder, evidenceDirectory }: Settling,
): Promise<SettledReport | null> {
  const { plan } = planFor(session.dialect, specification);
  if (!canSettle(plan)) return null;
  await using copies = new AsyncDisposableStack();
  let moved = 0;
  const counted = (side: AcrossSide): AcrossSide => ({
    ...side,
    async fetch(rows, wanted) {
      const fetched = await side.fetch(rows, wanted);
      moved += fetched.moved;
      return fetched;
    },
  });
  const withSide = <T>(side: SettledSide, work: (side: AcrossSide) => Promise<T>): Promise<T> =>
    'relation' in side
      ? work(localSide(session, side.relation, new AbortController().signal))
      : side.inSnapshot((snapshot) => {
          const { fields } = side;
          return work(tableSide(snapshot, { fields, only: null, session, stagingDirectory: folder }));
        });
  const settled = await unlessUnsupported(() =>
    withSide(sides.source, (source) =>
      withSide(sides.target, (target) =>
        settleComparisons({
          plan,
          sides: { source: counted(source), target: counted(target) },
          planFor: (columns) => planFor(session.dialect, specifyStaged(specification, columns)).plan,
          newSalt: () => String(salts++).padStart(32, '0'),
          copies,
          onProgress: () => {},
        }),
      ),
    ),
  );
  if (settled === null) return null;
  const relationOf = (side: SettledSide) => ('relation' in side ? side.relation : unreadRelation);
  const report = await comparePair({
    specification,
    relations: { source: relationOf(sides.source), target: relationOf(sides.target) },
    session,
    evidenceDirectory: evidenceDirectory ?? null,
    settled,
  });
  return { ...report, moved };
}
