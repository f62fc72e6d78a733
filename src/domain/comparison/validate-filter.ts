import { parseFieldPath, printFieldPath } from './field-path.ts';
import { type FieldNode, findField } from './field-tree.ts';
import { type Filter, type FilterOp, type FilterValue, filterOps } from './filter.ts';
import { readFilterValue } from './filter-value.ts';
import type { LogicalType } from './logical-type.ts';
import { printLogicalType } from './logical-type-text.ts';
import { familyOf, isOrdered, isScalar } from './logical-type-traits.ts';
import { type ObservationScope, observe } from './observation-scope.ts';

export interface FilterFault {
  /** The part of the filter that breaks a rule (RFC 6901), from the filter's own root. */
  readonly pointer: string;
  readonly code: FilterFaultCode;
  readonly detail: string;
}

export type FilterFaultCode =
  | 'filter_shape'
  | 'filter_too_large'
  | 'field_unknown'
  | 'op_unknown'
  | 'op_not_applicable'
  | 'value_invalid';

/** The value, or every fault in it, not only the first. */
type Checked<T> = { readonly ok: true; readonly value: T } | Faulty;
interface Faulty {
  readonly ok: false;
  readonly faults: readonly FilterFault[];
}

export type ValidatedFilter = Checked<Filter>;

/** Deeper than a person nests conditions, and within what every engine's parser takes. */
export const maxFilterDepth = 16;
/** Engines plan expressions of thousands of terms badly, and no person writes them. */
export const maxFilterParts = 500;
/** Longer lists belong in a dataset. */
export const maxFilterListValues = 1000;

/** Reads a filter of a request against the fields of its side, as seen from the scope that is observed. */
export function validateFilter(
  input: unknown,
  fields: readonly FieldNode[],
  scope: ObservationScope,
): ValidatedFilter {
  const root: Place = { fields, scope, pointer: '', depth: 1 };
  if (partsOf(input) > maxFilterParts) {
    return faulty(root, 'filter_too_large', `A filter has at most ${maxFilterParts} parts.`);
  }
  return readFilter(input, root);
}

interface Place {
  readonly fields: readonly FieldNode[];
  readonly scope: ObservationScope;
  readonly pointer: string;
  readonly depth: number;
}

function readFilter(input: unknown, place: Place): Checked<Filter> {
  if (place.depth > maxFilterDepth) {
    return faulty(place, 'filter_too_large', `A filter nests at most ${maxFilterDepth} deep.`);
  }
  if (!isObject(input)) return faulty(place, 'filter_shape', shapeInWords);
  switch (Object.keys(input).sort().join(' ')) {
    case 'all':
      return mapValue(readGroup(input.all, at(place, 'all')), (all) => ({ all }));
    case 'any':
      return mapValue(readGroup(input.any, at(place, 'any')), (any) => ({ any }));
    case 'not':
      return mapValue(readFilter(input.not, deeper(at(place, 'not'))), (not) => ({ not }));
    case 'field op':
    case 'field op value':
      return readCondition(input, place);
    default:
      return faulty(place, 'filter_shape', shapeInWords);
  }
}

function readGroup(input: unknown, place: Place): Checked<readonly Filter[]> {
  if (!Array.isArray(input) || input.length === 0) {
    return faulty(place, 'filter_shape', 'A group is a list of at least one filter.');
  }
  return each(input, place, (filter, inner) => readFilter(filter, deeper(inner)));
}

function readCondition(input: Record<string, unknown>, place: Place): Checked<Filter> {
  const field = readField(input.field, at(place, 'field'));
  const op = readOp(input.op, at(place, 'op'));
  if (!field.ok || !op.ok) {
    return { ok: false, faults: [field, op].flatMap((part) => (part.ok ? [] : part.faults)) };
  }
  const { type, name } = field.value;
  if (!isApplicable(op.value, type)) {
    const detail = `${op.value} does not apply to ${printLogicalType(type)}.`;
    return faulty(at(place, 'op'), 'op_not_applicable', detail);
  }
  return readOperand(name, op.value, type, input, at(place, 'value'));
}

function readOperand(
  field: string,
  op: FilterOp,
  type: LogicalType,
  { value }: Record<string, unknown>,
  place: Place,
): Checked<Filter> {
  switch (op) {
    case 'isNull':
    case 'isNotNull':
      if (value !== undefined && value !== null)
        return faulty(place, 'value_invalid', `${op} takes no value.`);
      return checked({ field, op });
    case 'startsWith':
    case 'contains':
      if (typeof value !== 'string') return faulty(place, 'value_invalid', 'The value must be a text.');
      return checked({ field, op, value });
    case 'in':
      return mapValue(readList(value, type, place, 1, maxFilterListValues), (list) => ({
        field,
        op,
        value: list,
      }));
    case 'between':
      return mapValue(readList(value, type, place, 2, 2), ([low = '', high = '']) => ({
        field,
        op,
        value: Object.freeze<[FilterValue, FilterValue]>([low, high]),
      }));
    default:
      return mapValue(readValue(value, type, place), (only) => ({ field, op, value: only }));
  }
}

function readList(
  input: unknown,
  type: LogicalType,
  place: Place,
  least: number,
  most: number,
): Checked<readonly FilterValue[]> {
  if (!Array.isArray(input) || input.length < least || input.length > most) {
    const count = least === most ? `${least}` : `${least} to ${most}`;
    return faulty(place, 'value_invalid', `The value must be a list of ${count} values.`);
  }
  return each(input, place, (value, inner) => readValue(value, type, inner));
}

function readValue(input: unknown, type: LogicalType, place: Place): Checked<FilterValue> {
  const read = readFilterValue(input, type);
  return read.ok ? read : faulty(place, 'value_invalid', read.detail);
}

function readField(
  input: unknown,
  place: Place,
): Checked<{ readonly name: string; readonly type: LogicalType }> {
  const path = typeof input === 'string' ? parseFieldPath(input) : null;
  if (path === null) return faulty(place, 'filter_shape', 'The field is named by its path, a text.');
  if (!path.ok) {
    const { position, detail } = path.fault;
    return faulty(place, 'field_unknown', `The path is wrong at position ${position}: ${detail}`);
  }
  const search = findField(place.fields, path.value);
  if (!search.found) return faulty(place, 'field_unknown', search.detail);
  const observed = observe(path.value, place.scope);
  if (!observed.ok) return faulty(place, 'field_unknown', observed.fault.detail);
  return checked({ name: printFieldPath(path.value), type: search.field.logicalType });
}

function readOp(input: unknown, place: Place): Checked<FilterOp> {
  const op = filterOps.find((known) => known === input);
  return op === undefined
    ? faulty(place, 'op_unknown', `The operator must be one of ${filterOps.join(', ')}.`)
    : checked(op);
}

function isApplicable(op: FilterOp, type: LogicalType): boolean {
  switch (op) {
    case 'isNull':
    case 'isNotNull':
      return true;
    case 'startsWith':
    case 'contains':
      return type.kind === 'string';
    case 'eq':
    case 'ne':
    case 'in':
      return isScalar(type) && familyOf(type) !== 'json';
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'between':
      return isOrdered(type) && familyOf(type) !== 'boolean';
  }
}

const shapeInWords =
  'A filter is {"field", "op", "value"}, {"all": […]}, {"any": […]} or {"not": …}, with nothing else beside.';

/** How many objects a filter is made of, at any depth; counted without recursion, since it may be hostile. */
function partsOf(input: unknown): number {
  const open: unknown[] = [input];
  let parts = 0;
  while (open.length > 0 && parts <= maxFilterParts) {
    const part = open.pop();
    if (!isObject(part)) continue;
    parts += 1;
    for (const group of [part.all, part.any, [part.not]]) {
      if (Array.isArray(group)) open.push(...group.slice(0, maxFilterParts + 1));
    }
  }
  return parts;
}

function each<T>(
  inputs: readonly unknown[],
  place: Place,
  read: (input: unknown, place: Place) => Checked<T>,
): Checked<readonly T[]> {
  const all = inputs.map((input, index) => read(input, at(place, String(index))));
  const faults = all.flatMap((part) => (part.ok ? [] : part.faults));
  if (faults.length > 0) return { ok: false, faults };
  return checked(all.flatMap((part) => (part.ok ? [part.value] : [])));
}

function mapValue<T, U>(part: Checked<T>, build: (value: T) => U): Checked<U> {
  return part.ok ? checked(build(part.value)) : part;
}

function checked<T>(value: T): Checked<T> {
  return { ok: true, value: Object.freeze(value) };
}

function faulty({ pointer }: Place, code: FilterFaultCode, detail: string): Faulty {
  return { ok: false, faults: [{ pointer, code, detail }] };
}

function at(place: Place, key: string): Place {
  return { ...place, pointer: `${place.pointer}/${key}` };
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
