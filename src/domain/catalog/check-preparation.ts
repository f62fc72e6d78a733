import type { FieldError } from '../app-error.ts';
import type { LogicalType } from '../comparison/logical-type.ts';
import { parseLogicalType, printLogicalType } from '../comparison/logical-type-text.ts';
import { familyOf, isNumeric } from '../comparison/logical-type-traits.ts';
import { type FieldProfile, maxFieldDepth, maxFields, type PreparedField } from './prepared-field.ts';

/**
 * What is wrong with fields that an executor sent, by pointer from where they stand: it may be broken, or not ours.
 * Bounds that could be values of rows are wrong too, so that none can get into the service by this way.
 */
export function preparationFaults(
  fields: readonly PreparedField[],
  rowCount: number | null,
  pointer: string,
): readonly FieldError[] {
  if (countFields(fields) > maxFields) {
    const detail = `A dataset has at most ${maxFields} fields, counting those inside others.`;
    return [{ pointer, code: 'fields_too_many', detail }];
  }
  const tooDeep = placeTooDeep(fields, pointer, 1);
  if (tooDeep !== undefined) {
    return [fault(tooDeep, 'fields_too_deep', `Fields nest at most ${maxFieldDepth} deep.`)];
  }
  return levelFaults(fields, rowCount, pointer);
}

/** Where fields begin that are inside too many others. */
function placeTooDeep(fields: readonly PreparedField[], pointer: string, depth: number): string | undefined {
  for (const [index, { children }] of fields.entries()) {
    if (children === null) continue;
    const inside = `${pointer}/${index}/children`;
    const place = depth === maxFieldDepth ? inside : placeTooDeep(children, inside, depth + 1);
    if (place !== undefined) return place;
  }
  return undefined;
}

function countFields(fields: readonly PreparedField[]): number {
  return fields.reduce((sum, { children }) => sum + 1 + countFields(children ?? []), 0);
}

function levelFaults(
  fields: readonly PreparedField[],
  rowCount: number | null,
  pointer: string,
): readonly FieldError[] {
  const seen = new Set<string>();
  return fields.flatMap((field, index) => {
    const at = `${pointer}/${index}`;
    const isRepeated = seen.has(field.name);
    seen.add(field.name);
    return [
      ...(isRepeated ? [fault(`${at}/name`, 'name_repeated', 'Another field has this name.')] : []),
      ...fieldFaults(field, rowCount, at),
    ];
  });
}

function fieldFaults(field: PreparedField, rowCount: number | null, at: string): readonly FieldError[] {
  const type = parseLogicalType(field.logicalType);
  if (!type.ok) {
    return [fault(`${at}/logicalType`, 'type_unreadable', `At ${type.fault.position}: ${type.fault.detail}`)];
  }
  const faults: FieldError[] = [];
  if (printLogicalType(type.value) !== field.logicalType) {
    faults.push(fault(`${at}/logicalType`, 'type_not_canonical', `Write ${printLogicalType(type.value)}.`));
  }
  if (field.children !== null) {
    if (familyOf(type.value) !== 'container') {
      faults.push(fault(`${at}/children`, 'children_unexpected', 'Only containers have fields inside them.'));
    }
    faults.push(...levelFaults(field.children, null, `${at}/children`));
  }
  if (field.profile !== null) {
    faults.push(...profileFaults(field.profile, type.value, rowCount, `${at}/profile`));
  }
  return faults;
}

function profileFaults(
  profile: FieldProfile,
  type: LogicalType,
  rowCount: number | null,
  at: string,
): readonly FieldError[] {
  const faults: FieldError[] = [];
  const isBeyond = (count: number) => rowCount !== null && count > rowCount;
  if (isBeyond(profile.nullCount)) {
    faults.push(fault(`${at}/nullCount`, 'count_too_large', 'There are fewer rows.'));
  }
  // An estimate may overshoot.
  if (profile.distinctCount?.exact && isBeyond(profile.distinctCount.value)) {
    faults.push(fault(`${at}/distinctCount/value`, 'count_too_large', 'There are fewer rows.'));
  }
  for (const side of ['min', 'max'] as const) {
    const bound = profile[side];
    if (bound !== null && !boundPattern(type).test(bound)) {
      faults.push(fault(`${at}/${side}`, 'bound_not_rounded', 'A bound must be rounded, and fit the type.'));
    }
  }
  return faults;
}

const never = /(?!)/;

/** What `boundOf` makes, and nothing else: no bound of any other type exists. */
function boundPattern(type: LogicalType): RegExp {
  if (isNumeric(type)) return /^(?:0|-?[1-9](?:\.[1-9])?e-?\d{1,5})$/;
  if (type.kind === 'time') return /^[0-2]\d$/;
  if (familyOf(type) === 'temporal') return /^\d{4,9}-[01]\d$/;
  return never;
}

function fault(pointer: string, code: string, detail: string): FieldError {
  return { pointer, code, detail };
}
