import { DuckDBInstance } from '@duckdb/node-api';
import type { Limits } from './contenders.ts';
import { columns, numericColumns, type Pair } from './datasets.ts';

/** What a person would write by hand, run with the same limits as the engine. */
async function runByHand(
  statements: readonly string[],
  { memoryBytes, threads, folder }: Limits,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(memoryBytes / 1024)}KiB`,
    threads: String(threads),
    temp_directory: folder,
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  for (const sql of statements) await connection.runAndReadAll(sql);
}

/** One full outer join that counts mismatches by column. */
export function fullOuterJoin({ source, target }: Pair, limits: Limits): Promise<void> {
  const counts = columns
    .filter((column) => column !== 'id')
    .map(
      (column) =>
        `count(*) FILTER (s.id IS NOT NULL AND t.id IS NOT NULL AND s.${column} IS DISTINCT FROM t.${column}) AS ${column}`,
    );
  const sql = `SELECT count(*) FILTER (t.id IS NULL) AS missing_in_target, count(*) FILTER (s.id IS NULL) AS missing_in_source,
    ${counts.join(', ')}
    FROM read_parquet('${source}') AS s FULL OUTER JOIN read_parquet('${target}') AS t ON s.id = t.id`;
  return runByHand([sql], limits);
}

/** Reads every value of both files and does next to nothing with it. */
export function scanBoth({ source, target }: Pair, limits: Limits): Promise<void> {
  const greatest = columns.map((column) => `max(${column})`).join(', ');
  return runByHand(
    [source, target].map((file) => `SELECT ${greatest} FROM read_parquet('${file}')`),
    limits,
  );
}

/** Every aggregate of every column in one query a side. */
export function fusedAggregates({ source, target }: Pair, limits: Limits): Promise<void> {
  const each = columns.flatMap((column) => [
    `count(${column})`,
    `count(DISTINCT ${column})`,
    `min(${column})`,
    `max(${column})`,
  ]);
  const numbers = numericColumns.flatMap((column) => [`sum(${column})`, `avg(${column})`]);
  return runByHand(
    [source, target].map(
      (file) => `SELECT count(*), ${[...each, ...numbers].join(', ')} FROM read_parquet('${file}')`,
    ),
    limits,
  );
}
