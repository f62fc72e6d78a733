import type { Dialect } from '../dialects/dialect.ts';
import type { Relation, Statement } from '../sql-session.ts';
import { itemsOf, type ScannedColumn, type ValueScan } from './scan-values.ts';

/** A scan of which each of several queries looks at one column. */
export interface SharedScan {
  /** One statement of all queries; `place` is where the column stands among those given. */
  eachOf(
    columns: readonly ScannedColumn[],
    query: (column: ScannedColumn, place: number, from: string) => string,
  ): Statement;
}

const keptRows = 'kept_rows';

/**
 * Where a column can be read for itself, each query reads its own: to gather several at once takes several times as
 * long. Where all are read with it, the rows are read once and kept for the length of the statement.
 */
export function sharedScan(dialect: Dialect, relation: Relation, scan: ValueScan): SharedScan {
  const items = itemsOf(scan);
  return {
    eachOf: (columns, query) => {
      const { keeping } = dialect;
      const union = (from: string) =>
        columns.map((column, place) => query(column, place, from)).join('\nUNION ALL\n');
      if (keeping === null || relation.readWhole !== true || columns.length === 1)
        return { sql: union(items) };
      const values = columns.map(({ value }) => value).join(', ');
      return { sql: `${keeping(keptRows, `SELECT ${values} FROM ${items}`)} ${union(keptRows)}` };
    },
  };
}
