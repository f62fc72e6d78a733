import type { Dialect } from '../../dialects/dialect.ts';
import type { Statement } from '../../sql-session.ts';
import type { Names } from '../names.ts';
import { bucketCount, type RowScan } from './row-scan.ts';

/**
 * The rows of one side that stage 2 looks at, whether as a query or as a table: keys and values by the names of the
 * scan, `key_hash`, `key_failed`, and for each column that can fail whether it did.
 */
export interface Candidates {
  /** What stands after FROM. */
  readonly from: string;
  readonly scan: RowScan;
}

/** All rows, or those of some buckets. */
export function candidateRows(
  dialect: Dialect,
  scan: RowScan,
  buckets: readonly number[] | null,
): Candidates {
  const columns = [
    ...scan.columns.map(({ value }) => value),
    ...scan.columns.flatMap(({ raw, reading }) => (reading.showsRaw ? [] : [raw])),
    ...scan.columns.flatMap(({ failed }, index) =>
      failed === null ? [] : [`${failed} AS ${failureName(index)}`],
    ),
    ...(scan.absence === null ? [] : [scan.absence]),
    `${dialect.signed(scan.keyHash)} AS key_hash`,
    `${scan.keyFailed ?? 'false'} AS key_failed`,
  ];
  const where = buckets === null ? '' : ` WHERE ${dialect.isAmong(scan.bucket, buckets, bucketCount)}`;
  return { from: `(SELECT ${columns.join(', ')} FROM (${scan.sql})${where})`, scan };
}

/** The same rows, kept: they are looked at more than once. */
export function keepCandidates(
  dialect: Dialect,
  candidates: Candidates,
  table: string,
): { readonly statement: Statement; readonly kept: Candidates } {
  return {
    statement: dialect.createTable(table, `SELECT * FROM ${candidates.from}`),
    kept: { ...candidates, from: dialect.identifier(table) },
  };
}

export function failureName(index: number): string {
  return `e${index}`;
}

/** Whether the value of a column could not be read; null where that cannot be. */
export function hasFailed({ scan }: Candidates, index: number, names: Names): string | null {
  return scan.columns[index]?.failed == null ? null : names(failureName(index));
}

/** That a row of one side has the keys of a row of another; both have `key_hash` too. */
export function sameKeys(dialect: Dialect, { keys }: RowScan, a: string, b: string): string {
  return dialect.sameKeys(
    keys.map((key) => [`${a}.${key}`, `${b}.${key}`]),
    [`${a}.key_hash`, `${b}.key_hash`],
  );
}

/** How many rows there are, and how many values of each column cannot be read. */
export function candidateCountStatement(dialect: Dialect, { from, scan }: Candidates): Statement {
  const failures = scan.columns.map(({ failed }, index) =>
    failed === null ? '0' : dialect.countWhere(failureName(index)),
  );
  const named = failures.map((sql, index) => `${sql} AS f${index}`);
  return { sql: `SELECT ${['count(*) AS row_count', ...named].join(', ')} FROM ${from}` };
}
