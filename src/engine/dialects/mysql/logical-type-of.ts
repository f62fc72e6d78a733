import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { exactly, noted, type TypeReading } from '../../pushdown/type-reading.ts';
import type { MysqlType } from './native-type.ts';

const plain: Readonly<Record<string, LogicalType>> = {
  smallint: { kind: 'long' },
  mediumint: { kind: 'long' },
  int: { kind: 'long' },
  year: { kind: 'long' },
  float: { kind: 'double' },
  double: { kind: 'double' },
  char: { kind: 'string' },
  varchar: { kind: 'string' },
  tinytext: { kind: 'string' },
  text: { kind: 'string' },
  mediumtext: { kind: 'string' },
  longtext: { kind: 'string' },
  enum: { kind: 'string' },
  set: { kind: 'string' },
  binary: { kind: 'binary' },
  varbinary: { kind: 'binary' },
  tinyblob: { kind: 'binary' },
  blob: { kind: 'binary' },
  mediumblob: { kind: 'binary' },
  longblob: { kind: 'binary' },
  date: { kind: 'date' },
  json: { kind: 'json' },
  uuid: { kind: 'uuid' },
};

export function logicalTypeOf(type: MysqlType): TypeReading {
  if (type.isJsonText) return exactly({ kind: 'json' });
  const known = plain[type.name];
  if (known !== undefined) return exactly(known);
  switch (type.name) {
    case 'tinyint':
      return type.displayWidth === 1
        ? noted(
            { kind: 'long' },
            'type_as_number',
            'tinyint(1) is a number, also where it is meant as a boolean',
          )
        : exactly({ kind: 'long' });
    case 'bigint':
      // Twenty digits outgrow 64 signed bits.
      return exactly(type.unsigned ? { kind: 'decimal', precision: 20, scale: 0 } : { kind: 'long' });
    case 'decimal':
      return exactly({ kind: 'decimal', precision: type.precision, scale: type.scale });
    case 'bit':
      return type.precision === 1
        ? noted({ kind: 'long' }, 'type_as_number', 'bit(1) is 0 or 1')
        : noted({ kind: 'string' }, 'type_as_text', 'bit fields are compared as their binary digits');
    case 'time':
      return noted(
        { kind: 'time', precision: type.fraction },
        'precision_lost',
        'a time outside the day (below 00:00:00 or beyond 24:00:00) counts as a value that cannot be converted',
      );
    case 'datetime':
      return exactly({ kind: 'timestamp', precision: type.fraction, zoned: false });
    case 'timestamp':
      return exactly({ kind: 'timestamp', precision: type.fraction, zoned: true });
    case 'inet4':
    case 'inet6':
      return noted(
        { kind: 'string' },
        'type_as_text',
        'network addresses are compared as MariaDB writes them',
      );
    default:
      return noted({ kind: 'unknown' }, 'type_not_read', `${type.name} has no counterpart`);
  }
}
