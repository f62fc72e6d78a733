import { isDeepStrictEqual } from 'node:util';
import type { LogicalKind, LogicalType } from './logical-type.ts';

/** Types of one family compare with each other by themselves; across families a person chooses. */
export type Family =
  | 'exactNumeric'
  | 'double'
  | 'text'
  | 'temporal'
  | 'boolean'
  | 'uuid'
  | 'binary'
  | 'json'
  | 'container'
  | 'unknown';

interface Traits {
  readonly family: Family;
  /** Has a least and a greatest value: MIN and MAX mean something. Text orders by code point, false before true. */
  readonly ordered: boolean;
  /** One value: its distinct values can be counted. */
  readonly scalar: boolean;
}

const traits: Record<LogicalKind, Traits> = {
  boolean: { family: 'boolean', ordered: true, scalar: true },
  long: { family: 'exactNumeric', ordered: true, scalar: true },
  decimal: { family: 'exactNumeric', ordered: true, scalar: true },
  double: { family: 'double', ordered: true, scalar: true },
  string: { family: 'text', ordered: true, scalar: true },
  date: { family: 'temporal', ordered: true, scalar: true },
  time: { family: 'temporal', ordered: true, scalar: true },
  timestamp: { family: 'temporal', ordered: true, scalar: true },
  // Engines order UUIDs differently (signed halves, bytes, text), and some cannot order bytes or JSON at all.
  uuid: { family: 'uuid', ordered: false, scalar: true },
  binary: { family: 'binary', ordered: false, scalar: true },
  json: { family: 'json', ordered: false, scalar: true },
  struct: { family: 'container', ordered: false, scalar: false },
  list: { family: 'container', ordered: false, scalar: false },
  map: { family: 'container', ordered: false, scalar: false },
  unknown: { family: 'unknown', ordered: false, scalar: false },
};

export function familyOf(type: LogicalType): Family {
  return traits[type.kind].family;
}

export function isOrdered(type: LogicalType): boolean {
  return traits[type.kind].ordered;
}

export function isScalar(type: LogicalType): boolean {
  return traits[type.kind].scalar;
}

export function isNumeric(type: LogicalType): boolean {
  const family = familyOf(type);
  return family === 'exactNumeric' || family === 'double';
}

/** Struct fields in another order make another type, though they compare as equal. */
export function sameLogicalType(a: LogicalType, b: LogicalType): boolean {
  return isDeepStrictEqual(a, b);
}
