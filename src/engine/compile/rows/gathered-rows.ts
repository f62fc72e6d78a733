import { type BySide, eachSide } from '../../../domain/comparison/by-side.ts';
import { sides } from '../../../domain/comparison/pair-specification.ts';
import type { Side } from '../../../domain/comparison/resolution.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Statement } from '../../sql-session.ts';
import type { Names } from '../names.ts';
import { type Candidates, failureName } from './candidates.ts';
import { differs, type Join } from './matched-rows.ts';

/** What a column of a side is called once both sides are joined. */
const joined: BySide<Names> = { source: (name) => `source_${name}`, target: (name) => `target_${name}` };

/**
 * Stage 2 in one statement that reads either side once, for an engine that keeps no rows from one statement to the next:
 * a full join by the hashes of keys, whose evidence comes back with its counts.
 *
 * `matched`, `mismatched`, `d0`, `d1`, … are counts as in `matchedStatement`, and `only_source`, `only_target` count the
 * rows without a peer. `k0`, `k1`, … are lists of differing pairs, `rows_source` and `rows_target` of rows without a peer,
 * each a list of five: the hash of a key alone in a list, the key, the values of either side, and which of them differ;
 * what there is none of is NULL.
 *
 * All of it holds where no key is there twice and no two keys share a hash: `clashes` counts the pairs that do, and a
 * side has as many rows as pairs and rows without a peer, unless a key of the other is there twice.
 */
export function gatheredStatement(
  join: Join,
  smallestBy: NonNullable<Dialect['smallestBy']>,
  unmatchedRows: number,
): Statement {
  const { dialect, differences, candidates } = join;
  const flags = [
    ...differences.all.map(
      (difference, index) =>
        `is_pair AND ${differs(join, difference, joined.source, joined.target)} AS d${index}`,
    ),
    `is_pair AND NOT (${sameKeys(join)}) AS is_clash`,
    'coalesce(source_key_hash, target_key_hash) AS key_hash',
  ];
  const anyTest = [...new Set(differences.ofTest)].map((index) => `d${index}`).join(' OR ');
  const kept = (row: readonly string[], rows: number, condition: string, name: string) =>
    rows === 0 || unmatchedRows === 0 ? [] : [`${smallestBy(row, 'key_hash', rows, condition)} AS ${name}`];
  const answers = [
    `${dialect.countWhere('is_pair')} AS matched`,
    `${dialect.countWhere(anyTest)} AS mismatched`,
    ...differences.all.map((_, index) => `${dialect.countWhere(`d${index}`)} AS d${index}`),
    ...sides.map((side) => `${dialect.countWhere(isAlone[side])} AS only_${side}`),
    `${dialect.countWhere('is_clash')} AS clashes`,
    ...differences.all.flatMap(({ evidenceRows }, index) =>
      kept(differingPair(join, index), evidenceRows, `d${index}`, `k${index}`),
    ),
    ...sides.flatMap((side) => kept(loneRow(join, side), unmatchedRows, isAlone[side], `rows_${side}`)),
  ];
  const columns = sides.flatMap((side) =>
    columnsOf(candidates[side]).map((name) => `${side}.${name} AS ${joined[side](name)}`),
  );
  const pairs = [
    `SELECT ${columns.join(', ')}, source.key_hash IS NOT NULL AND target.key_hash IS NOT NULL AS is_pair`,
    `FROM ${candidates.source.from} AS source FULL JOIN ${candidates.target.from} AS target ON source.key_hash = target.key_hash`,
  ];
  return {
    sql: [
      `SELECT ${answers.join(', ')}`,
      `FROM (SELECT pair.*, ${flags.join(', ')}`,
      `FROM (${pairs.join(' ')}) AS pair)`,
    ].join('\n'),
  };
}

const isAlone: BySide<string> = {
  source: 'target_key_hash IS NULL',
  target: 'source_key_hash IS NULL',
};

function columnsOf({ scan }: Candidates): readonly string[] {
  return [
    'key_hash',
    ...scan.columns.map(({ value }) => value),
    ...scan.columns.flatMap(({ raw, reading }) => (reading.showsRaw ? [] : [raw])),
    ...scan.columns.flatMap(({ failed }, index) => (failed === null ? [] : [failureName(index)])),
    ...(scan.absence === null ? [] : [scan.absence]),
  ];
}

function sameKeys({ dialect, candidates }: Join): string {
  const { keys } = candidates.source.scan;
  return keys.map((key) => dialect.isSame(joined.source(key), joined.target(key))).join(' AND ');
}

/** What stands in the data at some positions of a side, as texts. */
function shownAt({ dialect, candidates }: Join, side: Side, positions: readonly number[]): string {
  const { columns } = candidates[side].scan;
  return dialect.list(positions.map((index) => columns[index]?.shown(joined[side]) ?? 'NULL'));
}

function keyOf(join: Join, side: Side): string {
  const positions = join.comparison.keys.map((_, index) => index);
  return shownAt(join, side, positions);
}

function differingPair(join: Join, question: number): readonly string[] {
  const { dialect, comparison, differences } = join;
  const difference = differences.all[question];
  if (difference === undefined) throw new TypeError('Only what is a question can be asked.');
  const positions = difference.columns.map((column) => comparison.keys.length + column);
  const shown = eachSide(joined, (_names, _peer, side) => shownAt(join, side, positions));
  const differing = difference.columns.map((column) =>
    differs(join, { ...difference, columns: [column] }, joined.source, joined.target),
  );
  return [hashOfKey(join), keyOf(join, 'source'), shown.source, shown.target, dialect.list(differing)];
}

function loneRow(join: Join, side: Side): readonly string[] {
  const { dialect, comparison } = join;
  const none = `CAST(NULL AS ${dialect.textList})`;
  const positions = comparison.columns.map((_, index) => comparison.keys.length + index);
  const values = shownAt(join, side, positions);
  return [
    hashOfKey(join),
    keyOf(join, side),
    side === 'source' ? values : none,
    side === 'target' ? values : none,
    none,
  ];
}

function hashOfKey({ dialect }: Join): string {
  return dialect.list(['key_hash']);
}
