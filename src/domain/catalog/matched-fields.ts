import { type BySide, eachSide } from '../comparison/by-side.ts';
import { type FieldPath, type FieldStep, itemsStep } from '../comparison/field-path.ts';
import type { LogicalType } from '../comparison/logical-type.ts';
import { parseLogicalType } from '../comparison/logical-type-text.ts';
import { familyOf } from '../comparison/logical-type-traits.ts';
import { plainName } from './name-likeness.ts';
import type { PreparedField } from './prepared-field.ts';

/** A field that holds values itself, wherever it lies. */
export interface LeafField {
  readonly path: FieldPath;
  readonly logicalType: LogicalType;
  readonly field: PreparedField;
}

/** Fields of both sides at the same place by name; names that several fields of a side share match nothing. */
export function matchedFields(sides: BySide<readonly PreparedField[]>): readonly BySide<LeafField>[] {
  const byPlace = eachSide(sides, (fields) => leavesByPlace(fields));
  return [...byPlace.source].flatMap(([place, [source, ...more]]) => {
    const [target, ...others] = byPlace.target.get(place) ?? [];
    const isOne = more.length === 0 && others.length === 0;
    return source && target && isOne ? [{ source, target }] : [];
  });
}

function leavesByPlace(fields: readonly PreparedField[]): ReadonlyMap<string, readonly LeafField[]> {
  return Map.groupBy(leaves(fields, []), ({ path }) =>
    path.map((step) => (step.kind === 'items' ? '[]' : plainName(step.name))).join('.'),
  );
}

function leaves(fields: readonly PreparedField[], parent: FieldPath): LeafField[] {
  return fields.flatMap((field) => {
    const path: FieldStep[] = [...parent, { kind: 'name', name: field.name }];
    const type = parseLogicalType(field.logicalType);
    const logicalType: LogicalType = type.ok ? type.value : { kind: 'unknown' };
    if (field.children !== null && familyOf(logicalType) === 'container') {
      return leaves(field.children, insideOf(path, logicalType));
    }
    return [{ path, logicalType, field }];
  });
}

/** The children of a collection are the fields of its items. */
function insideOf(path: FieldPath, type: LogicalType): FieldPath {
  if (type.kind === 'list') return insideOf([...path, itemsStep], type.element);
  return type.kind === 'map' ? [...path, itemsStep] : path;
}
