import type { Filter, FilterCondition } from '../../domain/comparison/filter.ts';
import type { DatasetField } from '../../domain/comparison/pair-specification.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** Where the fields that a filter names are to be found. */
export type FilterColumns = (name: string) => { readonly field: DatasetField; readonly sql: string };

/** A filter as a condition. There is no third truth value in it: a condition on a NULL is false. */
export function compileFilter(dialect: Dialect, filter: Filter, columns: FilterColumns): string {
  if ('all' in filter) return group(dialect, filter.all, ' AND ', columns);
  if ('any' in filter) return group(dialect, filter.any, ' OR ', columns);
  // NULL counts as false only where nothing negates it; there it has to become so.
  if ('not' in filter) return `(NOT coalesce(${compileFilter(dialect, filter.not, columns)}, false))`;
  return `(${condition(dialect, filter, columns)})`;
}

function group(dialect: Dialect, filters: readonly Filter[], word: string, columns: FilterColumns): string {
  return `(${filters.map((filter) => compileFilter(dialect, filter, columns)).join(word)})`;
}

const operators = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

function condition(dialect: Dialect, filter: FilterCondition, columns: FilterColumns): string {
  const { field, sql } = columns(filter.field);
  const operand = dialect.filterOperand(field, sql);
  const literal = (value: string | boolean) => dialect.filterLiteral(field, value);
  switch (filter.op) {
    case 'isNull':
      return `${sql} IS NULL`;
    case 'isNotNull':
      return `${sql} IS NOT NULL`;
    case 'startsWith':
      return dialect.startsWith(operand, dialect.textLiteral(filter.value));
    case 'contains':
      return dialect.contains(operand, dialect.textLiteral(filter.value));
    case 'in':
      return filter.value.length === 0 ? 'false' : `${operand} IN (${filter.value.map(literal).join(', ')})`;
    case 'between':
      return `${operand} BETWEEN ${literal(filter.value[0])} AND ${literal(filter.value[1])}`;
    default:
      return `${operand} ${operators[filter.op]} ${literal(filter.value)}`;
  }
}
