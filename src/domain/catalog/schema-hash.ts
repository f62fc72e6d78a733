import { createHash } from 'node:crypto';
import type { PreparedField } from './prepared-field.ts';

/** Tells whether two preparations found the same fields: their names, order, types and nullability, not their values. */
export function schemaHashOf(fields: readonly PreparedField[]): string {
  return createHash('sha256')
    .update(JSON.stringify(fields.map(shapeOf)))
    .digest('hex');
}

function shapeOf(field: PreparedField): unknown {
  const { name, logicalType, nativeType, nullable, children } = field;
  return [name, logicalType, nativeType, nullable, children?.map(shapeOf) ?? null];
}
