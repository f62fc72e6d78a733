import { identifier, textLiteral } from '../../src/engine/dialects/databricks/lexical.ts';
import { type Relation, type StoredType, someType, type Value } from './relations.ts';

/** The type in which Spark holds a column. */
function sparkType(type: StoredType): string {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return type.unsigned ? 'DECIMAL(20, 0)' : type.bits === 32 ? 'INT' : 'BIGINT';
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'float':
      return type.bits === 32 ? 'FLOAT' : 'DOUBLE';
    case 'text':
      return 'STRING';
    case 'char':
      return `CHAR(${type.length})`;
    case 'date':
      return 'DATE';
    case 'timestamp':
      return type.zoned ? 'TIMESTAMP' : 'TIMESTAMP_NTZ';
    case 'binary':
      return 'BINARY';
    case 'struct':
      return `STRUCT<${type.fields.map((field) => `${identifier(field.name)}: ${sparkType(field.type)}`).join(', ')}>`;
    case 'list':
      return `ARRAY<${sparkType(type.element)}>`;
    case 'map':
      return `MAP<${sparkType(type.key)}, ${sparkType(type.value)}>`;
    default:
      throw new TypeError(`Spark has no type for a ${type.kind}.`);
  }
}

/** A value as an expression of exactly its type. */
function literal(value: Value, type: StoredType): string {
  if (value === null) return `CAST(NULL AS ${sparkType(type)})`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return scalar(value, type);
  switch (type.kind) {
    case 'list':
      return `CAST(array(${value.map((item) => literal(item, type.element)).join(', ')}) AS ${sparkType(type)})`;
    case 'struct': {
      const members = type.fields.map(
        (field, index) => `${textLiteral(field.name)}, ${literal(value[index] ?? null, field.type)}`,
      );
      return `CAST(named_struct(${members.join(', ')}) AS ${sparkType(type)})`;
    }
    case 'map': {
      const entries = value.flatMap((entry) =>
        Array.isArray(entry)
          ? [literal(entry[0] ?? null, type.key), literal(entry[1] ?? null, type.value)]
          : [],
      );
      return `CAST(map(${entries.join(', ')}) AS ${sparkType(type)})`;
    }
    default:
      throw new TypeError(`A value of ${type.kind} has no parts.`);
  }
}

function scalar(value: string, type: StoredType): string {
  switch (type.kind) {
    case 'text':
    case 'char':
      return textLiteral(value);
    case 'binary':
      return `unhex(${textLiteral(value)})`;
    default:
      return `CAST(${textLiteral(value)} AS ${sparkType(type)})`;
  }
}

/** Statements that make a relation, or why Spark cannot hold it. */
export function sparkStatements(
  name: string,
  relation: Relation,
): readonly string[] | { readonly cannot: string } {
  const cannot = cannotHold(relation);
  if (cannot !== null) return { cannot };
  const { columns, rows } = relation;
  const cells = (row: readonly Value[]) =>
    columns.map(({ type }, index) => literal(row[index] ?? null, type)).join(', ');
  const none = rows.length === 0;
  const values = (none ? [[]] : rows).map((row) => `(${cells(row)})`).join(', ');
  const names = columns.map(({ name: column }) => identifier(column)).join(', ');
  const query = `SELECT * FROM VALUES ${values} AS t(${names})${none ? ' WHERE false' : ''}`;
  // No expression is of type CHAR: only a column of a table is.
  if (!columns.some(({ type }) => type.kind === 'char')) return [`CREATE VIEW ${name} AS ${query}`];
  const declared = columns.map(({ name: column, type }) => `${identifier(column)} ${sparkType(type)}`);
  return [`CREATE TABLE ${name} (${declared.join(', ')}) USING parquet`, `INSERT INTO ${name} ${query}`];
}

/** A relation as a table of Parquet files. */
export function sparkTable(name: string, relation: Relation): readonly string[] {
  const made = sparkStatements(`${name}_rows`, relation);
  if ('cannot' in made) throw new Error(`Spark cannot hold the table: ${made.cannot}.`);
  return [...made, `CREATE TABLE ${name} USING parquet AS SELECT * FROM ${name}_rows`];
}

const notThere = ['time', 'uuid', 'json', 'int96'];

function cannotHold({ columns, rows, metadata }: Relation): string | null {
  if (metadata !== undefined) return 'a table has no footer';
  const missing = columns.find(({ type }) => someType(type, ({ kind }) => notThere.includes(kind)));
  if (missing !== undefined) return `it has no type for ${missing.name}`;
  const names = columns.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return 'Spark folds the case of names';
  const times = columns.flatMap(({ type }, index) =>
    type.kind === 'date' || type.kind === 'timestamp' ? rows.map((row) => String(row[index])) : [],
  );
  if (times.some((text) => /infinity/.test(text))) return 'Spark has no infinite dates and times';
  if (times.some((text) => /\.\d{6}\d*[1-9]/.test(text))) return 'its timestamps have six digits';
  if (columns.some(({ type }) => type.kind === 'decimal' && type.precision > 38))
    return 'its decimals have at most 38 digits';
  return null;
}
