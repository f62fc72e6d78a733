import type { FieldPath } from '../../domain/comparison/field-path.ts';
import { anyFailed, scanValues } from '../compile/scan-values.ts';
import { databricksFingerprint } from '../dialects/databricks/fingerprint.ts';
import type { Dialect, DialectName } from '../dialects/dialect.ts';
import { duckDbFingerprint } from '../dialects/duckdb/fingerprint.ts';
import { trinoFingerprint } from '../dialects/trino/fingerprint.ts';
import type { Unsupported } from '../pushdown/pushdown-dialect.ts';
import type { Relation, Statement } from '../sql-session.ts';
import type { FingerprintDialect } from './fingerprint-dialect.ts';
import {
  type BucketedRows,
  bucketedColumns,
  columnsOf,
  type FingerprintedRows,
  fingerprintStatement,
  isInBuckets,
} from './row-fingerprint.ts';

const fingerprints: Record<DialectName, FingerprintDialect> = {
  duckdb: duckDbFingerprint,
  trino: trinoFingerprint,
  databricks: databricksFingerprint,
};

/** The fingerprints of the rows of a relation of an engine. */
export function fingerprintRelation(
  dialect: Dialect,
  relation: Relation,
  rows: FingerprintedRows,
  findsRepeats: boolean,
): Statement | Unsupported {
  const scan = scanValues(dialect, relation, rows.comparison.scans[rows.side], columnsOf(rows));
  const values = scan.columns.map(({ column, value }) => ({ column, sql: value }));
  return fingerprintStatement(
    fingerprints[dialect.name],
    rows,
    { sql: scan.sql, values, failed: anyFailed(scan.columns) },
    findsRepeats,
  );
}

/** That a row of a relation, under the alias `r`, falls into one of some buckets. */
export function relationBuckets(
  dialect: Dialect,
  rows: BucketedRows,
): { readonly sql: string } | Unsupported {
  const values = bucketedColumns(rows).map((column) => ({
    column,
    sql: `(${dialect.reading(column).value(reached(dialect, column.field.path))})`,
  }));
  return isInBuckets(fingerprints[dialect.name], rows, values);
}

/** A field of a row, struct by struct. */
function reached(dialect: Dialect, path: FieldPath): string {
  const [first, ...inner] = path.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
  if (first === undefined) throw new TypeError('A field has a name.');
  return inner.reduce((struct, name) => dialect.member(struct, name), `r.${dialect.identifier(first)}`);
}
