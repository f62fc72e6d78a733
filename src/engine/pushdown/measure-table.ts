import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { MeasureResult } from '../compile/measurement.ts';
import { type SumPart, sumParts } from '../dialects/dialect.ts';
import type { Column, Measure, MeasureKind, Measurement } from '../plan/plan.ts';
import type { Statement } from '../sql-session.ts';
import { canonicalText } from './canonical-text.ts';
import { positionOf } from './position.ts';
import type { PushdownDialect, SourceColumn, Unsupported } from './pushdown-dialect.ts';
import { type ColumnsByName, tableFilter } from './table-filter.ts';

export interface TableMeasuring {
  readonly statement: Statement;
  /** One value for each measure, in order, of the statement's only row. */
  read(cells: readonly (string | null)[]): readonly MeasureResult[];
}

/** All measures of a measurement in one statement over `table`, or why the system cannot compute them exactly. */
export function measureTable(
  dialect: PushdownDialect,
  table: string,
  { scan, columns, measures }: Measurement,
  sources: ColumnsByName,
): TableMeasuring | Unsupported {
  if (scan.scope.length > 0)
    return { unsupported: 'Items of a collection are only looked into by the engine.' };
  const condition = scan.filter === null ? null : tableFilter(dialect, scan.filter, sources);
  if (condition !== null && 'unsupported' in condition) return condition;

  const selected: string[] = [];
  const values: Value[] = [];
  for (const [index, column] of columns.entries()) {
    const value = comparableValue(dialect, column, sources, index);
    if ('unsupported' in value) return value;
    values.push(value);
    selected.push(`${value.source.reference} AS x${index}`);
    if (value.sql !== null) selected.push(`${value.sql} AS v${index}`);
  }
  const asked = measures.map((measure) => expressionsOf(dialect, measure, values));
  const refused = asked.find((each) => 'unsupported' in each);
  if (refused !== undefined && 'unsupported' in refused) return refused;
  const expressions = asked.flatMap((each) => ('sql' in each ? each.sql : []));

  const inner = `SELECT ${selected.length === 0 ? '1 AS one' : selected.join(', ')} FROM ${table}${condition === null ? '' : ` WHERE ${condition.sql}`}`;
  return {
    statement: { sql: `SELECT ${expressions.join(', ')} FROM (${inner}) AS measured` },
    read: (cells) => readCells(measures, values, cells),
  };
}

interface Value {
  readonly source: SourceColumn;
  /** Null where only the presence of values is measured. */
  readonly sql: string | null;
  readonly name: string;
  readonly raw: string;
  readonly side: Side;
  readonly comparison: ComparisonType;
}

function comparableValue(
  dialect: PushdownDialect,
  { side, field, comparisonType, options }: Column,
  sources: ColumnsByName,
  index: number,
): Value | Unsupported {
  const source = sources.get(columnName(field.path) ?? '');
  const unsupported = (why: string) => ({
    unsupported: `${source?.name ?? 'A field inside a value'}: ${why}`,
  });
  if (source === undefined) return unsupported('only the engine looks into values.');
  const comparison = comparisonType.kind === 'perSide' ? comparisonType[side] : comparisonType;
  const names = { source, name: `v${index}`, raw: `x${index}`, side, comparison };
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

function expressionsOf(
  dialect: PushdownDialect,
  { kind, column }: Measure,
  values: readonly Value[],
): { readonly sql: readonly string[] } | Unsupported {
  if (kind === 'rows') return { sql: ['count(*)'] };
  const value = column === null ? undefined : values[column];
  if (value === undefined) throw new TypeError(`The measure ${kind} is of no column.`);
  if (kind === 'count') return { sql: [`count(${value.raw})`] };
  if (value.sql === null) return { unsupported: 'Only the presence of values was asked for.' };
  switch (kind) {
    case 'distinct':
      return { sql: [`count(DISTINCT ${value.name})`] };
    case 'min':
    case 'max':
      return { sql: [dialect.text(`${kind}(${value.name})`, value.comparison)] };
    case 'sum': {
      const parts = dialect.sumParts(value.name, value.comparison);
      return 'unsupported' in parts ? parts : { sql: sumParts.map((part) => parts[part]) };
    }
    case 'unconvertible':
      return { sql: [value.source.fallible ? `count(${value.raw}) - count(${value.name})` : '0'] };
  }
}

function readCells(
  measures: readonly Measure[],
  values: readonly Value[],
  cells: readonly (string | null)[],
): readonly MeasureResult[] {
  let at = 0;
  const next = () => cells[at++] ?? null;
  return measures.map(({ kind, column }) => readMeasure(kind, values[column ?? -1], next));
}

function readMeasure(kind: MeasureKind, value: Value | undefined, next: () => string | null): MeasureResult {
  switch (kind) {
    case 'rows':
    case 'count':
    case 'unconvertible':
      return { kind, count: Number(next()) };
    case 'distinct':
      return { kind, values: Number(next()), buckets: null };
    case 'sum': {
      const parts = sumParts.map((part) => [part, next()] as const);
      return { kind, parts: Object.fromEntries(parts) as Record<SumPart, string | null> };
    }
    case 'min':
    case 'max': {
      const cell = next();
      if (cell === null || value === undefined) return { kind, text: null, position: null };
      const text = canonicalText(cell, value.comparison);
      return { kind, text, position: positionOf(text, value.comparison) };
    }
  }
}
