import type { BySide } from '../../../../src/domain/comparison/by-side.ts';
import type { Tolerance } from '../../../../src/domain/comparison/tolerance.ts';
import { agree } from './agree.ts';
import { type Canonical, identityOf, isUnconvertible } from './canonical.ts';

/** A row as a comparison sees it. */
export interface ComparedRow {
  /** What kind of row it is: an item, or a parent without any. */
  readonly presence: string;
  readonly key: readonly Canonical[];
  readonly values: readonly Canonical[];
}

export interface RowCounts {
  readonly matchedRows: number;
  readonly mismatchedRows: number;
  readonly missingInSource: number;
  readonly missingInTarget: number;
  readonly duplicateKeys: BySide<number>;
}

/** Rows that have the same key are compared with each other as multisets; a key that cannot be read matches nothing. */
export function compareByKey(rows: BySide<readonly ComparedRow[]>, tolerance: Tolerance | null): RowCounts {
  const source = byKey(rows.source);
  const target = byKey(rows.target);
  let matchedRows = 0;
  let mismatchedRows = 0;
  for (const [key, group] of source) {
    const peers = target.get(key) ?? [];
    const pairs = Math.min(group.length, peers.length);
    matchedRows += pairs;
    mismatchedRows += pairs - agreeingPairs(group, peers, tolerance);
  }
  return {
    matchedRows,
    mismatchedRows,
    missingInSource: rows.target.length - matchedRows,
    missingInTarget: rows.source.length - matchedRows,
    duplicateKeys: { source: repeated(source), target: repeated(target) },
  };
}

/** Whole rows: one without an equal on the other side is missing there. */
export function compareWholeRows(rows: BySide<readonly ComparedRow[]>): RowCounts {
  const readable = (side: readonly ComparedRow[]) =>
    multisetOf(
      side
        .filter(({ values }) => !values.some(isUnconvertible))
        .map(({ values, presence }) => tupleIdentity(values, presence)),
    );
  const matchedRows = commonItems(readable(rows.source), readable(rows.target));
  return {
    matchedRows,
    mismatchedRows: 0,
    missingInSource: rows.target.length - matchedRows,
    missingInTarget: rows.source.length - matchedRows,
    duplicateKeys: { source: 0, target: 0 },
  };
}

function multisetOf(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many items two multisets have in common, each as often as both have it. */
function commonItems(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [item, count] of a) common += Math.min(count, b.get(item) ?? 0);
  return common;
}

function byKey(rows: readonly ComparedRow[]): ReadonlyMap<string, readonly ComparedRow[]> {
  return Map.groupBy(
    rows.filter(({ key }) => !key.some(isUnconvertible)),
    ({ key, presence }) => tupleIdentity(key, presence),
  );
}

function repeated(groups: ReadonlyMap<string, readonly ComparedRow[]>): number {
  return [...groups.values()].filter((rows) => rows.length > 1).length;
}

/** The most pairs that can be made of rows that agree, each row used once. */
function agreeingPairs(
  source: readonly ComparedRow[],
  target: readonly ComparedRow[],
  tolerance: Tolerance | null,
): number {
  const partnerOf = new Map<number, number>();
  const findPartner = (row: number, tried: Set<number>): boolean =>
    target.some((peer, index) => {
      if (tried.has(index) || !rowsAgree(source[row], peer, tolerance)) return false;
      tried.add(index);
      const rival = partnerOf.get(index);
      if (rival !== undefined && !findPartner(rival, tried)) return false;
      partnerOf.set(index, row);
      return true;
    });
  return source.filter((_, row) => findPartner(row, new Set())).length;
}

function rowsAgree(a: ComparedRow | undefined, b: ComparedRow, tolerance: Tolerance | null): boolean {
  return a?.values.every((value, index) => agree(value, b.values[index] ?? value, tolerance)) ?? false;
}

function tupleIdentity(values: readonly Canonical[], presence: string): string {
  return `${presence} ${identityOf({ kind: 'parts', parts: values })}`;
}
