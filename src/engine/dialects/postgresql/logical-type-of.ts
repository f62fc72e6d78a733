import { maxDecimalPrecision } from '../../../domain/comparison/logical-type-text.ts';
import { exactly, noted, type TypeReading } from '../../pushdown/type-reading.ts';
import { type BaseType, fractionalDigits, numericModifier, type PostgresqlType } from './native-type.ts';

const asText = (what: string) =>
  noted({ kind: 'string' }, 'type_as_text', `${what} are compared as PostgreSQL writes them`);

/** Types with nothing in parentheses that matters. */
const fixed: Readonly<Record<string, TypeReading>> = {
  bool: exactly({ kind: 'boolean' }),
  int2: exactly({ kind: 'long' }),
  int4: exactly({ kind: 'long' }),
  int8: exactly({ kind: 'long' }),
  oid: exactly({ kind: 'long' }),
  float4: exactly({ kind: 'double' }),
  float8: exactly({ kind: 'double' }),
  text: exactly({ kind: 'string' }),
  varchar: exactly({ kind: 'string' }),
  bpchar: exactly({ kind: 'string' }),
  name: exactly({ kind: 'string' }),
  citext: noted({ kind: 'string' }, 'precision_lost', 'letter case counts, though citext itself ignores it'),
  date: exactly({ kind: 'date' }),
  uuid: exactly({ kind: 'uuid' }),
  bytea: exactly({ kind: 'binary' }),
  json: exactly({ kind: 'json' }),
  jsonb: exactly({ kind: 'json' }),
  hstore: exactly({ kind: 'map', key: { kind: 'string' }, value: { kind: 'string' } }),
  interval: asText('intervals (in ISO 8601, where a month is no number of days)'),
  inet: asText('network addresses'),
  cidr: asText('network addresses'),
  macaddr: asText('network addresses'),
  macaddr8: asText('network addresses'),
  bit: asText('bit strings'),
  varbit: asText('bit strings'),
  xml: asText('XML documents'),
  tsvector: asText('text search vectors'),
};

/** `currencyDigits`: the fractional digits of money, which the server's configuration decides. */
export function logicalTypeOf(type: PostgresqlType, currencyDigits = 2): TypeReading {
  switch (type.kind) {
    case 'base':
      return baseType(type, currencyDigits);
    case 'enum':
      return exactly({ kind: 'string' });
    case 'range':
      return asText('ranges');
    case 'array':
      return listType(type, currencyDigits);
    case 'composite':
      return structType(type, currencyDigits);
    case 'other':
      return unread(`${type.name} has no counterpart`);
  }
}

function baseType({ name, modifier }: BaseType, currencyDigits: number): TypeReading {
  const known = fixed[name];
  if (known !== undefined) return known;
  const precision = fractionalDigits(modifier);
  switch (name) {
    case 'numeric':
      return numericType(modifier);
    case 'money':
      // 64 bits of the smallest unit.
      return exactly({ kind: 'decimal', precision: 19, scale: currencyDigits });
    case 'time':
      return exactly({ kind: 'time', precision });
    case 'timetz':
      return noted(
        { kind: 'time', precision },
        'precision_lost',
        'the time of day in UTC is compared, not the offset',
      );
    case 'timestamp':
      return exactly({ kind: 'timestamp', precision, zoned: false });
    case 'timestamptz':
      return exactly({ kind: 'timestamp', precision, zoned: true });
    default:
      return unread(`${name} has no counterpart`);
  }
}

/** A numeric without precision is exact text here; `measuredNumeric` does better for a column that was looked at. */
function numericType(modifier: number): TypeReading {
  const declared = numericModifier(modifier);
  if (declared === null)
    return exactNumberAsText('a numeric without precision may have any number of digits');
  // numeric(3,-2) holds 99900, numeric(2,4) holds 0.0099.
  const scale = Math.max(0, declared.scale);
  const precision = Math.max(declared.precision - Math.min(0, declared.scale), scale);
  if (precision > maxDecimalPrecision)
    return exactNumberAsText('it has more digits than numbers are compared with');
  return exactly({ kind: 'decimal', precision, scale });
}

function exactNumberAsText(why: string): TypeReading {
  return noted({ kind: 'string' }, 'type_as_text', `${why}: its numbers are compared as text, exactly`);
}

/** How many digits the finite numbers of a column have, before and after the point. */
export interface MeasuredDigits {
  readonly integers: number;
  readonly fraction: number;
}

/**
 * The type of a numeric without precision, from what its column holds. It is wider than need be, so that the next rows
 * fit too: with it go nearly all numbers there are, and a 128-bit decimal holds it.
 */
export function measuredNumeric({ integers, fraction }: MeasuredDigits): TypeReading {
  const [usualIntegers, usualFraction, widest] = [20, 18, 38];
  if (integers <= usualIntegers && fraction <= usualFraction) {
    return exactly({ kind: 'decimal', precision: widest, scale: usualFraction });
  }
  if (integers + fraction <= widest) return exactly({ kind: 'decimal', precision: widest, scale: fraction });
  const scale = roundedUp(fraction);
  const precision = roundedUp(integers) + scale;
  if (precision <= maxDecimalPrecision) return exactly({ kind: 'decimal', precision, scale });
  return exactNumberAsText('its numbers have more digits than numbers are compared with');
}

function roundedUp(digits: number): number {
  return Math.ceil(digits / 50) * 50;
}

function listType(
  { element, dimensions }: PostgresqlType & { kind: 'array' },
  currencyDigits: number,
): TypeReading {
  if (dimensions > 1) return unread('arrays of several dimensions have no counterpart');
  const { logicalType, notes } = logicalTypeOf(element, currencyDigits);
  if (logicalType.kind === 'unknown') return { logicalType, notes };
  return { logicalType: { kind: 'list', element: logicalType }, notes };
}

function structType(
  { attributes }: PostgresqlType & { kind: 'composite' },
  currencyDigits: number,
): TypeReading {
  const folded = new Set(attributes.map(({ name }) => name.toLowerCase()));
  if (attributes.length === 0) return unread('a composite type without attributes has no counterpart');
  if (folded.size < attributes.length) {
    return unread('attributes whose names differ only in case cannot be told apart');
  }
  const parts = attributes.map(({ name, type }) => ({ name, ...logicalTypeOf(type, currencyDigits) }));
  const unreadable = parts.find(({ logicalType }) => logicalType.kind === 'unknown');
  if (unreadable !== undefined) return { logicalType: { kind: 'unknown' }, notes: unreadable.notes };
  return {
    logicalType: {
      kind: 'struct',
      fields: parts.map(({ name, logicalType }) => ({ name, type: logicalType })),
    },
    notes: parts.flatMap(({ notes }) => notes),
  };
}

function unread(reason: string): TypeReading {
  return noted({ kind: 'unknown' }, 'type_not_read', reason);
}
