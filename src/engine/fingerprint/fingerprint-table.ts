import type { PushdownDialect, Unsupported } from '../pushdown/pushdown-dialect.ts';
import type { ColumnsByName } from '../pushdown/table-filter.ts';
import { tableValues } from '../pushdown/table-values.ts';
import type { Statement } from '../sql-session.ts';
import {
  type BucketedRows,
  bucketedColumns,
  columnsOf,
  type FingerprintedRows,
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
  const columns = columnsOf(rows);
  const read = tableValues(dialect, table, rows.comparison.scans[rows.side], columns, sources);
  if ('unsupported' in read) return read;
  const values = read.values.flatMap(({ name }, index) => {
    const column = columns[index];
    return column === undefined ? [] : [{ column, sql: name }];
  });
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
  const columns = bucketedColumns(rows);
  const read = tableValues(dialect, '', rows.comparison.scans[rows.side], columns, sources);
  if ('unsupported' in read) return read;
  const values = read.values.flatMap(({ sql }, index) => {
    const column = columns[index];
    return column === undefined || sql === null ? [] : [{ column, sql: `(${sql})` }];
  });
  return isInBuckets(dialect.fingerprint, rows, values);
}
