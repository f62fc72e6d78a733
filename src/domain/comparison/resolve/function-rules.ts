import type { FunctionCode } from '../binding.ts';
import type { ComparisonKind } from '../comparison-type.ts';

/** What a function asks of the type in which values are compared. */
export type FunctionNeed = 'anything' | 'scalar' | 'ordered' | 'number' | 'comparable';

/**
 * COUNT compares how many values there are, so it takes any two fields and converts nothing. COUNT_DISTINCT compares
 * two counts as well, but which values are distinct depends on the type: fields that share a comparison type are
 * counted in it (so that the lower precision, say, holds for both), fields that need a choice use it if one is made,
 * and otherwise each side counts within its own type. The rest compare values and need one type for both.
 */
export const functionNeeds: Record<FunctionCode, FunctionNeed> = {
  COUNT: 'anything',
  COUNT_DISTINCT: 'scalar',
  MIN: 'ordered',
  MAX: 'ordered',
  AVG: 'number',
  SUM: 'number',
  VALUE: 'comparable',
  OUTER_VALUE: 'comparable',
  SET_A_IN_B: 'comparable',
  SET_B_IN_A: 'comparable',
  SET_A_EQUALS_B: 'comparable',
};

export const needInWords: Record<FunctionNeed, string> = {
  anything: 'any field',
  scalar: 'single values, not structs, lists or maps',
  ordered: 'values with an order: numbers, text, dates, times or booleans',
  number: 'numbers',
  comparable: 'fields that compare with each other',
};

const met: Record<ComparisonKind, readonly FunctionNeed[]> = {
  exactNumeric: ['anything', 'scalar', 'ordered', 'number', 'comparable'],
  double: ['anything', 'scalar', 'ordered', 'number', 'comparable'],
  text: ['anything', 'scalar', 'ordered', 'comparable'],
  boolean: ['anything', 'scalar', 'ordered', 'comparable'],
  date: ['anything', 'scalar', 'ordered', 'comparable'],
  time: ['anything', 'scalar', 'ordered', 'comparable'],
  timestamp: ['anything', 'scalar', 'ordered', 'comparable'],
  uuid: ['anything', 'scalar', 'comparable'],
  binary: ['anything', 'scalar', 'comparable'],
  json: ['anything', 'scalar', 'comparable'],
  struct: ['anything', 'comparable'],
  list: ['anything', 'comparable'],
  map: ['anything', 'comparable'],
  perSide: ['scalar'],
  presence: ['anything'],
};

export function functionFits(functionCode: FunctionCode, kind: ComparisonKind): boolean {
  return met[kind].includes(functionNeeds[functionCode]);
}
