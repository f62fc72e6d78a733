import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import type { Column, Scan } from '../plan/plan.ts';
import type { PushdownDialect, SourceColumn, Unsupported } from './pushdown-dialect.ts';
import { type ColumnsByName, tableFilter } from './table-filter.ts';

/** The rows of a scan with raw values `x0`, `x1`, … and comparable values `v0`, `v1`, … */
export interface TableValues {
  readonly sql: string;
  readonly values: readonly ComparableValue[];
}

export interface ComparableValue {
  readonly column: Column;
  readonly source: SourceColumn;
  /** Over the bare table; null where only the presence of values is asked for. */
  readonly sql: string | null;
  readonly name: string;
  readonly raw: string;
  readonly comparison: ComparisonType;
}

/** What the system reads of its table for a scan, or why it cannot read that exactly. */
export function tableValues(
  dialect: PushdownDialect,
  table: string,
  scan: Scan,
  columns: readonly Column[],
  sources: ColumnsByName,
): TableValues | Unsupported {
  if (scan.scope.length > 0)
    return { unsupported: 'Items of a collection are only looked into by the engine.' };
  const condition = scan.filter === null ? null : tableFilter(dialect, scan.filter, sources);
  if (condition !== null && 'unsupported' in condition) return condition;

  const selected: string[] = [];
  const values: ComparableValue[] = [];
  for (const [index, column] of columns.entries()) {
    const value = comparableValue(dialect, column, sources, index);
    if ('unsupported' in value) return value;
    values.push(value);
    selected.push(`${value.source.reference} AS ${value.raw}`);
    if (value.sql !== null) selected.push(`${value.sql} AS ${value.name}`);
  }
  const where = condition === null ? '' : ` WHERE ${condition.sql}`;
  return {
    sql: `SELECT ${selected.length === 0 ? '1 AS one' : selected.join(', ')} FROM ${table}${where}`,
    values,
  };
}

/** A column as the system reads it, or why it cannot read it exactly. */
export function comparableValue(
  dialect: PushdownDialect,
  column: Column,
  sources: ColumnsByName,
  index: number,
): ComparableValue | Unsupported {
  const { side, field, comparisonType, options } = column;
  const source = sources.get(columnName(field.path) ?? '');
  const unsupported = (why: string) => ({
    unsupported: `${source?.name ?? 'A field inside a value'}: ${why}`,
  });
  if (source === undefined) return unsupported('only the engine looks into values.');
  const comparison = comparisonType.kind === 'perSide' ? comparisonType[side] : comparisonType;
  const names = { column, source, name: `v${index}`, raw: `x${index}`, comparison };
  if (comparison.kind === 'presence') return { ...names, sql: null };
  const { transform, format } = field.binding;
  const isPlain = (transform === 'none' || transform === 'to_double') && format === '';
  if (!isPlain) return unsupported('values that are read by a binding are read by the engine.');
  if (Object.values(options.text).some(Boolean)) return unsupported('texts are made alike by the engine.');
  if (source.value === null) return unsupported('the server has no exact expression for its values.');
  const comparable = dialect.comparable(source.value, source.logicalType, comparison);
  return 'unsupported' in comparable
    ? unsupported(comparable.unsupported)
    : { ...names, sql: comparable.sql };
}

function columnName(path: FieldPath): string | null {
  const [step, ...inner] = path;
  return step?.kind === 'name' && inner.length === 0 ? step.name : null;
}
