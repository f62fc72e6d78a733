import { decimalText, type Rational } from './rational.ts';
import type { Point } from './time.ts';

/** A value in the type that both sides compare in, or the fact that there is none or that it cannot be read so. */
export type Canonical =
  | { readonly kind: 'null' }
  | { readonly kind: 'unconvertible' }
  | { readonly kind: 'exact'; readonly value: Rational }
  /** Never -0. */
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'point'; readonly value: Point; readonly text: string }
  | { readonly kind: 'parts'; readonly parts: readonly Canonical[] };

export const nothing: Canonical = { kind: 'null' };
export const unconvertible: Canonical = { kind: 'unconvertible' };

/** Equal values have equal texts, and different ones different texts: JSON keeps every part apart. */
export function identityOf(value: Canonical): string {
  return JSON.stringify(toJson(value));
}

function toJson(value: Canonical): unknown {
  switch (value.kind) {
    case 'null':
    case 'unconvertible':
      return [value.kind];
    case 'exact':
      return ['exact', `${value.value.numerator}/${value.value.denominator}`];
    case 'parts':
      return ['parts', ...value.parts.map(toJson)];
    default:
      return [value.kind, String(value.value)];
  }
}

/** Unconvertible anywhere inside: such a value is equal to nothing. */
export function isUnconvertible(value: Canonical): boolean {
  return value.kind === 'unconvertible' || (value.kind === 'parts' && value.parts.some(isUnconvertible));
}

/** As a report shows an aggregate. */
export function valueText(value: Canonical): string | null {
  switch (value.kind) {
    case 'null':
      return null;
    case 'exact':
      return decimalText(value.value);
    case 'point':
      return value.text;
    case 'double':
    case 'text':
    case 'boolean':
      return String(value.value);
    default:
      throw new TypeError(`An aggregate is never ${value.kind}.`);
  }
}

/** Negative, zero or positive. Text goes by code point, false before true, NaN after every number. */
export function order(a: Canonical, b: Canonical): number {
  if (a.kind === 'exact' && b.kind === 'exact') {
    const difference = a.value.numerator * b.value.denominator - b.value.numerator * a.value.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (a.kind === 'text' && b.kind === 'text')
    return Buffer.compare(Buffer.from(a.value), Buffer.from(b.value));
  if (a.kind === 'boolean' && b.kind === 'boolean') return Number(a.value) - Number(b.value);
  if (a.kind === 'double' && b.kind === 'double') return orderDoubles(a.value, b.value);
  if (a.kind === 'point' && b.kind === 'point') return orderPoints(a.value, b.value);
  throw new TypeError(`${a.kind} and ${b.kind} have no order.`);
}

function orderDoubles(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

function orderPoints(a: Point, b: Point): number {
  const rank = (point: Point) => (point === 'infinity' ? 1 : point === '-infinity' ? -1 : 0);
  if (rank(a) !== rank(b) || typeof a !== 'bigint' || typeof b !== 'bigint') return rank(a) - rank(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
