/**
 * Which rows of a side are looked at: structured, never SQL. A condition on a NULL is false, whatever its operator but
 * `isNull`, and `not` turns exactly the rows around that do not pass: there is no third truth value.
 */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter }
  | FilterCondition;

export type FilterCondition =
  | { readonly field: string; readonly op: FilterComparison; readonly value: FilterValue }
  | { readonly field: string; readonly op: 'in'; readonly value: readonly FilterValue[] }
  /** Both ends included. */
  | { readonly field: string; readonly op: 'between'; readonly value: readonly [FilterValue, FilterValue] }
  | { readonly field: string; readonly op: FilterTextMatch; readonly value: string }
  | { readonly field: string; readonly op: FilterNullTest };

export const filterComparisons = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type FilterComparison = (typeof filterComparisons)[number];
export const filterTextMatches = ['startsWith', 'contains'] as const;
export type FilterTextMatch = (typeof filterTextMatches)[number];
export const filterNullTests = ['isNull', 'isNotNull'] as const;
export type FilterNullTest = (typeof filterNullTests)[number];
export const filterOps = [
  ...filterComparisons,
  'in',
  'between',
  ...filterNullTests,
  ...filterTextMatches,
] as const;
export type FilterOp = (typeof filterOps)[number];

/**
 * A value in the field's own type. After validation: booleans are booleans; everything else is its canonical text
 * (numbers as plain decimals, doubles as JavaScript writes them; dates and times in ISO 8601, zoned ones in UTC; UUIDs
 * lower-case with dashes; bytes as lower-case hex).
 */
export type FilterValue = string | boolean;

/** The texts by which a filter names fields, as often as it does. */
export function fieldsOfFilter(filter: Filter): readonly string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsOfFilter);
  if ('any' in filter) return filter.any.flatMap(fieldsOfFilter);
  return 'not' in filter ? fieldsOfFilter(filter.not) : [filter.field];
}
