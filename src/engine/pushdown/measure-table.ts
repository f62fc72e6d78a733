import type { MeasureResult } from '../compile/measurement.ts';
import { type SumPart, sumParts } from '../dialects/dialect.ts';
import type { Measure, MeasureKind, Measurement } from '../plan/plan.ts';
import type { Statement } from '../sql-session.ts';
import { canonicalText } from './canonical-text.ts';
import { positionOf } from './position.ts';
import type { PushdownDialect, Unsupported } from './pushdown-dialect.ts';
import type { ColumnsByName } from './table-filter.ts';
import { type ComparableValue, tableValues } from './table-values.ts';

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
  const read = tableValues(dialect, table, scan, columns, sources);
  if ('unsupported' in read) return read;
  const { values } = read;
  const asked = measures.map((measure) => expressionsOf(dialect, measure, values));
  const refused = asked.find((each) => 'unsupported' in each);
  if (refused !== undefined && 'unsupported' in refused) return refused;
  const expressions = asked.flatMap((each) => ('sql' in each ? each.sql : []));

  return {
    statement: { sql: `SELECT ${expressions.join(', ')} FROM (${read.sql}) AS measured` },
    read: (cells) => readCells(measures, values, cells),
  };
}

function expressionsOf(
  dialect: PushdownDialect,
  { kind, column }: Measure,
  values: readonly ComparableValue[],
): { readonly sql: readonly string[] } | Unsupported {
  if (kind === 'rows') return { sql: ['count(*)'] };
  const value = column === null ? undefined : values[column];
  if (value === undefined) throw new TypeError(`The measure ${kind} is of no column.`);
  if (kind === 'count') return { sql: [`count(${value.raw})`] };
  if (value.sql === null) return { unsupported: 'Only the presence of values was asked for.' };
  switch (kind) {
    case 'distinct':
      return { sql: [`count(DISTINCT ${value.name})`] };
    case 'members':
      return { unsupported: 'Values are told apart by the engine that compares them.' };
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
  values: readonly ComparableValue[],
  cells: readonly (string | null)[],
): readonly MeasureResult[] {
  let at = 0;
  const next = () => cells[at++] ?? null;
  return measures.map(({ kind, column }) => readMeasure(kind, values[column ?? -1], next));
}

function readMeasure(
  kind: MeasureKind,
  value: ComparableValue | undefined,
  next: () => string | null,
): MeasureResult {
  switch (kind) {
    case 'rows':
    case 'count':
    case 'unconvertible':
      return { kind, count: Number(next()) };
    case 'distinct':
      return { kind, values: Number(next()) };
    case 'members':
      throw new TypeError('Members were asked for and not refused.');
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
