import { identifier, textLiteral } from '../../src/engine/dialects/trino/lexical.ts';
import { type Relation, type StoredType, someType, type Value } from './relations.ts';

/** The type in which Trino holds a column. */
export function trinoType(type: StoredType): string {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return type.unsigned ? 'DECIMAL(20, 0)' : type.bits === 32 ? 'INTEGER' : 'BIGINT';
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'float':
      return type.bits === 32 ? 'REAL' : 'DOUBLE';
    case 'text':
      return 'VARCHAR';
    case 'char':
      return `CHAR(${type.length})`;
    case 'date':
      return 'DATE';
    case 'time':
      return 'TIME(6)';
    case 'timestamp':
      return `TIMESTAMP(${type.precision})${type.zoned ? ' WITH TIME ZONE' : ''}`;
    case 'uuid':
      return 'UUID';
    case 'binary':
      return 'VARBINARY';
    case 'json':
      return 'JSON';
    case 'struct':
      return `ROW(${type.fields.map((field) => `${identifier(field.name)} ${trinoType(field.type)}`).join(', ')})`;
    case 'list':
      return `ARRAY(${trinoType(type.element)})`;
    case 'map':
      return `MAP(${trinoType(type.key)}, ${trinoType(type.value)})`;
    case 'int96':
      throw new TypeError('INT96 is a type of Parquet.');
  }
}

/** A value as an expression of exactly its type. */
function literal(value: Value, type: StoredType): string {
  if (value === null) return `CAST(NULL AS ${trinoType(type)})`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return scalar(value, type);
  switch (type.kind) {
    case 'list':
      return `CAST(ARRAY[${value.map((item) => literal(item, type.element)).join(', ')}] AS ${trinoType(type)})`;
    case 'struct': {
      const members = type.fields.map((field, index) => literal(value[index] ?? null, field.type));
      return `CAST(ROW(${members.join(', ')}) AS ${trinoType(type)})`;
    }
    case 'map': {
      const part = (index: number, inner: StoredType) =>
        `ARRAY[${value.map((entry) => literal(Array.isArray(entry) ? (entry[index] ?? null) : null, inner)).join(', ')}]`;
      return `CAST(MAP(${part(0, type.key)}, ${part(1, type.value)}) AS ${trinoType(type)})`;
    }
    default:
      throw new TypeError(`A value of ${type.kind} has no parts.`);
  }
}

function scalar(value: string, type: StoredType): string {
  switch (type.kind) {
    case 'text':
      return `CAST(${textLiteral(value)} AS VARCHAR)`;
    case 'binary':
      return `from_hex(${textLiteral(value)})`;
    case 'json':
      return `json_parse(${textLiteral(value)})`;
    case 'timestamp':
      return `CAST(${textLiteral(value.replace(/Z$/, ' UTC').replace(/([+-]\d\d:?\d\d)$/, ' $1'))} AS ${trinoType(type)})`;
    default:
      return `CAST(${textLiteral(value)} AS ${trinoType(type)})`;
  }
}

/** A statement that makes a view of a relation, or why Trino cannot hold it. */
export function trinoView(name: string, relation: Relation): string | { readonly cannot: string } {
  const cannot = cannotHold(relation);
  if (cannot !== null) return { cannot };
  const { columns, rows } = relation;
  const cells = (row: readonly Value[]) =>
    columns.map(({ type }, index) => literal(row[index] ?? null, type)).join(', ');
  const none = rows.length === 0;
  // Not a union of selects: a thousand of them are planned for minutes.
  const values = (none ? [[]] : rows).map((row) => `ROW(${cells(row)})`).join(', ');
  const names = columns.map(({ name: column }) => identifier(column)).join(', ');
  const query = `SELECT * FROM (VALUES ${values}) AS t(${names})${none ? ' WHERE false' : ''}`;
  return `CREATE VIEW ${name} AS ${query}`;
}

function cannotHold({ columns, rows, metadata }: Relation): string | null {
  if (metadata !== undefined) return 'a table has no footer';
  if (columns.some(({ type }) => someType(type, ({ kind }) => kind === 'int96')))
    return 'INT96 is a type of Parquet';
  const names = columns.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return 'Trino folds the case of names';
  const infinite = columns.some(
    ({ type }, index) =>
      (type.kind === 'date' || type.kind === 'timestamp') &&
      rows.some((row) => /infinity/.test(String(row[index]))),
  );
  if (infinite) return 'Trino has no infinite dates and times';
  if (columns.some(({ type }) => type.kind === 'decimal' && type.precision > 38))
    return 'its decimals have at most 38 digits';
  return null;
}
