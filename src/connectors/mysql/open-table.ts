import { fieldTree } from '../../domain/comparison/field-tree.ts';
import { qualified, textLiteral } from '../../engine/dialects/mysql/lexical.ts';
import { logicalTypeOf } from '../../engine/dialects/mysql/logical-type-of.ts';
import { type MysqlType, nativeTypeText } from '../../engine/dialects/mysql/native-type.ts';
import { sourceColumn } from '../../engine/dialects/mysql/source-column.ts';
import { noted } from '../../engine/pushdown/type-reading.ts';
import type { DescribedField, FieldNote } from '../connector.ts';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import type { Cells, DatabaseSession } from '../database/database-session.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { TableName } from '../outbound/database-address.ts';
import { entryKind, estimateOf } from './browse.ts';

/** Looks a table up. Every type is declared, so nothing has to be measured. */
export async function openTable(
  session: DatabaseSession,
  context: FailureContext,
  name: TableName,
): Promise<OpenTable> {
  const from = qualified(name.schema, name.table);
  const [table] = await session.query(
    `SELECT TABLE_TYPE, TABLE_ROWS FROM information_schema.TABLES WHERE ${isTable(name)}`,
  );
  const [type, rows] = table ?? [];
  const json = await readJsonTexts(session, name);
  const declared =
    await session.query(`SELECT COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, NUMERIC_PRECISION, NUMERIC_SCALE,
  DATETIME_PRECISION, PRIVILEGES
FROM information_schema.COLUMNS WHERE ${isTable(name)} ORDER BY ORDINAL_POSITION`);
  if (declared.length === 0) {
    // The catalogue hides what the user has no right to; asking for it tells whether it is that.
    await session.query(`SELECT 1 FROM ${from} LIMIT 0`);
    throw databaseFailure('tableMissing', context);
  }
  const columns = declared.map((cells) => describeColumn(cells, json));
  return Object.freeze<OpenTable>({
    from,
    schema: {
      kind: entryKind(type),
      fields: columns.map(({ field }) => field),
      rowEstimate: estimateOf(type, rows),
      notes: columns.flatMap(({ notes }) => notes),
    },
    columns: new Map(
      columns.flatMap(({ field, type: native }) =>
        field.logicalType.kind === 'unknown'
          ? []
          : [[field.name, sourceColumn(field.name, native, field.logicalType)]],
      ),
    ),
  });
}

/** By plain equality, which the catalogue looks up, and by bytes, since names may differ only in case. */
function isTable({ schema, table }: TableName): string {
  const [schemaName, tableName] = [textLiteral(schema), textLiteral(table)];
  return `TABLE_SCHEMA = ${schemaName} AND TABLE_NAME = ${tableName} AND BINARY TABLE_SCHEMA = BINARY ${schemaName} AND BINARY TABLE_NAME = BINARY ${tableName}`;
}

/** MariaDB has JSON as a text with this constraint, named as its column. */
async function readJsonTexts(
  session: DatabaseSession,
  { schema, table }: TableName,
): Promise<ReadonlySet<string>> {
  const [supported] = await session.query(
    "SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'CHECK_CONSTRAINTS' AND COLUMN_NAME = 'LEVEL'",
  );
  if (supported === undefined) return new Set();
  const rows = await session.query(`SELECT CONSTRAINT_NAME FROM information_schema.CHECK_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = ${textLiteral(schema)} AND TABLE_NAME = ${textLiteral(table)} AND LEVEL = 'Column'
  AND CHECK_CLAUSE = CONCAT('json_valid(\`', REPLACE(CONSTRAINT_NAME, '\`', '\`\`'), '\`)')`);
  return new Set(rows.map(([column]) => column ?? ''));
}

function describeColumn(
  [name, dataType, columnType, nullable, precision, scale, fraction, privileges]: Cells,
  json: ReadonlySet<string>,
): { readonly field: DescribedField; readonly type: MysqlType; readonly notes: readonly FieldNote[] } {
  const column = name ?? '';
  const declared = (columnType ?? '').toLowerCase();
  const width = /^[a-z]+\((\d+)\)/.exec(declared)?.[1];
  const type: MysqlType = {
    name: (dataType ?? '').toLowerCase(),
    unsigned: /\bunsigned\b/.test(declared),
    zerofill: /\bzerofill\b/.test(declared),
    precision: Number(precision ?? 0),
    scale: Number(scale ?? 0),
    fraction: Number(fraction ?? 0),
    displayWidth: width === undefined ? null : Number(width),
    isJsonText: dataType === 'longtext' && json.has(column),
  };
  const nativeType = type.isJsonText ? 'json' : nativeTypeText(columnType ?? '');
  const reading = /\bselect\b/i.test(privileges ?? '') ? logicalTypeOf(type) : notReadable;
  return {
    type,
    field: { ...fieldTree(column, reading.logicalType, nativeType, nullable === 'YES'), declared: true },
    notes: reading.notes.map(({ code, reason }) => ({
      code,
      field: column,
      detail: `${column} (${nativeType}): ${reason}.`,
    })),
  };
}

const notReadable = noted({ kind: 'unknown' }, 'type_not_read', 'the user may not read this column');
