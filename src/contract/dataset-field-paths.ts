import type { PreparedField } from '../domain/catalog/prepared-field.ts';
import { type FieldPath, itemsOf, printFieldPath } from '../domain/comparison/field-path.ts';

/** A field of a dataset with the path by which operations name it. */
export interface LocatedField {
  readonly path: string;
  readonly field: PreparedField;
}

/** Every field that can be named, containers before what is inside them: `orders`, then `orders[].lines`. */
export function datasetFieldPaths(fields: readonly PreparedField[]): readonly LocatedField[] {
  return within([], fields);
}

function within(parent: FieldPath, fields: readonly PreparedField[]): readonly LocatedField[] {
  return fields.flatMap((field) => {
    const path: FieldPath = [...parent, { kind: 'name', name: field.name }];
    const inside = /^(list|map)</.test(field.logicalType) ? itemsOf(path) : path;
    return [{ path: printFieldPath(path), field }, ...within(inside, field.children ?? [])];
  });
}
