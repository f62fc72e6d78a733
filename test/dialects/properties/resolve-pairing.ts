import type { FunctionCode, Surface } from '../../../src/domain/comparison/binding.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import type { LogicalType } from '../../../src/domain/comparison/logical-type.ts';
import type { Resolution, ResolutionInputSide } from '../../../src/domain/comparison/resolution.ts';
import { resolveComparison } from '../../../src/domain/comparison/resolve-comparison.ts';
import { duckDbType } from '../../support/duckdb-relations.ts';
import type { StoredType } from '../../support/relations.ts';
import type { Pairing } from './pairings.ts';

export function resolvePairing(
  { source, target, selection, zones }: Omit<Pairing, 'values'>,
  surface: Surface,
  functionCode: FunctionCode | null,
): Resolution {
  return resolveComparison({
    surface,
    functionCode,
    selection,
    storedBinding: null,
    source: inputSide(source, zones.source),
    target: inputSide(target, zones.target),
  });
}

function inputSide(type: StoredType, declaredZone: string | null): ResolutionInputSide {
  return {
    field: fieldPath('v'),
    scope: null,
    logicalType: logicalTypeOf(type),
    nativeType: duckDbType(type),
    nullable: true,
    declaredZone,
  };
}

/** What preparation says of a column that is stored so. */
export function logicalTypeOf(type: StoredType): LogicalType {
  switch (type.kind) {
    case 'integer':
      // An unsigned integer of 64 bits outgrows a long.
      return type.unsigned ? { kind: 'decimal', precision: 20, scale: 0 } : { kind: 'long' };
    case 'float':
      return { kind: 'double' };
    case 'text':
    case 'char':
      return { kind: 'string' };
    case 'time':
      return { kind: 'time', precision: 6 };
    case 'int96':
      return { kind: 'timestamp', precision: 6, zoned: false };
    case 'struct':
      return {
        kind: 'struct',
        fields: type.fields.map((field) => ({ name: field.name, type: logicalTypeOf(field.type) })),
      };
    case 'list':
      return { kind: 'list', element: logicalTypeOf(type.element) };
    case 'map':
      return { kind: 'map', key: logicalTypeOf(type.key), value: logicalTypeOf(type.value) };
    default:
      return type;
  }
}
