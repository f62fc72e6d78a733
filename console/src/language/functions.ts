import type { OperationInput } from '../../../src/contract/client.ts';

export type FunctionCode = NonNullable<OperationInput<'resolve_comparison'>['body']['functionCode']>;

interface FunctionWords {
  readonly label: string;
  /** What passes, in a sentence. */
  readonly promise: string;
  readonly kind: 'aggregate' | 'rows' | 'set';
}

/** Every function, in words. */
export const functions: Readonly<Record<FunctionCode, FunctionWords>> = {
  COUNT: { label: 'Count', promise: 'Both sides have as many values.', kind: 'aggregate' },
  COUNT_DISTINCT: {
    label: 'Distinct count',
    promise: 'Both sides have as many different values.',
    kind: 'aggregate',
  },
  MIN: { label: 'Minimum', promise: 'The least value is the same on both sides.', kind: 'aggregate' },
  MAX: { label: 'Maximum', promise: 'The greatest value is the same on both sides.', kind: 'aggregate' },
  AVG: { label: 'Average', promise: 'The average is the same on both sides.', kind: 'aggregate' },
  SUM: { label: 'Sum', promise: 'The sum is the same on both sides.', kind: 'aggregate' },
  VALUE: {
    label: 'Values',
    promise:
      'Rows that match by key have the same values. Rows of one side only are counted, and do not fail.',
    kind: 'rows',
  },
  OUTER_VALUE: {
    label: 'Values, all rows',
    promise: 'Every row has its match by key, with the same values.',
    kind: 'rows',
  },
  SET_A_IN_B: {
    label: 'Source in target',
    promise: 'Every value of the source occurs in the target.',
    kind: 'set',
  },
  SET_B_IN_A: {
    label: 'Target in source',
    promise: 'Every value of the target occurs in the source.',
    kind: 'set',
  },
  SET_A_EQUALS_B: {
    label: 'Same set',
    promise: 'Both sides have the same different values.',
    kind: 'set',
  },
};

export const functionCodes = Object.keys(functions) as FunctionCode[];
