/** How a value is read before it is compared (interface.md, resolve_comparison). */
export const transforms = [
  'none',
  'to_string',
  'to_long',
  'to_decimal',
  'to_double',
  'to_boolean',
  'to_date',
  'to_timestamp',
  'to_peer_numeric',
] as const;
export type Transform = (typeof transforms)[number];

export interface Binding {
  readonly transform: Transform;
  /** Empty where the transform needs none. */
  readonly format: string;
}

export const surfaces = ['valueField', 'joinKey'] as const;
export type Surface = (typeof surfaces)[number];

export const choiceIds = ['asPeerNumeric', 'asText', 'asPeerDateTime'] as const;
export type ChoiceId = (typeof choiceIds)[number];

export const functionCodes = [
  'COUNT',
  'COUNT_DISTINCT',
  'MIN',
  'MAX',
  'AVG',
  'SUM',
  'VALUE',
  'OUTER_VALUE',
  'SET_A_IN_B',
  'SET_B_IN_A',
  'SET_A_EQUALS_B',
] as const;
export type FunctionCode = (typeof functionCodes)[number];
