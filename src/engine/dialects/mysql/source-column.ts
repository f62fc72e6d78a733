import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { SourceColumn } from '../../pushdown/pushdown-dialect.ts';
import { bytesOf, identifier } from './lexical.ts';
import type { MysqlType } from './native-type.ts';

/** How MySQL reads a column of this type. Its session is pinned (see `sessionStatements`). */
export function sourceColumn(name: string, type: MysqlType, logicalType: LogicalType): SourceColumn {
  const reference = identifier(name);
  return Object.freeze({
    name,
    logicalType,
    reference,
    wire: wireOf(type, logicalType, reference),
    value: comparedValue(type, logicalType, reference),
    fallible: ['date', 'time', 'timestamp'].includes(logicalType.kind),
  });
}

function wireOf(type: MysqlType, logicalType: LogicalType, x: string): string {
  switch (logicalType.kind) {
    case 'binary':
      // The server answers NULL for digits beyond the packets that it sends: whoever reads this fails on it instead.
      return `CASE WHEN ${x} IS NOT NULL THEN COALESCE(HEX(${x}), 'longer than max_allowed_packet') END`;
    case 'timestamp':
      return logicalType.zoned ? `CONCAT(${x}, '+00')` : x;
    case 'string':
      return type.name === 'bit' ? binaryDigits(type, x) : x;
    case 'long':
    case 'decimal':
    case 'double':
      return numberOf(type, x);
    default:
      return x;
  }
}

/** A bit field is bytes, a year is a text of its own kind, zerofill prints zeros, and float prints six digits. */
function numberOf(type: MysqlType, x: string): string {
  if (type.name === 'float') return `(${x} + 0e0)`;
  return type.zerofill || type.name === 'bit' || type.name === 'year' ? `(${x} + 0)` : x;
}

function binaryDigits({ precision }: MysqlType, x: string): string {
  return `LPAD(BIN(${x} + 0), ${precision}, '0')`;
}

function comparedValue(type: MysqlType, logicalType: LogicalType, x: string): string | null {
  switch (logicalType.kind) {
    case 'long':
    case 'decimal':
    case 'double':
      return numberOf(type, x);
    case 'string':
      return bytesOf(type.name === 'bit' ? binaryDigits(type, x) : x);
    case 'date':
    case 'timestamp':
      // '0000-00-00', and any date with a month or a day of zero, is no date.
      return `CASE WHEN MONTH(${x}) > 0 AND DAYOFMONTH(${x}) > 0 THEN ${x} END`;
    case 'time':
      return `CASE WHEN ${x} BETWEEN '00:00:00' AND '24:00:00' THEN ${x} END`;
    case 'binary':
      return x;
    case 'uuid':
      return `CAST(${x} AS CHAR)`;
    default:
      return null;
  }
}
