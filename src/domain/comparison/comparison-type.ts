/**
 * The one type in which the values of both sides are compared. With a side's logical type and binding it is all that a
 * dialect needs: the binding says how text or a number is *read*, and everything else that must happen to reach the
 * comparison type (date → midnight, long → decimal, exact → double, zoned → wall clock, cutting fractional digits)
 * follows from the logical type and this type, inside containers too.
 */
export type ComparisonType =
  | ExactNumericComparison
  | { readonly kind: 'double' }
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  /** Finer digits are cut off, never rounded (see `TimestampComparison`). */
  | { readonly kind: 'time'; readonly precision: number }
  | TimestampComparison
  | { readonly kind: 'uuid' }
  | { readonly kind: 'binary' }
  /** By meaning: the order of object keys and white space do not count, numbers compare by their exact value. */
  | { readonly kind: 'json' }
  | StructComparison
  | { readonly kind: 'list'; readonly element: ComparisonType }
  /** The order of entries does not count. */
  | { readonly kind: 'map'; readonly key: ComparisonType; readonly value: ComparisonType }
  | PerSideComparison
  /** Values are not compared; only whether there is one. COUNT. */
  | { readonly kind: 'presence' };

/**
 * Exact decimal numbers, large enough for both sides: `precision - scale` integer digits and `scale` fractional ones.
 * `carrier` says how: up to 38 digits every engine has a decimal; beyond, values are equal when their canonical decimal
 * texts are (`[-]digits[.digits]`, no leading or trailing zeros, no `-0`). Neither ever passes through a double.
 */
export interface ExactNumericComparison {
  readonly kind: 'exactNumeric';
  readonly precision: number;
  readonly scale: number;
  readonly carrier: 'decimal' | 'digits';
}

/**
 * Points in time, to `precision` fractional digits; finer digits are cut off toward the past. Cutting is the one rule
 * that DuckDB, Trino, Spark, PostgreSQL and MySQL can all do exactly (it is cutting the text of the fraction, also
 * before 1970), and cutting twice is the same as cutting once, which no rounding rule is.
 *
 * `instant`: both sides are zoned. `wall`: wall clocks are compared. `zone` is the zone whose wall clock that is, or
 * null where both sides are compared as they are written. A zoned side is shown on the clock of `zone`, which has
 * exactly one answer for every instant, where reading a wall clock as an instant has two in the hour that repeats.
 * `sourceZone` and `targetZone` are the zones in which naive values of a side are written; null for a zoned side and
 * where nothing is converted. A naive side whose zone is not `zone` is read in its own zone, then shown in `zone`.
 */
export interface TimestampComparison {
  readonly kind: 'timestamp';
  readonly precision: number;
  readonly clock: 'instant' | 'wall';
  readonly zone: string | null;
  readonly sourceZone: string | null;
  readonly targetZone: string | null;
}

/** Fields are matched by name and sorted by it; both sides have exactly these, in any order. */
export interface StructComparison {
  readonly kind: 'struct';
  readonly fields: readonly { readonly name: string; readonly type: ComparisonType }[];
}

/** Each side is distinguished within its own type; only COUNT_DISTINCT, which compares two counts, can do with it. */
export interface PerSideComparison {
  readonly kind: 'perSide';
  readonly source: ComparisonType;
  readonly target: ComparisonType;
}

export type ComparisonKind = ComparisonType['kind'];

/** Whether the type is of this kind, or holds it anywhere inside. */
export function holdsKind(type: ComparisonType, kind: ComparisonKind): boolean {
  if (type.kind === kind) return true;
  switch (type.kind) {
    case 'struct':
      return type.fields.some((field) => holdsKind(field.type, kind));
    case 'list':
      return holdsKind(type.element, kind);
    case 'map':
      return holdsKind(type.key, kind) || holdsKind(type.value, kind);
    default:
      return false;
  }
}
