import pg from 'pg';
import type { Clock } from '../../domain/clock.ts';
import { type Catalog, qualified, readCatalog, type Table, type TransferScope } from './catalog.ts';
import { type ExportRecord, formatVersion, writeExportFile } from './export-file.ts';
import { seeEveryRow } from './login.ts';
import type { TransferDatabase, TransferQuery } from './transfer-database.ts';

export interface ExportOptions {
  readonly from: TransferDatabase;
  /** The file to write; it must not exist yet. */
  readonly path: string;
  readonly scope: TransferScope;
  readonly clock: Clock;
  readonly onTable?: ((table: string, rows: number) => void) | undefined;
}

/** Ends the transaction of an export: it must leave no trace. */
class RollBack extends Error {}

/** Writes every row of the tables in scope, as of one moment, into one file. */
export async function exportDatabase(options: ExportOptions): Promise<void> {
  const undo = new RollBack();
  try {
    await options.from.transaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await settleOutput(query);
      const catalog = await readCatalog(query, options.scope);
      await seeEveryRow(query, options.scope, catalog.tables);
      await writeExportFile(options.path, exportLines(query, catalog, options));
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
}

/** The settings that decide how values look as text. */
async function settleOutput(query: TransferQuery): Promise<void> {
  await query(
    `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
     SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL xmloption = 'content'`,
  );
}

async function* exportLines(
  query: TransferQuery,
  catalog: Catalog,
  options: ExportOptions,
): AsyncGenerator<string> {
  const record = (each: ExportRecord) => JSON.stringify(each);
  yield record({
    kind: 'plumbline-export',
    formatVersion,
    schema: await options.scope.readSchema(query),
    exportedAt: options.clock.now().toISOString(),
  });
  for (const table of catalog.tables) {
    yield record({ kind: 'table', name: table.name, columns: table.columns.map((column) => column.name) });
    let rows = 0;
    for await (const line of rowLines(query, options.scope, table)) {
      rows += 1;
      yield line;
    }
    yield record({ kind: 'tableEnd', name: table.name, rows });
    options.onTable?.(table.name, rows);
  }
  for (const name of catalog.sequences) {
    const [state] = await query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${qualified(options.scope, name)}`,
    );
    if (state !== undefined) yield record({ kind: 'sequence', name, ...state });
  }
}

/** About this much text is fetched at a time, whatever the size of a row. */
const batchLength = 1024 * 1024;
const mostRows = 5_000;

/** The server itself writes each row as a line of JSON, so values never pass through a driver's types. */
async function* rowLines(query: TransferQuery, scope: TransferScope, table: Table): AsyncGenerator<string> {
  const values = table.columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`);
  await query(
    `DECLARE transfer NO SCROLL CURSOR FOR
      SELECT to_json(ARRAY[${values.join(', ')}]::text[])::text AS line FROM ${qualified(scope, table.name)}`,
  );
  let count = 100;
  for (;;) {
    const rows = await query<{ line: string }>(`FETCH ${count} FROM transfer`);
    if (rows.length === 0) break;
    let length = 0;
    for (const { line } of rows) {
      length += line.length;
      yield line;
    }
    const averageLength = Math.max(1, length / rows.length);
    count = Math.min(mostRows, Math.max(1, Math.floor(batchLength / averageLength)));
  }
  await query('CLOSE transfer');
}
