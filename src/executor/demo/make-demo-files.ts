import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDbSession } from '../../connectors/duckdb/duckdb-session.ts';
import { type DemoTable, demoTables } from '../../domain/demo/demo-tables.ts';
import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import { type PlantedDefect, plantedDefects } from './planted-defects.ts';
import { type PublicTable, publicTables } from './public-data.ts';

export interface DemoFilesOptions {
  /** Where the files are to be: made whole, or not at all. */
  readonly folder: string;
  /** `data` of the package vega-datasets. */
  readonly publicData: string;
  /** The most flights. */
  readonly flights: number;
}

/** Enough for the largest table without spilling; a laptop has it. */
const memoryLimitBytes = 512 * 1024 * 1024;
const maxSpillBytes = 4 * 1024 * 1024 * 1024;

/** Writes both copies of every table of the demo. Where they are already, nothing is done. */
export async function makeDemoFiles({ folder, publicData, flights }: DemoFilesOptions): Promise<void> {
  if (await exists(folder)) return;
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  for (const copy of ['legacy', 'migrated']) {
    await mkdir(join(making, copy), { recursive: true, mode: 0o700 });
  }
  await writeCopies({ folder: making, publicData, flights });
  // A start that is killed before leaves no folder of that name, and the next one makes it anew.
  await rename(making, folder);
}

async function writeCopies({ folder, publicData, flights }: DemoFilesOptions): Promise<void> {
  await using session = await DuckDbSession.open({
    allowedDirectories: [publicData, folder],
    allowedPaths: [],
    memoryLimitBytes,
    spillDirectory: folder,
    maxSpillBytes,
    threads: 0,
  });
  const read = publicTables(publicData, flights);
  for (const table of Object.values(demoTables)) {
    for (const sql of copiesOf(table, read[table.name], folder)) await session.query({ sql });
  }
}

function copiesOf(table: DemoTable, read: PublicTable, folder: string): readonly string[] {
  const legacy = identifier(`legacy ${table.name}`);
  const planted = identifier(`planted ${table.name}`);
  const key = identifier(table.key);
  const defects = plantedDefects.filter((defect) => defect.table === table.name);
  return [
    `CREATE VIEW ${legacy} AS SELECT ${selected(read.columns)} FROM ${read.from}`,
    `COPY ${legacy} TO ${target(join(folder, table.legacy))}`,
    `CREATE TABLE ${planted} AS SELECT ${key}, '' AS defect FROM ${legacy} LIMIT 0`,
    ...defects.map(
      ({ name, where, rows }) => `INSERT INTO ${planted} SELECT ${key}, ${textLiteral(name)} FROM ${legacy}
        WHERE (${where}) AND ${key} NOT IN (SELECT ${key} FROM ${planted}) ORDER BY ${key} LIMIT ${rows}`,
    ),
    `COPY (${migrated({ legacy, planted, key }, read, defects)}) TO ${target(join(folder, table.migrated))}`,
  ];
}

function migrated(
  { legacy, planted, key }: { readonly legacy: string; readonly planted: string; readonly key: string },
  { columns, migratedAs }: PublicTable,
  defects: readonly PlantedDefect[],
): string {
  const changes = Object.keys(columns).map((column) => {
    const cases = defects.flatMap(({ name, effect }) => {
      const change = effect.kind === 'changed' ? effect.columns[column] : undefined;
      return change === undefined ? [] : [`WHEN ${textLiteral(name)} THEN ${change}`];
    });
    const unchanged = migratedAs[column] ?? identifier(column);
    return [column, cases.length === 0 ? unchanged : `CASE defect ${cases.join(' ')} ELSE ${unchanged} END`];
  });
  const named = (kind: PlantedDefect['effect']['kind']) =>
    `[${defects.filter(({ effect }) => effect.kind === kind).map(({ name }) => textLiteral(name))}]::VARCHAR[]`;
  return `SELECT ${selected(Object.fromEntries(changes))}
    FROM (FROM ${legacy} LEFT JOIN ${planted} USING (${key})),
      unnest(CASE WHEN list_contains(${named('repeated')}, defect) THEN [1, 2] ELSE [1] END)
    WHERE NOT coalesce(list_contains(${named('missing')}, defect), false)`;
}

function selected(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${identifier(name)}`)
    .join(', ');
}

const formats: readonly (readonly [ending: string, options: string])[] = [
  ['.parquet', 'FORMAT parquet'],
  ['.ndjson', 'FORMAT json'],
  ['.csv', 'FORMAT csv, HEADER true'],
];

function target(file: string): string {
  const options = formats.find(([ending]) => file.endsWith(ending))?.[1];
  if (options === undefined) throw new TypeError(`The demo has no format for ${file}.`);
  return `${textLiteral(file)} (${options})`;
}

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
