/** What a field is, whatever system holds it. Every connector maps its native types to these. */
export type LogicalType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'long' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'double' }
  | { readonly kind: 'string' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time'; readonly precision: number }
  | { readonly kind: 'timestamp'; readonly precision: number; readonly zoned: boolean }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'binary' }
  | { readonly kind: 'json' }
  | { readonly kind: 'struct'; readonly fields: readonly StructField[] }
  | { readonly kind: 'list'; readonly element: LogicalType }
  | { readonly kind: 'map'; readonly key: LogicalType; readonly value: LogicalType }
  | { readonly kind: 'unknown' };

export interface StructField {
  readonly name: string;
  readonly type: LogicalType;
}

export type LogicalKind = LogicalType['kind'];
