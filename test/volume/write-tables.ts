import { closeSync, openSync, writeSync } from 'node:fs';
import type { SqlSession } from '../../src/engine/sql-session.ts';
import type { TestedDatabase, TestedSystem } from '../execution/connectors/tested-database.ts';
import type { Cell, ColumnKind, PlantedColumn, Row } from './planted-tables.ts';

interface Table {
  readonly columns: readonly PlantedColumn[];
  readonly rows: Iterable<Row>;
}

/** A statement of a server, or a write to a file, has so many rows: memory stays small whatever the table's size. */
const rowsAtOnce = 1000;

export function writeCsv(file: string, { columns, rows }: Table): void {
  const header = `${columns.map(({ name }) => name).join(',')}\n`;
  const line = (row: Row) => `${row.map((cell, index) => csvCell(cell, columns[index]?.kind)).join(',')}\n`;
  writeInParts(file, header, rows, line);
}

export function writeJson(file: string, { columns, rows }: Table): void {
  const member = (cell: Cell, { name, kind }: PlantedColumn) => `"${name}":${jsonCell(cell, kind)}`;
  const line = (row: Row) =>
    `{${columns.map((column, index) => member(row[index] ?? null, column)).join(',')}}\n`;
  writeInParts(file, '', rows, line);
}

/** Through a CSV file beside it, whose every type is told. */
export async function writeParquet(file: string, table: Table, session: SqlSession): Promise<void> {
  const beside = `${file}.csv`;
  writeCsv(beside, table);
  const types = table.columns.map(({ name, kind }) => `'${name}': '${duckDbTypes[kind]}'`).join(', ');
  await session.query({
    sql: `COPY (SELECT * FROM read_csv('${beside}', columns = {${types}}, auto_detect = false, header = true,
      delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, parallel = false))
      TO '${file}' (FORMAT parquet)`,
  });
}

/** Makes a table of a server and fills it. */
export async function fillTable(
  { run }: TestedDatabase,
  { name: system, textLiteral }: Pick<TestedSystem, 'name' | 'textLiteral'>,
  name: string,
  { columns, rows }: Table,
): Promise<void> {
  const types = system === 'PostgreSQL' ? postgresqlTypes : mysqlTypes;
  await run(
    `CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${types[column.kind]}`).join(', ')})`,
  );
  const literal = (cell: Cell, kind: ColumnKind | undefined) =>
    cell === null || kind === 'boolean' ? String(cell) : textLiteral(cell);
  for (const part of inParts(rows)) {
    const tuples = part.map(
      (row) => `(${row.map((cell, index) => literal(cell, columns[index]?.kind)).join(', ')})`,
    );
    await run(`INSERT INTO ${name} VALUES ${tuples.join(', ')}`);
  }
}

const duckDbTypes: Record<ColumnKind, string> = {
  long: 'BIGINT',
  decimal: 'DECIMAL(18,4)',
  double: 'DOUBLE',
  text: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
};

const postgresqlTypes: Record<ColumnKind, string> = {
  long: 'bigint',
  decimal: 'decimal(18,4)',
  double: 'double precision',
  text: 'text',
  date: 'date',
  timestamp: 'timestamp(6)',
  boolean: 'boolean',
};

const mysqlTypes: Record<ColumnKind, string> = {
  long: 'bigint',
  decimal: 'decimal(18,4)',
  double: 'double',
  text: 'varchar(200)',
  date: 'date',
  timestamp: 'datetime(6)',
  boolean: 'boolean',
};

/** Text stands in quotes, so that an empty one is not NULL. */
function csvCell(cell: Cell, kind: ColumnKind | undefined): string {
  if (cell === null) return '';
  return kind === 'text' ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function jsonCell(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return 'null';
  return kind === 'text' || kind === 'date' || kind === 'timestamp' ? JSON.stringify(cell) : cell;
}

function writeInParts(file: string, header: string, rows: Iterable<Row>, line: (row: Row) => string): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, header);
  for (const part of inParts(rows)) writeSync(descriptor, part.map(line).join(''));
  closeSync(descriptor);
}

function* inParts(rows: Iterable<Row>): Iterable<readonly Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < rowsAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
