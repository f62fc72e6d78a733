import type { FieldNode } from '../../domain/comparison/field-tree.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import type { NativeType } from './native-type.ts';

const scalars: Readonly<Record<string, LogicalType>> = {
  BOOLEAN: { kind: 'boolean' },
  TINYINT: { kind: 'long' },
  SMALLINT: { kind: 'long' },
  INTEGER: { kind: 'long' },
  BIGINT: { kind: 'long' },
  UTINYINT: { kind: 'long' },
  USMALLINT: { kind: 'long' },
  UINTEGER: { kind: 'long' },
  // These outgrow 64 signed bits.
  UBIGINT: { kind: 'decimal', precision: 20, scale: 0 },
  HUGEINT: { kind: 'decimal', precision: 39, scale: 0 },
  UHUGEINT: { kind: 'decimal', precision: 39, scale: 0 },
  FLOAT: { kind: 'double' },
  DOUBLE: { kind: 'double' },
  VARCHAR: { kind: 'string' },
  ENUM: { kind: 'string' },
  DATE: { kind: 'date' },
  TIME: { kind: 'time', precision: 6 },
  TIME_NS: { kind: 'time', precision: 9 },
  TIMESTAMP: { kind: 'timestamp', precision: 6, zoned: false },
  TIMESTAMP_S: { kind: 'timestamp', precision: 0, zoned: false },
  TIMESTAMP_MS: { kind: 'timestamp', precision: 3, zoned: false },
  TIMESTAMP_NS: { kind: 'timestamp', precision: 9, zoned: false },
  TIMESTAMPTZ: { kind: 'timestamp', precision: 6, zoned: true },
  'TIMESTAMP WITH TIME ZONE': { kind: 'timestamp', precision: 6, zoned: true },
  UUID: { kind: 'uuid' },
  BLOB: { kind: 'binary' },
  JSON: { kind: 'json' },
};

/**
 * What a type of the engine is. `scalar` may say otherwise for a leaf, in the order of the leaves: a file can know
 * more about a column than the type that it is read as.
 */
export function logicalTypeOf(
  type: NativeType,
  scalar: (known: LogicalType) => LogicalType = (known) => known,
): LogicalType {
  switch (type.kind) {
    case 'struct':
      return {
        kind: 'struct',
        fields: type.fields.map((field) => ({ name: field.name, type: logicalTypeOf(field.type, scalar) })),
      };
    case 'list':
      return { kind: 'list', element: logicalTypeOf(type.element, scalar) };
    case 'map':
      return { kind: 'map', key: logicalTypeOf(type.key, scalar), value: logicalTypeOf(type.value, scalar) };
    case 'scalar':
      return scalar(knownScalar(type.name, type.parameters));
  }
}

function knownScalar(name: string, parameters: readonly number[]): LogicalType {
  if (name === 'DECIMAL')
    return { kind: 'decimal', precision: parameters[0] ?? 18, scale: parameters[1] ?? 0 };
  return scalars[name] ?? { kind: 'unknown' };
}

/** The fields inside a type: a struct's own, or those of the structs in a collection. */
export function childrenOf(type: NativeType, logical: LogicalType): readonly FieldNode[] | undefined {
  if (type.kind === 'list' && logical.kind === 'list') return childrenOf(type.element, logical.element);
  if (type.kind !== 'struct' || logical.kind !== 'struct') return undefined;
  return type.fields.map((field, index) => {
    const logicalType = logical.fields[index]?.type ?? { kind: 'unknown' };
    const children = childrenOf(field.type, logicalType);
    return {
      name: field.name,
      logicalType,
      nativeType: nativeTypeText(field.type),
      nullable: true,
      ...(children === undefined ? {} : { children }),
    };
  });
}

/** The type as DuckDB reads it. */
export function nativeTypeText(type: NativeType): string {
  switch (type.kind) {
    case 'struct': {
      const fields = type.fields.map(
        ({ name, type: inner }) => `"${name.replaceAll('"', '""')}" ${nativeTypeText(inner)}`,
      );
      return `STRUCT(${fields.join(', ')})`;
    }
    case 'list':
      return `${nativeTypeText(type.element)}[]`;
    case 'map':
      return `MAP(${nativeTypeText(type.key)}, ${nativeTypeText(type.value)})`;
    case 'scalar':
      return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.join(',')})`;
  }
}
