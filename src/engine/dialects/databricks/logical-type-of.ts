import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { exactly, noted, type TypeNote, type TypeReading } from '../../pushdown/type-reading.ts';
import type { NativeType } from './native-type.ts';

const fixed: Readonly<Record<string, LogicalType>> = {
  boolean: { kind: 'boolean' },
  tinyint: { kind: 'long' },
  byte: { kind: 'long' },
  smallint: { kind: 'long' },
  short: { kind: 'long' },
  int: { kind: 'long' },
  integer: { kind: 'long' },
  bigint: { kind: 'long' },
  long: { kind: 'long' },
  float: { kind: 'double' },
  real: { kind: 'double' },
  double: { kind: 'double' },
  string: { kind: 'string' },
  varchar: { kind: 'string' },
  char: { kind: 'string' },
  binary: { kind: 'binary' },
  date: { kind: 'date' },
  timestamp: { kind: 'timestamp', precision: 6, zoned: true },
  timestamp_ltz: { kind: 'timestamp', precision: 6, zoned: true },
  timestamp_ntz: { kind: 'timestamp', precision: 6, zoned: false },
  variant: { kind: 'json' },
};

export function logicalTypeOf(type: NativeType): TypeReading {
  const known = fixed[type.name];
  if (known !== undefined) return exactly(known);
  if (type.name.startsWith('interval')) {
    return noted({ kind: 'string' }, 'type_as_text', 'intervals are compared as Databricks writes them');
  }
  switch (type.name) {
    case 'decimal':
    case 'dec':
    case 'numeric': {
      const [precision = 10, scale = 0] = type.numbers;
      return exactly({ kind: 'decimal', precision, scale });
    }
    case 'array':
      return held(type, ([element]) => ({ kind: 'list', element: element ?? unknown }));
    case 'map':
      return held(type, ([key, value]) => ({ kind: 'map', key: key ?? unknown, value: value ?? unknown }));
    case 'struct':
      return held(type, (inside) => ({
        kind: 'struct',
        fields: type.inner.map(({ name }, index) => ({ name, type: inside[index] ?? unknown })),
      }));
    default:
      return noted(unknown, 'type_not_read', `${type.name} has no counterpart`);
  }
}

const unknown: LogicalType = { kind: 'unknown' };

/** What holds something that is not read cannot be read whole. */
function held(
  { inner }: NativeType,
  logicalType: (inside: readonly LogicalType[]) => LogicalType,
): TypeReading {
  const readings = inner.map(({ type }) => logicalTypeOf(type));
  const inside = readings.map((reading) => reading.logicalType);
  const notes: readonly TypeNote[] = readings.flatMap((reading) => reading.notes);
  const isRead = inside.every(({ kind }) => kind !== 'unknown');
  return { logicalType: isRead ? logicalType(inside) : unknown, notes };
}
