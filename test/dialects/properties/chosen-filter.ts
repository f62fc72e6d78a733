import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import type { Filter, FilterCondition, FilterValue } from '../../../src/domain/comparison/filter.ts';
import type { DatasetField } from '../../../src/domain/comparison/pair-specification.ts';
import { duckDbType } from '../../support/duckdb-relations.ts';
import type { Column, Relation, StoredType, Value } from '../../support/relations.ts';
import type { FilterChoice } from './generated-pair.ts';
import { logicalTypeOf } from './resolve-pairing.ts';

export interface ChosenFilter {
  readonly filter: Filter | null;
  readonly fields: Readonly<Record<string, DatasetField>>;
}

const none: ChosenFilter = { filter: null, fields: {} };

const filterable: readonly StoredType['kind'][] = [
  'boolean',
  'integer',
  'decimal',
  'float',
  'text',
  'date',
  'time',
];

/** The filter that a choice comes to for the columns and values that a table has. */
export function chosenFilter(choice: FilterChoice | null, { columns, rows }: Relation): ChosenFilter {
  const candidates = columns.filter(({ type }) => filterable.includes(type.kind) || isWallClock(type));
  const column = candidates[(choice?.column ?? 0) % Math.max(1, candidates.length)];
  if (choice === null || column === undefined) return none;
  const place = columns.indexOf(column);
  const values = rows.flatMap((row) => filterValue(row[place] ?? null, column.type));
  const field: DatasetField = {
    path: fieldPath(column.name),
    logicalType: logicalTypeOf(column.type),
    nativeType: duckDbType(column.type),
  };
  const [one, other] = [conditionOn(column, choice, values), conditionOn(column, next(choice), values)];
  const shapes: readonly Filter[] = [
    one,
    { not: one },
    { any: [one, other] },
    { not: { all: [one, { not: other }] } },
  ];
  return { filter: shapes[choice.shape % shapes.length] ?? one, fields: { [column.name]: field } };
}

function next(choice: FilterChoice): FilterChoice {
  return { ...choice, operator: choice.operator + 1 };
}

function conditionOn(
  { name: field, type }: Column,
  { operator, rows }: FilterChoice,
  values: readonly FilterValue[],
): FilterCondition {
  const [one, other] = rows.map((row) => values[row % Math.max(1, values.length)]);
  if (one === undefined || other === undefined)
    return { field, op: operator % 2 === 0 ? 'isNull' : 'isNotNull' };
  const conditions: readonly FilterCondition[] = [
    { field, op: 'isNull' },
    { field, op: 'isNotNull' },
    { field, op: 'eq', value: one },
    { field, op: 'ne', value: one },
    { field, op: 'lt', value: one },
    { field, op: 'le', value: one },
    { field, op: 'gt', value: one },
    { field, op: 'ge', value: one },
    { field, op: 'in', value: [one, other] },
    { field, op: 'between', value: [one, other] },
    ...(type.kind === 'text' ? textConditions(field, String(one)) : []),
  ];
  return conditions[operator % conditions.length] ?? { field, op: 'isNull' };
}

function textConditions(field: string, value: string): readonly FilterCondition[] {
  const part = [...value].slice(0, 1).join('');
  return [
    { field, op: 'startsWith', value: part },
    { field, op: 'contains', value: part },
  ];
}

/** A value in the canonical text that filters have after validation. */
function filterValue(value: Value, type: StoredType): readonly FilterValue[] {
  if (value === null || (typeof value !== 'string' && typeof value !== 'boolean')) return [];
  if (typeof value === 'boolean') return [value];
  if (value.endsWith('infinity')) return [];
  if (type.kind === 'float') return [String(type.bits === 32 ? Math.fround(Number(value)) : Number(value))];
  return [type.kind === 'timestamp' ? value.replace(' ', 'T') : value];
}

function isWallClock(type: StoredType): boolean {
  return type.kind === 'timestamp' && !type.zoned;
}
