import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { compareFingerprints } from '../../engine/fingerprint/compare-fingerprints.ts';
import type { FingerprintedRows } from '../../engine/fingerprint/row-fingerprint.ts';
import type { RowComparison } from '../../engine/plan/plan.ts';
import type { SettledComparison } from '../compare/settled-rows.ts';
import type { AcrossSide, FetchedRows } from './across-side.ts';

/** A comparison of which all rows that need not be looked at are settled, and the others are here. */
export interface SettledRows extends Omit<SettledComparison, 'left'> {
  readonly fetched: BySide<FetchedRows> | null;
}

export interface SettlingContext {
  /** Stands first in every text that is hashed: see `FingerprintedRows`. */
  readonly salt: string;
  /** Takes over what is fetched. */
  readonly copies: AsyncDisposableStack;
  /** Told which part is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Of all buckets of three hexadecimal digits, how many differ before it is cheaper to take all rows. */
const mostDiffering = 16 ** 3 / 2;

/** Hashing reads all rows on both sides, fetching some of them: half of the work is a guess that moves evenly. */
const hashingShare = 0.5;

/**
 * Both systems hash their rows at the same time, and what they come to is compared bucket by bucket. Only the rows of
 * buckets that differ, or are in doubt, are fetched.
 */
export async function settleRows(
  comparison: RowComparison,
  across: BySide<AcrossSide>,
  { salt, copies, onProgress }: SettlingContext,
): Promise<SettledRows> {
  const rows = eachSide(across, (_own, _peer, side): FingerprintedRows => ({ comparison, side, salt }));
  // Buckets that are equal have the same keys on either side, so one of them is asked whether they are unique: the
  // engine's own, which spares a server that has other users.
  const prover = sides.find((side) => across[side].isLocal) ?? 'source';
  const hash = (side: Side) => across[side].fingerprint(rows[side], side === prover);
  const take = { source: hash('source'), target: hash('target') };
  const [source, target] = await Promise.all([take.source(), take.target()]);
  const { compared, differing, equalRows, differingRows } = compareFingerprints({ source, target });
  onProgress(hashingShare);
  const buckets = { compared, differing: differing.length };
  if (differing.length === 0) return { buckets, equalRows, fetchedRows: 0, fetched: null };

  const takesAll = differing.length > mostDiffering;
  const total = differingRows.source + differingRows.target + (takesAll ? 2 * equalRows : 0);
  let before = 0;
  const fetch = async (side: Side) => {
    const onRows = (count: number) =>
      onProgress(hashingShare + ((1 - hashingShare) * (before + count)) / Math.max(1, total));
    const fetched = await across[side].fetch(rows[side], { buckets: takesAll ? null : differing, onRows });
    copies.use(fetched);
    before += fetched.moved;
    return fetched;
  };
  // One after the other: the engine that takes them in runs one statement at a time.
  const fetched = { source: await fetch('source'), target: await fetch('target') };
  const fetchedRows = fetched.source.moved + fetched.target.moved;
  return { buckets, equalRows: takesAll ? 0 : equalRows, fetchedRows, fetched };
}
