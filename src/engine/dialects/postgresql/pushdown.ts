import type { ComparisonType, TimestampComparison } from '../../../domain/comparison/comparison-type.ts';
import type { FilterValue } from '../../../domain/comparison/filter.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { Comparable, PushdownDialect, SumExpressions } from '../../pushdown/pushdown-dialect.ts';
import { postgresqlFingerprint } from './fingerprint.ts';
import { cast, identifier, textLiteral } from './lexical.ts';

export const postgresqlPushdown: PushdownDialect = Object.freeze({
  identifier,
  textLiteral,
  filterLiteral,
  startsWith: (text: string, prefix: string) => `left(${text}, char_length(${prefix})) = ${prefix}`,
  contains: (text: string, part: string) => `position(${part} IN ${text}) > 0`,
  comparable,
  text: (value: string) => cast(value, 'text'),
  sumParts,
  fingerprint: postgresqlFingerprint,
});

function filterLiteral(type: LogicalType, value: FilterValue): string {
  if (typeof value === 'boolean') return String(value);
  switch (type.kind) {
    case 'long':
      return cast(textLiteral(value), 'int8');
    case 'decimal':
      return cast(textLiteral(value), 'numeric');
    case 'double':
      return cast(textLiteral(value), 'float8');
    case 'date':
      return cast(textLiteral(value), 'date');
    case 'time':
      return cast(textLiteral(value), 'time');
    case 'timestamp':
      // A zoned field is compared on the clock of UTC.
      return cast(textLiteral(value.replace(/Z$/, '')), 'timestamp');
    case 'uuid':
      return cast(textLiteral(value), 'uuid');
    case 'binary':
      return `decode(${textLiteral(value)}, 'hex')`;
    case 'string':
      return textLiteral(value);
    default:
      throw new TypeError(`A filter has no values of ${type.kind}.`);
  }
}

/** A double has at most 309 digits before the point; a longer number would be an error of the cast. */
const integersOfDouble = 308;

function comparable(value: string, type: LogicalType, comparison: ComparisonType): Comparable {
  switch (comparison.kind) {
    case 'exactNumeric':
      return type.kind === 'long' || type.kind === 'decimal'
        ? { sql: cast(value, 'numeric') }
        : otherwise(type, comparison);
    case 'double':
      if (type.kind === 'double') return { sql: value };
      if (type.kind === 'long') return { sql: cast(value, 'float8') };
      if (type.kind !== 'decimal' || type.precision - type.scale > integersOfDouble)
        return otherwise(type, comparison);
      return { sql: cast(value, 'float8') };
    case 'text':
      return type.kind === 'string' ? { sql: value } : otherwise(type, comparison);
    case 'boolean':
      // There is no least of two booleans; their texts are ordered as they are.
      return type.kind === 'boolean'
        ? { sql: `${cast(value, 'text')} COLLATE "C"` }
        : otherwise(type, comparison);
    case 'date':
    case 'uuid':
    case 'binary':
      return type.kind === comparison.kind ? { sql: value } : otherwise(type, comparison);
    case 'time':
      return type.kind === 'time'
        ? cut(value, type.precision, comparison.precision)
        : otherwise(type, comparison);
    case 'timestamp':
      return comparableTimestamp(value, type, comparison);
    default:
      return otherwise(type, comparison);
  }
}

/** PostgreSQL has time zones of its own version; a clock other than the value's is left to the engine's. */
function comparableTimestamp(value: string, type: LogicalType, comparison: TimestampComparison): Comparable {
  if (type.kind !== 'timestamp') return otherwise(type, comparison);
  const { clock, zone } = comparison;
  const onOwnClock = clock === 'instant' ? type.zoned : zone === null || (type.zoned && zone === 'UTC');
  return onOwnClock ? cut(value, type.precision, comparison.precision) : otherwise(type, comparison);
}

const units: Readonly<Record<number, string>> = { 0: 'second', 3: 'milliseconds' };

function cut(value: string, from: number, to: number): Comparable {
  if (from <= to) return { sql: value };
  const unit = units[to];
  return unit === undefined
    ? { unsupported: `the server cuts to seconds or milliseconds, not to ${to} fractional digits.` }
    : { sql: `date_trunc('${unit}', ${value})` };
}

function otherwise(type: LogicalType, comparison: ComparisonType): Comparable {
  return { unsupported: `the server does not compare ${type.kind} as ${comparison.kind}.` };
}

const none = 'NULL';

function sumParts(value: string, comparison: ComparisonType): SumExpressions {
  if (comparison.kind === 'exactNumeric') {
    return {
      exact: cast(`sum(${value})`, 'text'),
      sum: none,
      magnitude: none,
      notANumber: none,
      infinite: none,
      negativeInfinite: none,
    };
  }
  if (comparison.kind !== 'double') throw new TypeError(`There is no sum of ${comparison.kind}.`);
  const finite = `FILTER (WHERE ${value} NOT IN ('NaN', 'Infinity', '-Infinity'))`;
  const count = (special: string) => `count(*) FILTER (WHERE ${value} = '${special}')`;
  return {
    exact: none,
    sum: cast(`sum(${value}) ${finite}`, 'text'),
    magnitude: cast(`sum(abs(${value})) ${finite}`, 'text'),
    notANumber: count('NaN'),
    infinite: count('Infinity'),
    negativeInfinite: count('-Infinity'),
  };
}
