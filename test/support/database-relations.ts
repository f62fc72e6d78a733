import * as mysql from '../../src/engine/dialects/mysql/lexical.ts';
import * as postgresql from '../../src/engine/dialects/postgresql/lexical.ts';
import { type Relation, type StoredType, someType, type Value } from './relations.ts';

/** Statements that make a table of a relation, or why the system cannot hold it. */
export type TableStatements = readonly string[] | { readonly cannot: string };

/** Into PostgreSQL. Each struct needs a type of its own, named after the table. */
export function postgresqlTable(name: string, relation: Relation): TableStatements {
  const cannot = cannotHold(relation, postgresqlLacks);
  if (cannot !== null) return { cannot };
  const types: string[] = [];
  const typeOf = (type: StoredType): string => {
    switch (type.kind) {
      case 'boolean':
      case 'text':
      case 'date':
      case 'time':
      case 'uuid':
      case 'json':
        return type.kind;
      case 'binary':
        return 'bytea';
      case 'integer':
        return type.bits === 32 ? 'int4' : 'int8';
      case 'float':
        return type.bits === 32 ? 'float4' : 'float8';
      case 'decimal':
        return `numeric(${type.precision},${type.scale})`;
      case 'char':
        return `char(${type.length})`;
      case 'timestamp':
        return `timestamp${type.zoned ? 'tz' : ''}(${type.precision})`;
      case 'list':
        return `${typeOf(type.element)}[]`;
      case 'struct': {
        const members = type.fields.map(
          (field) => `${postgresql.identifier(field.name)} ${typeOf(field.type)}`,
        );
        const typeName = `${name}_type_${types.length}`;
        types.push(`CREATE TYPE ${typeName} AS (${members.join(', ')})`);
        return typeName;
      }
      case 'map':
        return 'hstore';
      case 'int96':
        throw new TypeError('PostgreSQL has no INT96.');
    }
  };
  const literal = (value: Value, type: StoredType, typeText: string): string => {
    if (value === null) return `CAST(NULL AS ${typeText})`;
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'string') {
      const text = type.kind === 'binary' ? `\\x${value}` : value;
      return `CAST(${postgresql.textLiteral(text)} AS ${typeText})`;
    }
    if (type.kind === 'list') {
      const elementText = typeText.slice(0, -2);
      return `CAST(ARRAY[${value.map((item) => literal(item, type.element, elementText)).join(', ')}] AS ${typeText})`;
    }
    if (type.kind === 'struct') {
      const members = type.fields.map((field, index) => bare(value[index] ?? null, field.type));
      return `CAST(ROW(${members.join(', ')}) AS ${typeText})`;
    }
    const entries = value.map((entry) =>
      Array.isArray(entry) ? entry.map((part) => bare(part, { kind: 'text' })) : [],
    );
    return `hstore(CAST(ARRAY[${entries.map(([key]) => key).join(', ')}] AS text[]), CAST(ARRAY[${entries.map(([, item]) => item).join(', ')}] AS text[]))`;
  };
  /** Inside a row the type follows from its place. */
  const bare = (value: Value, type: StoredType): string => {
    if (value === null) return 'NULL';
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'string')
      return postgresql.textLiteral(type.kind === 'binary' ? `\\x${value}` : value);
    if (type.kind === 'list') return `ARRAY[${value.map((item) => bare(item, type.element)).join(', ')}]`;
    if (type.kind === 'struct') {
      return `ROW(${type.fields.map((field, index) => bare(value[index] ?? null, field.type)).join(', ')})`;
    }
    throw new TypeError('A map inside a struct is not tried.');
  };
  const columns = relation.columns.map(({ name: column, type }) => ({
    column,
    type,
    typeText: typeOf(type),
  }));
  const declared = columns.map(({ column, typeText }) => `${postgresql.identifier(column)} ${typeText}`);
  const rows = relation.rows.map(
    (row) =>
      `(${columns.map(({ type, typeText }, index) => literal(row[index] ?? null, type, typeText)).join(', ')})`,
  );
  return [
    ...types,
    `CREATE TABLE ${name} (${declared.join(', ')})`,
    ...(rows.length === 0 ? [] : [`INSERT INTO ${name} VALUES ${rows.join(', ')}`]),
  ];
}

/** Into MySQL or MariaDB. */
export function mysqlTable(name: string, relation: Relation): TableStatements {
  const cannot = cannotHold(relation, mysqlLacks) ?? mysqlNames(relation);
  if (cannot !== null) return { cannot };
  const columns = relation.columns.map(
    ({ name: column, type }) => `${mysql.identifier(column)} ${mysqlType(type)}`,
  );
  const literal = (value: Value, type: StoredType): string => {
    if (value === null) return 'NULL';
    const text = String(value);
    if (type.kind === 'binary') return `x'${text}'`;
    if (type.kind === 'timestamp' && type.zoned) return mysql.textLiteral(inUtc(text));
    return mysql.textLiteral(text);
  };
  const rows = relation.rows.map(
    (row) => `(${relation.columns.map(({ type }, index) => literal(row[index] ?? null, type)).join(', ')})`,
  );
  return [
    `CREATE TABLE ${name} (${columns.join(', ')})`,
    ...(rows.length === 0 ? [] : [`INSERT INTO ${name} VALUES ${rows.join(', ')}`]),
  ];
}

function mysqlType(type: StoredType): string {
  switch (type.kind) {
    case 'integer':
      return type.bits === 32 ? 'int' : 'bigint';
    case 'float':
      return type.bits === 32 ? 'float' : 'double';
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`;
    case 'text':
      // A collation that ignores case and trailing spaces, as MySQL's own default does.
      return 'longtext COLLATE utf8mb4_general_ci';
    case 'char':
      return `char(${type.length})`;
    case 'date':
    case 'uuid':
    case 'json':
      return type.kind;
    case 'time':
      return 'time(6)';
    case 'timestamp':
      return type.zoned ? `timestamp(${type.precision}) NULL` : `datetime(${type.precision})`;
    case 'binary':
      return 'longblob';
    default:
      throw new TypeError(`MySQL has no type for ${type.kind}.`);
  }
}

/** The session is in UTC, and MariaDB reads no offset. */
function inUtc(text: string): string {
  const [, seconds = '', fraction = '', offset = 'Z'] = /^(.{19})(\.\d+)?(.*)$/.exec(text) ?? [];
  return `${new Date(`${seconds.replace(' ', 'T')}${offset}`).toISOString().slice(0, 19).replace('T', ' ')}${fraction}`;
}

/** Whether a system lacks a type, or a value of a type; the reason. */
interface Lacks {
  type(type: StoredType): string | null;
  value(value: string, type: StoredType): string | null;
}

const postgresqlLacks: Lacks = {
  type(type) {
    if (type.kind === 'int96') return 'INT96 is a type of Parquet';
    if (type.kind === 'timestamp' && type.precision === 9) return 'timestamps have six fractional digits';
    if (type.kind === 'list' && type.element.kind === 'list')
      return 'an array of arrays is one of two dimensions';
    if (type.kind === 'list' && type.element.kind === 'map') return 'only columns are tried as maps';
    if (type.kind === 'map' && !(type.key.kind === 'text' && type.value.kind === 'text'))
      return 'hstore holds texts only';
    if (type.kind === 'struct' && type.fields.some((field) => field.type.kind === 'map'))
      return 'only columns are tried as maps';
    return null;
  },
  value: (value) => (value.includes('\0') ? 'no text holds NUL' : null),
};

const mysqlLacks: Lacks = {
  type(type) {
    if (['list', 'struct', 'map'].includes(type.kind)) return 'there are no containers';
    if (type.kind === 'boolean') return 'BOOLEAN is a number';
    if (type.kind === 'int96') return 'INT96 is a type of Parquet';
    if (type.kind === 'timestamp' && type.precision === 9) return 'timestamps have six fractional digits';
    if (type.kind === 'decimal' && type.scale > 38) return 'decimals have at most 38 fractional digits';
    return null;
  },
  value(value, type) {
    if (type.kind === 'float' && !Number.isFinite(Number(value))) return 'there is neither NaN nor infinity';
    if (type.kind === 'float' && type.bits === 32 && Math.abs(Number(value)) > 3.4e38)
      return 'a float is smaller';
    if (/infinity$/i.test(value) && type.kind !== 'text') return 'there are no infinite times';
    if (type.kind !== 'timestamp' || !type.zoned) return null;
    const year = Number(value.slice(0, 4));
    return year < 1971 || year > 2037 ? 'a timestamp is between 1970 and 2038' : null;
  },
};

function mysqlNames({ columns }: Relation): string | null {
  const names = columns.map(({ name }) => name);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return 'names are folded';
  if (names.some((name) => name.length > 64 || /[\u{10000}-\u{10ffff}]|\s$|^$/u.test(name)))
    return 'no column may have such a name';
  return null;
}

function cannotHold({ columns, rows, metadata }: Relation, lacks: Lacks): string | null {
  if (metadata !== undefined) return 'a table has no footer';
  for (const [index, { type }] of columns.entries()) {
    let reason: string | null = null;
    someType(type, (each) => {
      reason ??= lacks.type(each);
      return reason !== null;
    });
    for (const row of rows) reason ??= lackedValue(row[index] ?? null, type, lacks);
    if (reason !== null) return reason;
  }
  return null;
}

function lackedValue(value: Value, type: StoredType, lacks: Lacks): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'string') return lacks.value(value, type);
  for (const [index, item] of value.entries()) {
    const inner =
      type.kind === 'list' ? type.element : type.kind === 'struct' ? type.fields[index]?.type : undefined;
    const reason = inner === undefined ? null : lackedValue(item, inner, lacks);
    if (reason !== null) return reason;
  }
  return null;
}
