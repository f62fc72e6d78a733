import type { PushdownDialect, Unsupported } from '../pushdown/pushdown-dialect.ts';
import type { ColumnsByName } from '../pushdown/table-filter.ts';
import { comparableValue, tableValues } from '../pushdown/table-values.ts';
import type { Statement } from '../sql-session.ts';
import {
  type BucketedRows,
  bucketedColumns,
  columnsOf,
  type FingerprintedRows,
  type FingerprintedValue,
  fingerprintStatement,
  isInBuckets,
} from './row-fingerprint.ts';

/** The fingerprints of the rows of a table, or why the system cannot take them exactly. */
export function fingerprintTable(
  dialect: PushdownDialect,
  table: string,
  rows: FingerprintedRows,
  sources: ColumnsByName,
  findsRepeats: boolean,
): Statement | Unsupported {
  const read = tableValues(dialect, table, rows.comparison.scans[rows.side], columnsOf(rows), sources);
  if ('unsupported' in read) return read;
  const values = read.values.map(({ column, name }) => ({ column, sql: name }));
  const failures = read.values.flatMap(({ source, raw, name }) =>
    source.fallible ? [`(${raw} IS NOT NULL AND ${name} IS NULL)`] : [],
  );
  const failed = failures.length === 0 ? null : failures.join(' OR ');
  return fingerprintStatement(dialect.fingerprint, rows, { sql: read.sql, values, failed }, findsRepeats);
}

/** That a row of the bare table falls into one of some buckets. */
export function tableBuckets(
  dialect: PushdownDialect,
  rows: BucketedRows,
  sources: ColumnsByName,
): { readonly sql: string } | Unsupported {
  const read = bucketedColumns(rows).map((column, index) => comparableValue(dialect, column, sources, index));
  const values: FingerprintedValue[] = [];
  for (const value of read) {
    if ('unsupported' in value) return value;
    if (value.sql === null) throw new TypeError('What is put into buckets has a value.');
    values.push({ column: value.column, sql: `(${value.sql})` });
  }
  return isInBuckets(dialect.fingerprint, rows, values);
}
