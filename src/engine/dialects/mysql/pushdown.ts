import type { ComparisonType, TimestampComparison } from '../../../domain/comparison/comparison-type.ts';
import type { FilterValue } from '../../../domain/comparison/filter.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { Comparable, PushdownDialect, SumExpressions } from '../../pushdown/pushdown-dialect.ts';
import { mysqlFingerprint } from './fingerprint.ts';
import { bytesOf, identifier, textLiteral } from './lexical.ts';

export const mysqlPushdown: PushdownDialect = Object.freeze({
  identifier,
  textLiteral,
  filterLiteral,
  startsWith: (text: string, prefix: string) => `LEFT(${text}, OCTET_LENGTH(${prefix})) = ${bytesOf(prefix)}`,
  contains: (text: string, part: string) => `LOCATE(${bytesOf(part)}, ${text}) > 0`,
  comparable,
  text: (value: string, comparison: ComparisonType) =>
    comparison.kind === 'text' ? `CONVERT(${value} USING utf8mb4)` : `CAST(${value} AS CHAR)`,
  sumParts,
  fingerprint: mysqlFingerprint,
});

/** MySQL has neither NaN nor infinities, so nothing can be compared with one. */
function filterLiteral(type: LogicalType, value: FilterValue): string | null {
  if (typeof value === 'boolean') return String(value);
  switch (type.kind) {
    case 'long':
    case 'decimal':
      return exactNumber(value);
    case 'double':
      return Number.isFinite(Number(value)) ? `(${textLiteral(value)} + 0e0)` : null;
    case 'date':
      return `DATE ${textLiteral(value)}`;
    case 'time':
      return `TIME ${textLiteral(value)}`;
    case 'timestamp':
      return `TIMESTAMP ${textLiteral(value.replace('T', ' ').replace(/Z$/, ''))}`;
    case 'uuid':
      return textLiteral(value);
    case 'binary':
      return `x'${hexDigits(value)}'`;
    case 'string':
      return bytesOf(textLiteral(value));
    default:
      throw new TypeError(`A filter has no values of ${type.kind}.`);
  }
}

function exactNumber(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new TypeError(`${value} is no canonical number.`);
  return `(${value})`;
}

function hexDigits(value: string): string {
  if (!/^([0-9a-f]{2})*$/.test(value)) throw new TypeError(`${value} is no canonical hex.`);
  return value;
}

function comparable(value: string, type: LogicalType, comparison: ComparisonType): Comparable {
  switch (comparison.kind) {
    case 'exactNumeric':
      return type.kind === 'long' || type.kind === 'decimal' ? { sql: value } : otherwise(type, comparison);
    case 'double':
      if (type.kind === 'double') return { sql: value };
      return type.kind === 'long' || type.kind === 'decimal'
        ? { sql: `(${value} + 0e0)` }
        : otherwise(type, comparison);
    case 'text':
      return type.kind === 'string' ? { sql: value } : otherwise(type, comparison);
    case 'date':
    case 'uuid':
    case 'binary':
      return type.kind === comparison.kind ? { sql: value } : otherwise(type, comparison);
    case 'time':
      return type.kind === 'time'
        ? cut(value, '00:00:00'.length, type.precision, comparison.precision)
        : otherwise(type, comparison);
    case 'timestamp':
      return comparableTimestamp(value, type, comparison);
    default:
      return otherwise(type, comparison);
  }
}

/** The server knows only its own time zones, if it has been given any: another clock is left to the engine's. */
function comparableTimestamp(value: string, type: LogicalType, comparison: TimestampComparison): Comparable {
  if (type.kind !== 'timestamp') return otherwise(type, comparison);
  const { clock, zone } = comparison;
  const onOwnClock = clock === 'instant' ? type.zoned : zone === null || (type.zoned && zone === 'UTC');
  return onOwnClock
    ? cut(value, '2024-01-31 00:00:00'.length, type.precision, comparison.precision)
    : otherwise(type, comparison);
}

/** MySQL rounds where MariaDB cuts; the text is cut the same by both, and is ordered as the times are. */
function cut(value: string, length: number, from: number, to: number): Comparable {
  if (from <= to) return { sql: value };
  return { sql: `LEFT(CAST(${value} AS CHAR), ${to === 0 ? length : length + 1 + to})` };
}

function otherwise(type: LogicalType, comparison: ComparisonType): Comparable {
  return { unsupported: `the server does not compare ${type.kind} as ${comparison.kind}.` };
}

const none = 'NULL';
/** A decimal of MySQL has 65 digits; a sum takes 22 more than its numbers. */
const digitsThatSum = 43;

function sumParts(value: string, comparison: ComparisonType): SumExpressions {
  const nothing = { notANumber: '0', infinite: '0', negativeInfinite: '0' };
  if (comparison.kind === 'double') {
    const text = (sum: string) => `CAST(${sum} AS CHAR)`;
    return { exact: none, sum: text(`SUM(${value})`), magnitude: text(`SUM(ABS(${value}))`), ...nothing };
  }
  if (comparison.kind !== 'exactNumeric') throw new TypeError(`There is no sum of ${comparison.kind}.`);
  if (comparison.precision > digitsThatSum) {
    return {
      unsupported: `a sum of numbers of more than ${digitsThatSum} digits may not fit the server's decimals.`,
    };
  }
  return {
    exact: `CAST(SUM(${value}) AS CHAR)`,
    sum: none,
    magnitude: none,
    notANumber: none,
    infinite: none,
    negativeInfinite: none,
  };
}
