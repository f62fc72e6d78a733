import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { type Catalog, qualified, readCatalog, type Table, type TransferScope } from './catalog.ts';
import {
  type ExportHeader,
  type ExportRecord,
  readExportFile,
  readExportHeader,
  verifyExportFile,
} from './export-file.ts';
import { bindOwners, seeEveryRow } from './login.ts';
import { TableFilling } from './table-filling.ts';
import type { TransferQuery } from './transfer-database.ts';
import { TransferError } from './transfer-error.ts';

export interface ImportOptions {
  readonly path: string;
  readonly scope: TransferScope;
  readonly onTable?: ((table: string, rows: number) => void) | undefined;
}

/** Fills the empty tables of a migrated database from an export, within one open transaction: all of it, or nothing. */
export async function importWithin(query: TransferQuery, options: ImportOptions): Promise<void> {
  const { path, scope } = options;
  await verifyExportFile(path);
  await requireSameSchema(query, scope, path, await readExportHeader(path));
  const catalog = await readCatalog(query, scope);
  await seeEveryRow(query, scope, catalog.tables);
  await requireEmpty(query, scope, catalog.tables);
  await setAside(query, scope, catalog);
  await importLines(query, catalog, options);
  await putBack(query, scope, catalog);
  await bindOwners(query, scope, catalog.tables);
}

async function requireSameSchema(
  query: TransferQuery,
  scope: TransferScope,
  path: string,
  header: ExportHeader,
): Promise<void> {
  const here = await scope.readSchema(query);
  if (isDeepStrictEqual(header.schema, here)) return;
  throw new TransferError(
    'schemaDiffers',
    `${path} has the schema of migration ${header.schema.at(-1)?.name ?? 'none'}, and the database that of ` +
      `${here.at(-1)?.name ?? 'none'}. Import into a new database, which the import itself migrates.`,
  );
}

async function requireEmpty(
  query: TransferQuery,
  scope: TransferScope,
  tables: readonly Table[],
): Promise<void> {
  for (const table of tables) {
    const name = qualified(scope, table.name);
    await query(`LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`);
    const [found] = await query<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS filled`);
    if (found?.filled) {
      throw new TransferError(
        'targetNotEmpty',
        `The table ${table.name} holds rows already, and an import never adds to what is there. Import into a new ` +
          'database, before the service starts on it.',
      );
    }
  }
}

/** Triggers that would change rows, and constraints that no order of tables satisfies, wait until all rows are there. */
async function setAside(query: TransferQuery, scope: TransferScope, catalog: Catalog): Promise<void> {
  for (const key of catalog.circular) {
    await alterTable(
      query,
      scope,
      key.from,
      `ALTER CONSTRAINT ${pg.escapeIdentifier(key.name)} DEFERRABLE INITIALLY DEFERRED`,
    );
  }
  await switchTriggers(query, scope, catalog, 'DISABLE');
}

async function putBack(query: TransferQuery, scope: TransferScope, catalog: Catalog): Promise<void> {
  await query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const key of catalog.circular) {
    await alterTable(
      query,
      scope,
      key.from,
      `ALTER CONSTRAINT ${pg.escapeIdentifier(key.name)} ${key.timing}`,
    );
  }
  await switchTriggers(query, scope, catalog, 'ENABLE');
}

async function switchTriggers(
  query: TransferQuery,
  scope: TransferScope,
  catalog: Catalog,
  action: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const table of catalog.tables) {
    for (const trigger of table.triggers) {
      await alterTable(query, scope, table.name, `${action} TRIGGER ${pg.escapeIdentifier(trigger)}`);
    }
  }
}

async function alterTable(
  query: TransferQuery,
  scope: TransferScope,
  table: string,
  action: string,
): Promise<void> {
  await query(`ALTER TABLE ${qualified(scope, table)} ${action}`);
}

async function importLines(query: TransferQuery, catalog: Catalog, options: ImportOptions): Promise<void> {
  const { scope, path } = options;
  let filling: TableFilling | undefined;
  for await (const line of readExportFile(path)) {
    if (line.startsWith('[')) {
      if (filling === undefined) throw unexpected(path, 'a row outside a table');
      await filling.add(line);
      continue;
    }
    const record = readRecord(path, line);
    switch (record.kind) {
      case 'plumbline-export':
        break;
      case 'table':
        filling = new TableFilling(query, scope, tableFor(path, catalog, record.name, record.columns));
        break;
      case 'tableEnd':
        await filling?.flush();
        if (filling?.rows !== record.rows)
          throw unexpected(path, `another number of rows of ${record.name} than it says`);
        options.onTable?.(record.name, record.rows);
        filling = undefined;
        break;
      case 'sequence':
        await setSequence(query, scope, sequenceFor(path, catalog, record.name), record.value, record.called);
        break;
    }
  }
}

async function setSequence(
  query: TransferQuery,
  scope: TransferScope,
  name: string,
  value: string,
  called: boolean,
): Promise<void> {
  await query('SELECT setval($1::regclass, $2::bigint, $3)', [qualified(scope, name), value, called]);
}

/** Names come from the database's own catalog, never from the file. */
function tableFor(path: string, catalog: Catalog, name: string, columns: readonly string[]): Table {
  const table = catalog.tables.find((each) => each.name === name);
  const known = columns.flatMap((column) => table?.columns.find((each) => each.name === column) ?? []);
  if (table === undefined || known.length !== columns.length || known.length !== table.columns.length) {
    throw unexpected(path, `a table ${name} unlike the one in the database`);
  }
  return { ...table, columns: known };
}

function sequenceFor(path: string, catalog: Catalog, name: string): string {
  const sequence = catalog.sequences.find((each) => each === name);
  if (sequence === undefined) throw unexpected(path, `a sequence ${name} that the database does not have`);
  return sequence;
}

function readRecord(path: string, line: string): ExportRecord {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw unexpected(path, 'a line that is not JSON', cause);
  }
}

function unexpected(path: string, what: string, cause?: unknown): TransferError {
  return new TransferError('fileUnusable', `${path} cannot be imported: it holds ${what}. Export again.`, {
    cause,
  });
}
