import type { Body } from '../../api/queries.ts';

type Filter = NonNullable<Body<'get_validation_test'>['filter']['source']>;

/** Operators of a condition, in words. `in` and `between` take several values, separated by commas. */
export const operators = {
  eq: { label: 'is', values: 1 },
  ne: { label: 'is not', values: 1 },
  lt: { label: 'is less than', values: 1 },
  le: { label: 'is at most', values: 1 },
  gt: { label: 'is more than', values: 1 },
  ge: { label: 'is at least', values: 1 },
  in: { label: 'is one of', values: Number.POSITIVE_INFINITY },
  between: { label: 'is between', values: 2 },
  startsWith: { label: 'starts with', values: 1 },
  contains: { label: 'contains', values: 1 },
  isNull: { label: 'is NULL', values: 0 },
  isNotNull: { label: 'is not NULL', values: 0 },
} as const;

export type Operator = keyof typeof operators;

/** One line of a filter; all lines must hold. */
export interface Condition {
  readonly id: string;
  readonly field: string;
  readonly op: Operator;
  readonly value: string;
}

export function newCondition(field: string): Condition {
  return { id: crypto.randomUUID(), field, op: 'eq', value: '' };
}

/** The filter that the lines make; null where there are none. */
export function filterOf(conditions: readonly Condition[]): Filter | null {
  const parts = conditions.map(partOf);
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] ?? null) : { all: parts };
}

function partOf({ field, op, value }: Condition): Filter {
  const values = value.split(',').map((part) => part.trim());
  switch (op) {
    case 'isNull':
    case 'isNotNull':
      return { field, op };
    case 'in':
      return { field, op, value: values };
    case 'between':
      return { field, op, value: [values[0] ?? '', values[1] ?? ''] };
    default:
      return { field, op, value };
  }
}

/** The lines of a filter; null where it is more than lines that must all hold (it came through the API). */
export function conditionsOf(filter: Filter | null): readonly Condition[] | null {
  if (filter === null) return [];
  const parts = 'all' in filter ? filter.all : [filter];
  const lines = parts.map(lineOf);
  return lines.every((line) => line !== null) ? lines : null;
}

function lineOf(part: Filter): Condition | null {
  if (!('field' in part)) return null;
  const value = 'value' in part ? part.value : '';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return { id: crypto.randomUUID(), field: part.field, op: part.op, value: text };
}
