import type { BySide } from '../../domain/comparison/by-side.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import { identifier } from '../../engine/dialects/duckdb/lexical.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { ObservedDataset } from './open-dataset.ts';
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
 * Estimates of one scan rule out most; what is left is counted exactly.
 */
export async function findKey(
  session: SqlSession,
  datasets: BySide<ObservedDataset>,
  candidates: readonly Pair[],
  signal?: AbortSignal,
): Promise<FoundKey> {
  const rated = (await estimate(session, datasets, candidates, signal)).sort(
    (a, b) => b.nameRank - a.nameRank || a.position - b.position,
  );
  const likely = rated.filter(({ hasNull, distinctRatio }) => !hasNull && distinctRatio > 0.9);
  for (const { pair } of likely.slice(0, mostExactChecks)) {
    if (await isKey(session, datasets, [pair], signal)) return { keys: [pair], nearMiss: null };
  }
  const named = rated.find(({ nameRank }) => nameRank > 0);
  const nearMiss = named === undefined ? null : { pair: named.pair, reason: whyNot(named) };
  const rows = Math.max(datasets.source.rows ?? 0, datasets.target.rows ?? 0);
  if (rows > mostRowsForComposites) return { keys: null, nearMiss };
  for (const pairs of composites(rated)) {
    if (await isKey(session, datasets, pairs, signal)) return { keys: pairs, nearMiss };
  }
  return { keys: null, nearMiss };
}

interface RatedColumn {
  readonly pair: Pair;
  readonly position: number;
  readonly nameRank: number;
  readonly hasNull: boolean;
  /** Estimated distinct values by rows, of the side that has fewer. */
  readonly distinctRatio: number;
}

async function estimate(
  session: SqlSession,
  datasets: BySide<ObservedDataset>,
  candidates: readonly Pair[],
  signal?: AbortSignal,
): Promise<RatedColumn[]> {
  const usable = candidates.filter(
    ({ source, target }) => isIdentifying(source.logicalType) && isIdentifying(target.logicalType),
  );
  if (usable.length === 0) return [];
  const bySide = await Promise.all(
    sides.map(async (side) => {
      const counts = usable.flatMap((pair, index) => {
        const column = identifier(pair[side].column);
        return [`count(${column}) AS v${index}`, `approx_count_distinct(${column}) AS d${index}`];
      });
      const sql = `SELECT count(*) AS n, ${counts.join(', ')} FROM ${datasets[side].relation.from} AS t`;
      return (await session.query({ sql }, { signal }))[0] ?? {};
    }),
  );
  return usable.map((pair, position) => {
    const ratios = bySide.map((row) => (row.n === '0' ? 1 : Number(row[`d${position}`]) / Number(row.n)));
    return {
      pair,
      position,
      nameRank: nameRank(pair.source.name),
      hasNull: bySide.some((row) => row[`v${position}`] !== row.n),
      distinctRatio: Math.min(...ratios),
    };
  });
}

/** Exactly as many distinct values as rows, none of them NULL, on both sides. */
async function isKey(
  session: SqlSession,
  datasets: BySide<ObservedDataset>,
  pairs: readonly Pair[],
  signal?: AbortSignal,
): Promise<boolean> {
  for (const side of sides) {
    const columns = pairs.map((pair) => identifier(pair[side].column));
    const sql =
      `SELECT count(*) AS n FROM (SELECT DISTINCT ${columns.join(', ')} FROM ${datasets[side].relation.from} AS t ` +
      `WHERE ${columns.map((column) => `${column} IS NOT NULL`).join(' AND ')})`;
    const [row] = await session.query({ sql }, { signal });
    if (Number(row?.n) !== datasets[side].rows) return false;
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
