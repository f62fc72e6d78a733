import type { BySide } from '../../../domain/comparison/by-side.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Difference, Differences } from '../../plan/differences.ts';
import type { RowComparison } from '../../plan/plan.ts';
import type { Statement } from '../../sql-session.ts';
import { type Candidates, hasFailed, sameKeys } from './candidates.ts';

/** A comparison on its way through stage 2. */
export interface Join {
  readonly dialect: Dialect;
  readonly comparison: RowComparison;
  readonly differences: Differences;
  readonly candidates: BySide<Candidates>;
  /** A table of the keys that occur more than once on either side; null where none does. */
  readonly repeatedKeys: string | null;
}

/**
 * Joins the rows whose keys occur once and asks every question of every pair: how many pairs there are, and how many
 * differ. No row is multiplied, because no key is there twice. With `keepHashes` the hashes of some differing keys come
 * along, the smallest, so that the evidence can find these rows again.
 */
export function matchedStatement(join: Join, keepHashes: boolean): Statement {
  const { dialect, differences, comparison } = join;
  const counted = differences.all.map((_, index) => `count(*) FILTER (d${index}) AS d${index}`);
  const kept = differences.all.flatMap(({ evidenceRows }, index) =>
    keepHashes && evidenceRows > 0
      ? [`${dialect.smallest('key_hash', evidenceRows)} FILTER (d${index}) AS k${index}`]
      : [],
  );
  const asked = [...new Set(differences.ofTest)].map((index) => `d${index}`).join(' OR ');
  const pairs = [
    ...differences.all.map((difference, index) => `${differs(join, difference, 's', 't')} AS d${index}`),
    's.key_hash',
  ];
  const counts = ['count(*) AS matched', `count(*) FILTER (${asked}) AS mismatched`, ...counted, ...kept];
  const [source, target] = [lone(join, 'source', 's'), lone(join, 'target', 't')];
  return {
    sql: [
      `SELECT ${counts.join(', ')}`,
      `FROM (SELECT ${pairs.join(', ')}`,
      `  FROM ${source}`,
      `  JOIN ${target} ON ${sameKeys(dialect, join.candidates.source.scan, 's', 't')})`,
      `-- ${comparison.tests.length} tests`,
    ].join('\n'),
  };
}

/** The rows of a side whose keys can be read and occur once. */
export function lone(
  { dialect, candidates, repeatedKeys }: Join,
  side: 'source' | 'target',
  alias: string,
): string {
  const { from, scan } = candidates[side];
  const conditions = [
    ...(scan.keyFailed === null ? [] : [`NOT ${alias}.key_failed`]),
    ...(repeatedKeys === null
      ? []
      : [
          `NOT EXISTS (SELECT 1 FROM ${dialect.identifier(repeatedKeys)} AS r WHERE ${sameKeys(dialect, scan, alias, 'r')})`,
        ]),
  ];
  if (conditions.length === 0) return `${from} AS ${alias}`;
  return `(SELECT * FROM ${from} AS ${alias} WHERE ${conditions.join(' AND ')}) AS ${alias}`;
}

/** Whether two matched rows differ; true or false, never NULL. */
export function differs(join: Join, { columns, tolerance }: Difference, s: string, t: string): string {
  const { dialect, comparison, candidates } = join;
  const parts = columns.map((column) => {
    const index = comparison.keys.length + column;
    const [a, b] = [`${s}.v${index}`, `${t}.v${index}`];
    const pair = comparison.columns[column];
    const unequal = `NOT (${dialect.isSame(a, b)})`;
    const beyond =
      tolerance === null || pair === undefined
        ? unequal
        : `(${unequal} AND NOT coalesce(${dialect.agree(pair.source, tolerance, a, b)}, false))`;
    const failed = [hasFailed(candidates.source, index, s), hasFailed(candidates.target, index, t)];
    return [beyond, ...failed.filter((failure) => failure !== null)].join(' OR ');
  });
  return `(${parts.join(' OR ')})`;
}
