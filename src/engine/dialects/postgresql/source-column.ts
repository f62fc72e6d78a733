import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { SourceColumn } from '../../pushdown/pushdown-dialect.ts';
import { cast, identifier, qualified, textLiteral } from './lexical.ts';
import type { PostgresqlType } from './native-type.ts';

/** How PostgreSQL reads a column of this type. Its session settings are pinned (see `sessionSettings`). */
export function sourceColumn(name: string, type: PostgresqlType, logicalType: LogicalType): SourceColumn {
  const reference = identifier(name);
  return Object.freeze({
    name,
    logicalType,
    reference,
    wire: wireOf(type, logicalType, reference),
    value: comparedValue(type, logicalType, reference),
    fallible: (isNumeric(type) && logicalType.kind === 'decimal') || logicalType.kind === 'timestamp',
  });
}

/** COPY writes a value by its type's output function, which is the cheapest way and mostly the wanted form. */
function wireOf(type: PostgresqlType, logicalType: LogicalType, x: string): string {
  if (type.kind === 'array' || type.kind === 'composite') return jsonOf(type, logicalType, x, 0);
  if (type.kind !== 'base') return x;
  switch (type.name) {
    case 'float4':
      // Its own shortest text reads back as another double.
      return cast(x, 'float8');
    case 'bpchar':
      // The cast drops the padding, which is no part of the value.
      return cast(x, 'text');
    case 'numeric':
      return logicalType.kind === 'string' ? numberText(x) : x;
    case 'money':
      return cast(x, 'numeric');
    case 'timetz':
      return timeInUtc(x);
    case 'bytea':
      return `encode(${x}, 'hex')`;
    case 'hstore':
      return hstoreEntries(type.schema, x);
    default:
      return x;
  }
}

function timeInUtc(x: string): string {
  return cast(`(${x} AT TIME ZONE 'UTC')`, 'time');
}

/** A number of any length in its one spelling: no zeros behind. */
export function numberText(x: string): string {
  const text = cast(x, 'text');
  return `CASE WHEN position('.' IN ${text}) > 0 THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`;
}

function hstoreEntries(schema: string, x: string): string {
  const each = `${qualified(schema, 'each')}(${x}) AS e(key, value)`;
  const entries = `(SELECT json_agg(json_build_object('key', e.key, 'value', e.value)) FROM ${each})`;
  return `CASE WHEN ${x} IS NOT NULL THEN coalesce(${entries}, '[]') END`;
}

/** A container as JSON whose leaves are texts: a JSON number would not be exact to whoever reads it. */
function jsonOf(type: PostgresqlType, logicalType: LogicalType, x: string, depth: number): string {
  if (type.kind === 'array' && logicalType.kind === 'list') {
    const index = `i${depth}`;
    const item = jsonOf(type.element, logicalType.element, `(${x})[${index}]`, depth + 1);
    const items = `(SELECT json_agg(${item} ORDER BY ${index}) FROM generate_subscripts(${x}, 1) AS ${index})`;
    // Nothing keeps a column of lists from holding an array of several dimensions: whoever reads this fails on it.
    const several = `array_ndims(${x}) > 1 THEN to_json(CAST('an array of several dimensions' AS text))`;
    return `CASE WHEN ${several} WHEN ${x} IS NOT NULL THEN coalesce(${items}, '[]') END`;
  }
  if (type.kind === 'composite' && logicalType.kind === 'struct') {
    const members = type.attributes.flatMap(({ name, type: inner }, index) => {
      const member = `(${x}).${identifier(name)}`;
      return [
        textLiteral(name),
        jsonOf(inner, logicalType.fields[index]?.type ?? { kind: 'unknown' }, member, depth),
      ];
    });
    // A row of NULLs `IS NULL`, but it is a row.
    return `CASE WHEN ${x} IS DISTINCT FROM NULL THEN json_build_object(${members.join(', ')}) END`;
  }
  if (type.kind === 'base' && type.name === 'hstore') return hstoreEntries(type.schema, x);
  return textOf(type, wireOf(type, logicalType, x));
}

/** The text of a value as its output function writes it. */
function textOf(type: PostgresqlType, x: string): string {
  // The cast of inet to text adds the length of the mask even to a host.
  const isInet = type.kind === 'base' && type.name === 'inet';
  return isInet ? `CASE WHEN ${x} IS NOT NULL THEN format('%s', ${x}) END` : cast(x, 'text');
}

function comparedValue(type: PostgresqlType, logicalType: LogicalType, x: string): string | null {
  switch (logicalType.kind) {
    case 'boolean':
    case 'date':
    case 'uuid':
    case 'binary':
      return x;
    case 'long':
      return cast(x, 'int8');
    case 'double':
      return cast(x, 'float8');
    case 'decimal':
      // numeric has NaN and infinities, which no decimal is; not every version can read the latter from a literal.
      return isNumeric(type)
        ? `CASE WHEN ${cast(x, 'text')} NOT IN ('NaN', 'Infinity', '-Infinity') THEN ${x} END`
        : cast(x, 'numeric');
    case 'string':
      return `(${textOf(type, wireOf(type, logicalType, x))} COLLATE "C")`;
    case 'time':
      return type.kind === 'base' && type.name === 'timetz' ? timeInUtc(x) : x;
    case 'timestamp': {
      const wall = logicalType.zoned ? `(${x} AT TIME ZONE 'UTC')` : x;
      return `CASE WHEN ${wall} <= '${lastTimestamp}' OR ${wall} = 'infinity' THEN ${wall} END`;
    }
    default:
      return null;
  }
}

/** The last that 64 bits of microseconds since 1970 hold; PostgreSQL counts from 2000. */
const lastTimestamp = '294247-01-10 04:00:54.775806';

function isNumeric(type: PostgresqlType): boolean {
  return type.kind === 'base' && type.name === 'numeric';
}
