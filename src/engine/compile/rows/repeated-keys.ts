import type { Side } from '../../../domain/comparison/resolution.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Difference } from '../../plan/differences.ts';
import type { Statement } from '../../sql-session.ts';
import { under } from '../names.ts';
import { type Candidates, failureName, sameKeys } from './candidates.ts';
import type { Join } from './matched-rows.ts';

/** A table of the keys that occur more than once on either side. */
export function repeatedKeysTable({ dialect, candidates }: Join, table: string): Statement {
  const repeated = ({ from, scan }: Candidates) => {
    const keys = scan.keys.join(', ');
    return `SELECT ${keys}, min(key_hash) AS key_hash FROM ${from} WHERE NOT key_failed GROUP BY ${keys} HAVING count(*) > 1`;
  };
  const query = `${repeated(candidates.source)} UNION ${repeated(candidates.target)}`;
  return dialect.createTable(table, query);
}

/** A table of the rows of both sides that have such keys: they are looked at once for every question. */
export function repeatedRowsTable(join: Join, repeatedKeys: string, table: string): Statement {
  const { dialect } = join;
  const rows = (side: Side) => {
    const { from, scan } = join.candidates[side];
    const failures = scan.columns.map(({ failed }, index) =>
      failed === null ? `false AS ${failureName(index)}` : failureName(index),
    );
    const names = [
      ...scan.columns.map(({ value }) => value),
      ...(scan.absence === null ? [] : [scan.absence]),
    ];
    const shown = scan.columns.map((column, index) => `${column.shown(under('c'))} AS t${index}`);
    const has = `EXISTS (SELECT 1 FROM ${dialect.identifier(repeatedKeys)} AS r WHERE ${sameKeys(dialect, scan, 'c', 'r')})`;
    return `SELECT ${side === 'source'} AS is_source, ${[...names, ...failures, ...shown].join(', ')} FROM ${from} AS c WHERE NOT key_failed AND ${has}`;
  };
  return dialect.createTable(table, `${rows('source')} UNION ALL ${rows('target')}`);
}

/** How the rows with repeated keys pair up, key by key: as many as the side with fewer of them has. */
export function repeatedCountsStatement({ dialect, candidates }: Join, rows: string): Statement {
  const keys = candidates.source.scan.keys.join(', ');
  return {
    sql: [
      'SELECT coalesce(sum(least(ns, nt)), 0) AS matched,',
      '  coalesce(sum(greatest(ns - nt, 0)), 0) AS missing_in_target,',
      '  coalesce(sum(greatest(nt - ns, 0)), 0) AS missing_in_source,',
      `  ${dialect.countWhere('ns > 1')} AS repeated_in_source, ${dialect.countWhere('nt > 1')} AS repeated_in_target`,
      `FROM (SELECT ${bothCounts(dialect, 'ns', 'nt')} FROM ${dialect.identifier(rows)} GROUP BY ${keys})`,
    ].join('\n'),
  };
}

/**
 * How many of the rows that pair up differ: the bags of values of a key are held against each other, and what has no
 * equal (or, with a tolerance, nothing near enough) in the other bag differs. The order of rows does not matter, and
 * no row counts twice.
 */
export function repeatedDifferenceStatement(join: Join, difference: Difference, rows: string): Statement {
  const { tolerance } = difference;
  const perKey = tolerance === null ? equalPairs(join, difference, rows) : closePairs(join, difference, rows);
  return {
    sql: `SELECT coalesce(sum(greatest(least(ns, nt) - pairs, 0)), 0) AS differing FROM (${perKey})`,
  };
}

function equalPairs(join: Join, difference: Difference, rows: string): string {
  const keys = join.candidates.source.scan.keys.join(', ');
  return [
    `SELECT sum(cs) AS ns, sum(ct) AS nt, coalesce(sum(CASE WHEN NOT failed THEN least(cs, ct) END), 0) AS pairs`,
    `FROM (${valueCounts(join, difference, rows)}) GROUP BY ${keys}`,
  ].join(' ');
}

/** For every key, how often each side has each value; what cannot be read stands apart. */
export function valueCounts(join: Join, { columns }: Difference, rows: string): string {
  const { dialect, comparison, candidates } = join;
  const indexes = columns.map((column) => comparison.keys.length + column);
  const values = indexes.map((index) => `v${index}`).join(', ');
  const failed = indexes.map(failureName).join(' OR ');
  const keys = candidates.source.scan.keys.join(', ');
  const shown = [
    ...comparison.keys.map((_, index) => `any_value(t${index}) AS t${index}`),
    ...indexes.map((index) => `any_value(t${index}) AS shown${index}`),
  ];
  return `SELECT ${keys}, (${failed}) AS failed, ${bothCounts(dialect, 'cs', 'ct')}, ${shown.join(', ')} FROM ${dialect.identifier(rows)} GROUP BY ${keys}, ${values}, (${failed})`;
}

function closePairs(join: Join, { columns, tolerance }: Difference, rows: string): string {
  const { dialect, comparison, candidates } = join;
  const [column] = columns;
  const pair = comparison.columns[column ?? -1];
  if (column === undefined || pair === undefined || tolerance === null) {
    throw new TypeError('A tolerance is for one column.');
  }
  const index = comparison.keys.length + column;
  const value = `v${index}`;
  const readable = `NOT ${failureName(index)}`;
  const bag = (isSource: string) =>
    `${dialect.collect(value)} FILTER (WHERE ${isSource} AND ${value} IS NOT NULL)`;
  const nulls = (isSource: string) => dialect.countWhere(`${isSource} AND ${value} IS NULL AND ${readable}`);
  const keys = candidates.source.scan.keys.join(', ');
  const bags = [
    bothCounts(dialect, 'ns', 'nt'),
    `coalesce(${bag('is_source')}, ${dialect.emptyList}) AS sources`,
    `coalesce(${bag('NOT is_source')}, ${dialect.emptyList}) AS targets`,
    `least(${nulls('is_source')}, ${nulls('NOT is_source')}) AS nulls`,
  ];
  const close = dialect.pairsWithin(pair.source, tolerance, 'sources', 'targets');
  return `SELECT ns, nt, nulls + ${close} AS pairs FROM (SELECT ${bags.join(', ')} FROM ${dialect.identifier(rows)} GROUP BY ${keys})`;
}

/** How many rows of a union of both sides are of the source, and how many of the target. */
export function bothCounts({ countWhere }: Dialect, source: string, target: string): string {
  return `${countWhere('is_source')} AS ${source}, ${countWhere('NOT is_source')} AS ${target}`;
}
