/** A type of PostgreSQL, taken apart as its catalogue has it. */
export type PostgresqlType =
  | BaseType
  | { readonly kind: 'enum' }
  | { readonly kind: 'range' }
  | { readonly kind: 'array'; readonly element: PostgresqlType; readonly dimensions: number }
  | { readonly kind: 'composite'; readonly attributes: readonly CompositeAttribute[] }
  /** A type of an extension, or one that has no values of its own. */
  | { readonly kind: 'other'; readonly name: string };

export interface BaseType {
  readonly kind: 'base';
  /** Where its functions are: `pg_catalog`, but for the types of extensions. */
  readonly schema: string;
  /** As the catalogue names it: `int4`, `bpchar`, `timestamptz`; or `citext`, `hstore` of the extensions. */
  readonly name: string;
  /** What stands in parentheses, as the catalogue encodes it; -1 for nothing. */
  readonly modifier: number;
}

export interface CompositeAttribute {
  readonly name: string;
  readonly type: PostgresqlType;
}

/** Precision and scale of numeric(p,s); null where none is declared. A scale may be negative, or exceed the precision. */
export function numericModifier(
  modifier: number,
): { readonly precision: number; readonly scale: number } | null {
  if (modifier < 4) return null;
  const packed = modifier - 4;
  // Eleven bits with a sign, since version 15; before, a scale was never negative and fitted in ten.
  return { precision: (packed >> 16) & 0xffff, scale: ((packed & 0x7ff) ^ 1024) - 1024 };
}

/** Fractional digits of a time or timestamp. */
export function fractionalDigits(modifier: number): number {
  return modifier < 0 ? 6 : modifier;
}
