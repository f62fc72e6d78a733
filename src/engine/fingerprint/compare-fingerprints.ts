import type { BySide } from '../../domain/comparison/by-side.ts';

/** As a system answers: bucket, rows, two sums, and 1 where the bucket is doubtful. */
export type FingerprintCells = readonly (string | null)[];

/** What fingerprints told: the buckets whose rows have to be looked at, and how many rows need not be. */
export interface FingerprintComparison {
  readonly compared: number;
  readonly differing: readonly string[];
  /** Rows of all other buckets: as many on either side. */
  readonly equalRows: number;
  /** Rows of the differing ones. */
  readonly differingRows: BySide<number>;
}

interface Bucket {
  readonly rows: number;
  readonly fingerprint: string;
  readonly isDoubtful: boolean;
}

/** Equal are buckets with the same number of rows and the same 128 bits of which no side is in doubt. */
export function compareFingerprints(cells: BySide<readonly FingerprintCells[]>): FingerprintComparison {
  const source = readBuckets(cells.source);
  const target = readBuckets(cells.target);
  const names = [...new Set([...source.keys(), ...target.keys()])].sort();
  const differing = names.filter((name) => !isEqual(source.get(name), target.get(name)));
  const looked = new Set(differing);
  const rowsOf = (buckets: ReadonlyMap<string, Bucket>, differs: boolean) =>
    [...buckets].reduce((sum, [name, { rows }]) => (looked.has(name) === differs ? sum + rows : sum), 0);
  return {
    compared: names.length,
    differing,
    equalRows: rowsOf(source, false),
    differingRows: { source: rowsOf(source, true), target: rowsOf(target, true) },
  };
}

function readBuckets(all: readonly FingerprintCells[]): ReadonlyMap<string, Bucket> {
  return new Map(
    all.map(([bucket, rows, first, second, doubtful]) => {
      if (bucket == null || !/^[0-9a-f]{3}$/.test(bucket)) throw new TypeError(`${bucket} is no bucket.`);
      return [
        bucket,
        {
          rows: Number(rows),
          fingerprint: `${Number(rows)} ${wordOf(first)} ${wordOf(second)}`,
          isDoubtful: Number(doubtful) > 0,
        },
      ];
    }),
  );
}

/** Some systems have 64 bits with a sign and others without: modulo 2^64 their sums are the same. */
function wordOf(sum: string | null | undefined): bigint {
  if (sum == null) throw new TypeError('A bucket has no sum.');
  return BigInt.asUintN(64, BigInt(sum));
}

function isEqual(a: Bucket | undefined, b: Bucket | undefined): boolean {
  if (a === undefined || b === undefined || a.fingerprint !== b.fingerprint) return false;
  return !a.isDoubtful && !b.isDoubtful;
}
