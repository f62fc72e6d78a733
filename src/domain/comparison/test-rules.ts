import type { FunctionCode } from './binding.ts';
import type { ComparisonKind } from './comparison-type.ts';
import type { Tolerance } from './tolerance.ts';
import { type OptionFault, toleranceFaults } from './tolerance-rules.ts';

export const aggregateFunctions = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'AVG', 'SUM'] as const;
export const setFunctions = ['SET_A_IN_B', 'SET_B_IN_A', 'SET_A_EQUALS_B'] as const;
export const rowFunctions = ['VALUE', 'OUTER_VALUE'] as const;

export function isOneOf<T extends FunctionCode>(functions: readonly T[], code: FunctionCode): code is T {
  return functions.some((known) => known === code);
}

/** What a test is about, before it is known what its fields are. */
export interface TestShape {
  readonly functionCode: FunctionCode;
  readonly fields: readonly unknown[];
  readonly keys: readonly unknown[];
}

/** Where a test has too many or too few fields or keys; null where it has not. */
export function fieldNumberFault(test: TestShape): OptionFault | null {
  const { functionCode, fields, keys } = test;
  if (isOneOf(rowFunctions, functionCode)) {
    return fields.length > 0
      ? null
      : { pointer: '/fields', detail: `${functionCode} compares at least one field.` };
  }
  if (keys.length > 0) {
    return { pointer: '/keys', detail: `${functionCode} matches no rows, so it takes no keys.` };
  }
  if (fields.length === 1 || (fields.length === 0 && functionCode === 'COUNT')) return null;
  return { pointer: '/fields', detail: `${functionCode} takes one field, not ${fields.length}.` };
}

/** `kind` is what the field compares as; undefined without a field. */
export function testToleranceFaults(
  tolerance: Tolerance,
  { functionCode, fields, keys }: TestShape,
  kind: ComparisonKind | undefined,
): readonly OptionFault[] {
  if (isOneOf(setFunctions, functionCode)) {
    return [{ pointer: '', detail: 'Members of sets are equal or not: there is no tolerance for them.' }];
  }
  if (isOneOf(rowFunctions, functionCode) && (keys.length === 0 || fields.length > 1)) {
    return [{ pointer: '', detail: 'A tolerance is for one field of rows that are matched by keys.' }];
  }
  // How many there are is a number, whatever is counted.
  const isCount = functionCode === 'COUNT' || functionCode === 'COUNT_DISTINCT';
  const measured = isCount ? 'exactNumeric' : kind;
  return measured === undefined ? [] : toleranceFaults(tolerance, measured);
}
