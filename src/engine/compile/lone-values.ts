import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Statement } from '../sql-session.ts';
import type { Candidates } from './rows/candidates.ts';

/**
 * A table of the values of a column that stand in candidates of one side alone. Rows that are no candidates are equal to
 * their peers, so that a value that one side alone has is one of these; whether its other rows have it is still to be seen.
 */
export function loneValuesTable(
  dialect: Dialect,
  candidates: BySide<Candidates>,
  column: number,
  table: string,
): Statement {
  const values = (side: Side) => {
    const { from, scan } = candidates[side];
    // A parent without items is a row of a comparison, but its fields are no members.
    const where = scan.absence === null ? '' : ` WHERE ${scan.absence} = 0`;
    return `SELECT ${scan.columns[column]?.value ?? 'NULL'} AS value, ${side === 'source'} AS is_source FROM ${from}${where}`;
  };
  return dialect.createTable(
    table,
    [
      `SELECT value FROM (${values('source')} UNION ALL ${values('target')})`,
      'WHERE value IS NOT NULL GROUP BY value HAVING bool_and(is_source) OR NOT bool_or(is_source)',
    ].join('\n'),
  );
}

/** A query of these values. */
export function loneValues(dialect: Dialect, table: string): string {
  return `SELECT value FROM ${dialect.identifier(table)}`;
}

export function loneValuesCount(dialect: Dialect, table: string): Statement {
  return { sql: `SELECT count(*) AS lone_values FROM ${dialect.identifier(table)}` };
}
