import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { KeySide } from './key-side.ts';
import type { Pair } from './resolve-pairs.ts';

export interface FoundKey {
  /** Null: no set of columns identifies a row on both sides. */
  readonly keys: readonly Pair[] | null;
  /** The best single candidate that is not one, and why. */
  readonly nearMiss: { readonly pair: Pair; readonly reason: string } | null;
}

/** Each is one exact count of distinct values over both sides. */
const mostExactChecks = 6;
/** Columns that are tried in pairs. */
const compositeColumns = 5;
/** Beyond, trying pairs of columns costs more than the comparison itself. */
const mostRowsForComposites = 2_000_000;

/**
 * Columns that identify a row on both sides: one that is named like an identifier, else any other, else two together.
 * Counts of one scan rule out most; what is left is counted exactly. Null where only the rows can tell.
 */
export async function findKey(
  bySide: BySide<KeySide>,
  candidates: readonly Pair[],
): Promise<FoundKey | null> {
  const rated: RatedColumn[] = [];
  let rows = 0;
  let checks = 0;
  for (const columns of inTurn(ranked(candidates), bySide)) {
    const counted = await rate(bySide, columns);
    if (counted === null) return null;
    rows = counted.rows;
    rated.push(...counted.rated);
    for (const { pair } of counted.rated.filter(isLikely).slice(0, mostExactChecks - checks)) {
      checks += 1;
      const isFound = await isKey(bySide, [pair]);
      if (isFound === null) return null;
      if (isFound) return { keys: [pair], nearMiss: null };
    }
  }
  const named = rated.find(({ nameRank }) => nameRank > 0);
  const nearMiss = named === undefined ? null : { pair: named.pair, reason: whyNot(named) };
  if (rows > mostRowsForComposites) return { keys: null, nearMiss };
  for (const pairs of composites(rated)) {
    const isFound = await isKey(bySide, pairs);
    if (isFound === null) return null;
    if (isFound) return { keys: pairs, nearMiss };
  }
  return { keys: null, nearMiss };
}

interface RankedColumn {
  readonly pair: Pair;
  readonly position: number;
  readonly nameRank: number;
}

interface RatedColumn extends RankedColumn {
  readonly hasNull: boolean;
  /** Distinct values by rows, as far as they are known, of the side that has fewer. */
  readonly distinctRatio: number;
}

/** The likeliest first. */
function ranked(candidates: readonly Pair[]): readonly RankedColumn[] {
  return candidates
    .filter(({ source, target }) => isIdentifying(source.logicalType) && isIdentifying(target.logicalType))
    .map((pair, position) => ({ pair, position, nameRank: nameRank(pair.source.name) }))
    .sort((a, b) => b.nameRank - a.nameRank || a.position - b.position);
}

/** A server counts one column after the other, so those that are named like identifiers are asked for one by one. */
function inTurn(
  columns: readonly RankedColumn[],
  bySide: BySide<KeySide>,
): readonly (readonly RankedColumn[])[] {
  const areCheap = sides.every((side) => bySide[side].isLocal);
  const named = areCheap ? [] : columns.filter(({ nameRank }) => nameRank > 0);
  const others = columns.filter((column) => !named.includes(column));
  return [...named.map((column) => [column]), ...(others.length === 0 ? [] : [others])];
}

async function rate(
  bySide: BySide<KeySide>,
  columns: readonly RankedColumn[],
): Promise<{ readonly rows: number; readonly rated: readonly RatedColumn[] } | null> {
  const asked = eachSide(bySide, (own, _peer, side) => own.count(columns.map(({ pair }) => pair[side])));
  const [source, target] = await Promise.all([asked.source, asked.target]);
  if (source === null || target === null) return null;
  const rated = columns.map((column, index): RatedColumn => {
    const counts = [source, target].map(({ rows, columns: counted }) => ({ rows, ...counted[index] }));
    return {
      ...column,
      hasNull: counts.some(({ rows, values }) => values !== rows),
      distinctRatio: Math.min(
        ...counts.map(({ rows, distinct }) => (rows === 0 ? 1 : (distinct ?? 0) / rows)),
      ),
    };
  });
  return { rows: Math.max(source.rows, target.rows), rated };
}

/** An estimate of distinct values is a few per cent wrong. */
function isLikely({ hasNull, distinctRatio }: RatedColumn): boolean {
  return !hasNull && distinctRatio > 0.9;
}

async function isKey(bySide: BySide<KeySide>, pairs: readonly Pair[]): Promise<boolean | null> {
  for (const side of sides) {
    const isUnique = await bySide[side].isUnique(pairs.map((pair) => pair[side]));
    if (isUnique !== true) return isUnique;
  }
  return true;
}

/** Pairs of columns whose distinct values could be enough together, those that are named like identifiers first. */
function* composites(rated: readonly RatedColumn[]): Generator<readonly Pair[]> {
  const columns = rated
    .filter(({ hasNull }) => !hasNull)
    .sort((a, b) => b.nameRank - a.nameRank || b.distinctRatio - a.distinctRatio)
    .slice(0, compositeColumns);
  let tried = 0;
  for (const [index, first] of columns.entries()) {
    for (const second of columns.slice(index + 1)) {
      if (tried >= mostExactChecks) return;
      tried += 1;
      yield [first, second].sort((a, b) => a.position - b.position).map(({ pair }) => pair);
    }
  }
}

/** Higher is likelier; 0 says nothing. */
function nameRank(name: string): number {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.at(-1) ?? '';
  if (words.length === 1 && ['id', 'uuid', 'guid', 'key', 'pk'].includes(last)) return 3;
  if (['id', 'uuid', 'guid', 'key', 'pk'].includes(last)) return 2;
  return ['no', 'nr', 'number', 'code', 'sku'].includes(last) ? 1 : 0;
}

/** Numbers with a fraction, truth values and nested values do not identify a row. */
function isIdentifying(type: LogicalType): boolean {
  switch (type.kind) {
    case 'long':
    case 'string':
    case 'uuid':
    case 'date':
    case 'timestamp':
    case 'binary':
      return true;
    case 'decimal':
      return type.scale === 0;
    default:
      return false;
  }
}

function whyNot({ hasNull }: RatedColumn): string {
  return hasNull ? 'it is NULL in some rows' : 'some of its values occur more than once';
}
