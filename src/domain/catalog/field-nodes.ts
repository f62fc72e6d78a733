import { type FieldPath, printFieldPath } from '../comparison/field-path.ts';
import { type FieldNode, type FieldSearch, findField } from '../comparison/field-tree.ts';
import { parseLogicalType } from '../comparison/logical-type-text.ts';
import type { PreparedField } from './prepared-field.ts';

/** The field as resolution knows it: with its type read. A type that cannot be read is `unknown`. */
export function fieldNodeOf(field: PreparedField): FieldNode {
  const type = parseLogicalType(field.logicalType);
  return {
    name: field.name,
    logicalType: type.ok ? type.value : { kind: 'unknown' },
    nativeType: field.nativeType,
    nullable: field.nullable,
    ...(field.children !== null && { children: field.children.map(fieldNodeOf) }),
  };
}

/** `findField` over prepared fields. Only the part of the tree that the path leads into is read. */
export function findPreparedField(fields: readonly PreparedField[], path: FieldPath): FieldSearch {
  const [first] = path;
  if (first?.kind !== 'name')
    return { found: false, detail: `\`${printFieldPath(path)}\` begins with no name.` };
  const top = fields.filter(({ name }) => name === first.name);
  return findField((top.length > 0 ? top : fields).map(fieldNodeOf), path);
}
