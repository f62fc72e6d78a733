import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { exactly, noted, type TypeNote, type TypeReading } from '../../pushdown/type-reading.ts';
import { fieldsIn, numberIn, type TypeSignature, typeIn } from './native-type.ts';

const asText = (what: string) =>
  noted({ kind: 'string' }, 'type_as_text', `${what} are compared as Trino writes them`);

const fixed: Readonly<Record<string, TypeReading>> = {
  boolean: exactly({ kind: 'boolean' }),
  tinyint: exactly({ kind: 'long' }),
  smallint: exactly({ kind: 'long' }),
  integer: exactly({ kind: 'long' }),
  bigint: exactly({ kind: 'long' }),
  real: exactly({ kind: 'double' }),
  double: exactly({ kind: 'double' }),
  varchar: exactly({ kind: 'string' }),
  char: exactly({ kind: 'string' }),
  varbinary: exactly({ kind: 'binary' }),
  date: exactly({ kind: 'date' }),
  uuid: exactly({ kind: 'uuid' }),
  json: exactly({ kind: 'json' }),
  ipaddress: asText('network addresses'),
  'interval day to second': asText('intervals'),
  'interval year to month': asText('intervals'),
};

/** Points in time have up to 12 digits in Trino. Everywhere else they have nine at most, and instants six. */
const naiveDigits = 9;
const zonedDigits = 6;

export function logicalTypeOf(type: TypeSignature): TypeReading {
  const known = fixed[type.rawType];
  if (known !== undefined) return known;
  switch (type.rawType) {
    case 'decimal':
      return exactly({ kind: 'decimal', precision: numberIn(type, 0) ?? 38, scale: numberIn(type, 1) ?? 0 });
    case 'time':
      return cut(type, naiveDigits, (precision) => ({ kind: 'time', precision }));
    case 'time with time zone': {
      const read = cut(type, zonedDigits, (precision) => ({ kind: 'time', precision }));
      const reason = 'the time of day in UTC is compared, not the offset';
      return { ...read, notes: [...read.notes, { code: 'precision_lost', reason }] };
    }
    case 'timestamp':
      return cut(type, naiveDigits, (precision) => ({ kind: 'timestamp', precision, zoned: false }));
    case 'timestamp with time zone':
      return cut(type, zonedDigits, (precision) => ({ kind: 'timestamp', precision, zoned: true }));
    case 'array': {
      const { logicalType, notes } = logicalTypeOf(typeIn(type, 0));
      return held({ kind: 'list', element: logicalType }, [logicalType], notes);
    }
    case 'map': {
      const [key, value] = [logicalTypeOf(typeIn(type, 0)), logicalTypeOf(typeIn(type, 1))];
      const inside = [key.logicalType, value.logicalType] as const;
      return held({ kind: 'map', key: inside[0], value: inside[1] }, inside, [...key.notes, ...value.notes]);
    }
    case 'row':
      return structType(type);
    default:
      return unread(`${type.rawType} has no counterpart`);
  }
}

function cut(
  type: TypeSignature,
  most: number,
  logicalType: (precision: number) => LogicalType,
): TypeReading {
  const digits = numberIn(type, 0) ?? 3;
  return digits <= most
    ? exactly(logicalType(digits))
    : noted(logicalType(most), 'precision_lost', `fractional digits beyond the ${most}th are not compared`);
}

function structType(type: TypeSignature): TypeReading {
  const fields = fieldsIn(type).map(({ name, type: inner }) => ({ name, reading: logicalTypeOf(inner) }));
  const named = fields.flatMap(({ name, reading }) =>
    name === null ? [] : [{ name, type: reading.logicalType }],
  );
  if (named.length < fields.length) return unread('a row whose fields have no names cannot be looked into');
  return held(
    { kind: 'struct', fields: named },
    named.map((field) => field.type),
    fields.flatMap(({ reading }) => reading.notes),
  );
}

/** What holds something that is not read cannot be read whole. */
function held(
  logicalType: LogicalType,
  inside: readonly LogicalType[],
  notes: readonly TypeNote[],
): TypeReading {
  const isRead = inside.every(({ kind }) => kind !== 'unknown');
  return isRead ? { logicalType, notes } : { logicalType: { kind: 'unknown' }, notes };
}

function unread(reason: string): TypeReading {
  return noted({ kind: 'unknown' }, 'type_not_read', reason);
}
