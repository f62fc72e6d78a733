import { identifier, textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import type { Relation, StoredType, Value } from './relations.ts';

/** The type in which DuckDB stores a column. */
export function duckDbType(type: StoredType): string {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return `${type.unsigned ? 'U' : ''}${type.bits === 32 ? 'INTEGER' : 'BIGINT'}`;
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'float':
      return type.bits === 32 ? 'FLOAT' : 'DOUBLE';
    case 'text':
      return 'VARCHAR';
    case 'date':
      return 'DATE';
    case 'time':
      return 'TIME';
    case 'timestamp':
      return type.zoned ? 'TIMESTAMP WITH TIME ZONE' : naiveTypes[type.precision];
    case 'uuid':
      return 'UUID';
    case 'binary':
      return 'BLOB';
    case 'json':
      return 'JSON';
    case 'struct':
      return `STRUCT(${type.fields.map((field) => `${identifier(field.name)} ${duckDbType(field.type)}`).join(', ')})`;
    case 'list':
      return `${duckDbType(type.element)}[]`;
    case 'map':
      return `MAP(${duckDbType(type.key)}, ${duckDbType(type.value)})`;
    case 'char':
    case 'int96':
      throw new TypeError(`DuckDB has no type for ${type.kind}.`);
  }
}

const naiveTypes = { 3: 'TIMESTAMP_MS', 6: 'TIMESTAMP', 9: 'TIMESTAMP_NS' } as const;

/** A value as an expression of exactly its type. */
export function duckDbLiteral(value: Value, type: StoredType): string {
  if (value === null) return `CAST(NULL AS ${duckDbType(type)})`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return scalarLiteral(value, type);
  switch (type.kind) {
    case 'list':
      return `CAST([${value.map((item) => duckDbLiteral(item, type.element)).join(', ')}] AS ${duckDbType(type)})`;
    case 'struct': {
      const members = type.fields.map(
        (field, index) => `${textLiteral(field.name)}: ${duckDbLiteral(value[index] ?? null, field.type)}`,
      );
      return `{${members.join(', ')}}`;
    }
    case 'map':
      return mapLiteral(value, type);
    default:
      throw new TypeError(`A value of ${type.kind} has no parts.`);
  }
}

function scalarLiteral(value: string, type: StoredType): string {
  switch (type.kind) {
    case 'text':
      return textWithNul(value);
    case 'binary':
      return `from_hex(${textLiteral(value)})`;
    default:
      return `CAST(${textLiteral(value)} AS ${duckDbType(type)})`;
  }
}

/** The text of a statement ends at a NUL, so one is put together from its code. */
function textWithNul(value: string): string {
  if (!value.includes('\0')) return textLiteral(value);
  return `(${value.split('\0').map(textLiteral).join(' || chr(0) || ')})`;
}

function mapLiteral(entries: readonly Value[], type: StoredType & { readonly kind: 'map' }): string {
  const column = (index: number, part: StoredType) =>
    `CAST([${entries.map((entry) => duckDbLiteral(Array.isArray(entry) ? (entry[index] ?? null) : null, part)).join(', ')}] AS ${duckDbType(part)}[])`;
  return `MAP(${column(0, type.key)}, ${column(1, type.value)})`;
}

/** A statement that selects the table's rows. */
export function duckDbQuery({ columns, rows }: Relation): string {
  const names = columns.map(({ name }) => identifier(name));
  if (rows.length === 0) {
    const nulls = columns.map(({ name, type }) => `${duckDbLiteral(null, type)} AS ${identifier(name)}`);
    return `SELECT ${nulls.join(', ')} WHERE false`;
  }
  const tuples = rows.map(
    (row) => `(${columns.map(({ type }, index) => duckDbLiteral(row[index] ?? null, type)).join(', ')})`,
  );
  return `SELECT * FROM (VALUES ${tuples.join(', ')}) AS t(${names.join(', ')})`;
}
