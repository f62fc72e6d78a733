import type { Binding } from '../../domain/comparison/binding.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import {
  call,
  cast,
  identifier,
  isMatch,
  refuse,
  textLiteral,
  tryCast,
} from '../../engine/dialects/duckdb/lexical.ts';
import { unescaped } from './text-records.ts';

/**
 * How the engine reads what a server sends of a column: text, in a form that depends on the logical type alone, so that
 * every connector selects the same forms.
 *
 * - boolean `t`, `f`, `1`, `0` · long and decimal plain digits · double as PostgreSQL writes it, `NaN` and `Infinity`
 *   included · string and json as they are · uuid in any spelling · binary in hex
 * - date `2024-01-31`, time `07:05:00.25`, timestamp `2024-01-31 07:05:00.25`, a zoned one with `+00` behind; `infinity`,
 *   and ` BC` at the end, as PostgreSQL writes them
 * - list, struct and map as JSON whose leaves are texts of these forms
 */
export interface WireReading {
  /** The type that the reader of the records gives the column: that of the value, or VARCHAR. */
  readonly carriedAs: string;
  /** The type of the staged column. */
  readonly stagedType: string;
  /** The value of what was carried; NULL where a text has none in the staged type. */
  value(raw: string): string;
  /**
   * How the column is read where a text has no value: as text, by this binding. Null where that cannot be, so that such
   * a text is an error.
   */
  readonly asText: TextForm | null;
}

export interface TextForm {
  readonly binding: Binding;
  /** The text that the binding reads, of a staged value. */
  text(value: string): string;
}

/** The most digits of DuckDB's DECIMAL; a longer number is staged as text with all digits of its scale. */
const widestDecimal = 38;

/** `fits` is false where a type was measured, not declared: later values may have more digits than it. */
export function wireReading(type: LogicalType, fits = true): WireReading {
  switch (type.kind) {
    case 'boolean':
      return plain('BOOLEAN');
    case 'long':
      return plain('BIGINT');
    case 'double':
      return plain('DOUBLE');
    case 'uuid':
      return plain('UUID');
    case 'string':
    case 'json':
      return { carriedAs: 'VARCHAR', stagedType: 'VARCHAR', value: unescaped, asText: null };
    case 'binary':
      return { carriedAs: 'VARCHAR', stagedType: 'BLOB', value: (raw) => call('unhex', raw), asText: null };
    case 'decimal':
      return readDecimal(type.precision, type.scale, fits);
    case 'date':
      return readTime('DATE', eraInBrackets, 'to_date', 'yyyy-MM-dd', '%Y-%m-%d');
    case 'time':
      return readTimeOfDay();
    case 'timestamp':
      return type.zoned
        ? readTime(
            'TIMESTAMPTZ',
            eraAfterDate,
            'to_timestamp',
            'yyyy-MM-dd HH:mm:ss.SSSSSSXXX',
            '%Y-%m-%d %H:%M:%S.%fZ',
          )
        : readTime(
            'TIMESTAMP',
            eraAfterDate,
            'to_timestamp',
            'yyyy-MM-dd HH:mm:ss.SSSSSS',
            '%Y-%m-%d %H:%M:%S.%f',
          );
    case 'list':
    case 'struct':
    case 'map':
      return readContainer(type);
    case 'unknown':
      throw new TypeError('A column of an unknown type is not staged.');
  }
}

/** No value of these types is ever without a place; the reader of the records fails on a text that is none. */
function plain(type: string): WireReading {
  return { carriedAs: type, stagedType: type, value: (raw) => raw, asText: null };
}

function readDecimal(precision: number, scale: number, fits: boolean): WireReading {
  const isWide = precision > widestDecimal;
  const stagedType = isWide ? 'VARCHAR' : `DECIMAL(${precision}, ${scale})`;
  const held = (text: string) => (isWide ? paddedFraction(text, scale) : tryCast(text, stagedType));
  const value = (raw: string) => {
    if (fits) return isWide ? `CASE WHEN ${isMatch(raw, numberShape)} THEN ${held(raw)} END` : held(raw);
    // DuckDB rounds a fraction that is too long; only a declared scale keeps the server from sending one.
    const text = withoutZeros(raw);
    const integers = `length(ltrim(split_part(${text}, '.', 1), '-')) <= ${precision - scale}`;
    const fraction = `length(split_part(${text}, '.', 2)) <= ${scale}`;
    return `CASE WHEN ${isMatch(raw, numberShape)} AND ${integers} AND ${fraction} THEN ${held(text)} END`;
  };
  return {
    carriedAs: 'VARCHAR',
    stagedType,
    value,
    asText: {
      binding: { transform: 'to_peer_numeric', format: '' },
      text: (number) => cast(number, 'VARCHAR'),
    },
  };
}

const numberShape = '-?[0-9]+(\\.[0-9]+)?';

function withoutZeros(raw: string): string {
  return `CASE WHEN contains(${raw}, '.') THEN regexp_replace(${raw}, '\\.?0+$', '') ELSE ${raw} END`;
}

/** All digits of the scale, as the engine's dialect expects of a decimal that is text. */
function paddedFraction(text: string, scale: number): string {
  if (scale === 0) return text;
  return `split_part(${text}, '.', 1) || '.' || rpad(split_part(${text}, '.', 2), ${scale}, '0')`;
}

function readTime(
  stagedType: string,
  spelt: (raw: string) => string,
  transform: Binding['transform'],
  format: string,
  printed: string,
): WireReading {
  return {
    carriedAs: 'VARCHAR',
    stagedType,
    value: (raw) => tryCast(spelt(raw), stagedType),
    asText: {
      binding: { transform, format },
      text: (value) => call('strftime', value, textLiteral(printed)),
    },
  };
}

/** 24:00:00 is a time for PostgreSQL and DuckDB; strftime would print it as 00:00:00. */
function readTimeOfDay(): WireReading {
  const printed = (value: string) => cast(value, 'VARCHAR');
  return {
    carriedAs: 'VARCHAR',
    stagedType: 'TIME',
    value: (raw) => tryCast(raw, 'TIME'),
    asText: {
      binding: { transform: 'to_timestamp', format: 'HH:mm:ss.SSSSSS' },
      text: (value) =>
        `rpad(CASE WHEN contains(${printed(value)}, '.') THEN ${printed(value)} ELSE ${printed(value)} || '.' END, 15, '0')`,
    },
  };
}

function eraInBrackets(raw: string): string {
  return `CASE WHEN ends_with(${raw}, ' BC') THEN replace(${raw}, ' BC', ' (BC)') ELSE ${raw} END`;
}

/** PostgreSQL puts the era at the end, DuckDB behind the date. Left there, DuckDB reads it as a year of our era. */
function eraAfterDate(raw: string): string {
  const moved = `regexp_replace(${raw}, '^(\\S+) (.*) BC$', '\\1 (BC) \\2')`;
  return `CASE WHEN ends_with(${raw}, ' BC') THEN ${moved} ELSE ${raw} END`;
}

type Container = Extract<LogicalType, { kind: 'list' | 'struct' | 'map' }>;

/** The JSON is taken apart into texts first; a number in it would pass through a double. What has another shape fails. */
function readContainer(type: Container): WireReading {
  const shape = textLiteral(JSON.stringify(jsonShape(type)));
  return {
    carriedAs: 'VARCHAR',
    stagedType: stagedTypeOf(type),
    value: (raw) => converted(type, call('from_json_strict', unescaped(raw), shape), 0),
    asText: null,
  };
}

type JsonShape = string | readonly JsonShape[] | { readonly [name: string]: JsonShape };

function jsonShape(type: LogicalType): JsonShape {
  switch (type.kind) {
    case 'list':
      return [jsonShape(type.element)];
    case 'struct':
      return Object.fromEntries(type.fields.map((field) => [field.name, jsonShape(field.type)]));
    case 'map':
      return [{ key: jsonShape(type.key), value: jsonShape(type.value) }];
    default:
      return 'VARCHAR';
  }
}

function stagedTypeOf(type: LogicalType): string {
  switch (type.kind) {
    case 'list':
      return `${stagedTypeOf(type.element)}[]`;
    case 'struct':
      return `STRUCT(${type.fields.map((field) => `${identifier(field.name)} ${stagedTypeOf(field.type)}`).join(', ')})`;
    case 'map':
      return `MAP(${stagedTypeOf(type.key)}, ${stagedTypeOf(type.value)})`;
    default:
      return wireReading(type).stagedType;
  }
}

/** Every leaf converted or the statement fails: inside a container there is no place for a value that has none. */
function converted(type: LogicalType, x: string, depth: number): string {
  const item = `item${depth}`;
  switch (type.kind) {
    case 'list':
      return `list_transform(${x}, lambda ${item}: ${converted(type.element, item, depth + 1)})`;
    case 'struct': {
      const members = type.fields.map(({ name, type: inner }) => {
        const member = `struct_extract(${x}, ${textLiteral(name)})`;
        return `${identifier(name)} := ${converted(inner, member, depth)}`;
      });
      return `CASE WHEN ${x} IS NOT NULL THEN struct_pack(${members.join(', ')}) END`;
    }
    case 'map': {
      const key = converted(type.key, `${item}.key`, depth + 1);
      const value = converted(type.value, `${item}.value`, depth + 1);
      return `map_from_entries(list_transform(${x}, lambda ${item}: {'key': ${key}, 'value': ${value}}))`;
    }
    case 'string':
    case 'json':
      return x;
    default: {
      const { value, asText, stagedType, carriedAs } = wireReading(type);
      if (asText === null) return carriedAs === stagedType ? cast(x, stagedType) : value(x);
      const failure = refuse(`a collection holds a value that is no ${type.kind} of its type`);
      return `CASE WHEN ${x} IS NOT NULL AND ${value(x)} IS NULL THEN ${failure} ELSE ${value(x)} END`;
    }
  }
}
