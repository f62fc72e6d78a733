import { parseFieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter, FilterCondition } from '../../domain/comparison/filter.ts';
import type { PushdownDialect, SourceColumn, Unsupported } from './pushdown-dialect.ts';

export type Condition = { readonly sql: string } | Unsupported;

export type ColumnsByName = ReadonlyMap<string, SourceColumn>;

/** A filter as a condition over a table; a condition on a NULL is false. */
export function tableFilter(dialect: PushdownDialect, filter: Filter, columns: ColumnsByName): Condition {
  if ('all' in filter) return group(dialect, filter.all, ' AND ', columns);
  if ('any' in filter) return group(dialect, filter.any, ' OR ', columns);
  if ('not' in filter) {
    const inner = tableFilter(dialect, filter.not, columns);
    // NULL counts as false only where nothing negates it; there it has to become so.
    return 'sql' in inner ? { sql: `(NOT coalesce(${inner.sql}, false))` } : inner;
  }
  return condition(dialect, filter, columns);
}

function group(
  dialect: PushdownDialect,
  filters: readonly Filter[],
  word: string,
  columns: ColumnsByName,
): Condition {
  const parts: string[] = [];
  for (const filter of filters) {
    const part = tableFilter(dialect, filter, columns);
    if ('unsupported' in part) return part;
    parts.push(part.sql);
  }
  return { sql: `(${parts.join(word)})` };
}

const operators = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

function condition(dialect: PushdownDialect, filter: FilterCondition, columns: ColumnsByName): Condition {
  const column = columnOf(filter.field, columns);
  if (column === null) return { unsupported: `The filter on ${filter.field} reaches into a value.` };
  if (!('value' in filter)) {
    return { sql: `(${column.reference} IS ${filter.op === 'isNull' ? 'NULL' : 'NOT NULL'})` };
  }
  if (column.value === null) return { unsupported: `The server cannot filter by ${filter.field} exactly.` };
  const { value } = column;
  if (filter.op === 'startsWith') {
    return { sql: `(${dialect.startsWith(value, dialect.textLiteral(filter.value))})` };
  }
  if (filter.op === 'contains') {
    return { sql: `(${dialect.contains(value, dialect.textLiteral(filter.value))})` };
  }
  const given = typeof filter.value === 'object' ? filter.value : [filter.value];
  const literals = given.flatMap((each) => dialect.filterLiteral(column.logicalType, each) ?? []);
  if (literals.length < given.length)
    return { unsupported: `The server has no such value of ${filter.field}.` };
  switch (filter.op) {
    case 'in':
      return { sql: `(${value} IN (${literals.join(', ')}))` };
    case 'between':
      return { sql: `(${value} BETWEEN ${literals.join(' AND ')})` };
    default:
      return { sql: `(${value} ${operators[filter.op]} ${literals[0]})` };
  }
}

/** Null for a path into a value. A name that the table does not have is a defect: filters are validated before. */
function columnOf(field: string, columns: ColumnsByName): SourceColumn | null {
  const path = parseFieldPath(field);
  const [step, ...inner] = path.ok ? path.value : [];
  if (step?.kind !== 'name' || inner.length > 0) return null;
  const column = columns.get(step.name);
  if (column === undefined) throw new TypeError(`The filter names ${field}, which the table does not have.`);
  return column;
}
