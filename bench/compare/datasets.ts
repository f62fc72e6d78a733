import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Two Parquet files to compare. */
export interface Pair {
  readonly source: string;
  readonly target: string;
}

/** Eight columns of an ordinary table of orders: numbers of each size, a date and time, short and long texts. */
export const columns = ['id', 'customer', 'email', 'status', 'amount', 'score', 'created', 'note'] as const;
export const numericColumns = ['id', 'customer', 'amount', 'score'] as const;
/** Rows of the pair that differ, spread over all columns and the whole file. */
export const fewDifferences = 223;

const orders = (rows: number) => `
  SELECT i::BIGINT AS id,
    (hash(i) % 1000000)::INTEGER AS customer,
    'user' || (hash(i, 1) % 3000000) || '@mail' || (hash(i, 2) % 400) || '.example' AS email,
    ['open', 'paid', 'shipped', 'returned', 'cancelled'][1 + (hash(i, 3) % 5)::INTEGER] AS status,
    ((hash(i, 4) % 10000000) / 100)::DECIMAL(12, 2) AS amount,
    (hash(i, 5) % 1000000) / 7.0 AS score,
    TIMESTAMP '2020-01-01' + to_microseconds((hash(i, 6) % 100000000000000)::BIGINT) AS created,
    md5(i::VARCHAR) AS note
  FROM range(${rows}) AS t(i)`;

const changes: Record<(typeof columns)[number], string> = {
  id: 'id',
  customer: 'customer + 1',
  email: `email || 'x'`,
  status: `CASE status WHEN 'open' THEN 'paid' ELSE 'open' END`,
  amount: 'amount + 0.01',
  score: 'score + 1',
  created: 'created + INTERVAL 1 SECOND',
  note: 'reverse(note)',
};

/** Two systems never keep their rows in the same order. */
const otherwiseOrdered = 'ORDER BY hash(id)';

/** Makes what is missing in a folder and returns the pairs; files are kept for the next run. */
export async function makePairs(
  folder: string,
  rows: number,
): Promise<Record<'few' | 'equal' | 'all', Pair>> {
  const source = await makeFile(join(folder, `orders-${rows}.parquet`), orders(rows));
  const every = Math.floor(rows / fewDifferences);
  const some = (column: (typeof columns)[number], index: number) =>
    `CASE WHEN id % ${every} = 7 AND id // ${every} < ${fewDifferences} AND (id // ${every}) % ${columns.length - 1} = ${index - 1} THEN ${changes[column]} ELSE ${column} END AS ${column}`;
  const few = columns.map((column, index) => (column === 'id' ? column : some(column, index)));
  const all = columns.map((column) => `${changes[column]} AS ${column}`);
  const equal = await makeFile(
    join(folder, `orders-${rows}-equal.parquet`),
    `SELECT * FROM read_parquet('${source}') ${otherwiseOrdered}`,
  );
  const changed = (name: string, select: readonly string[]) =>
    makeFile(
      join(folder, `orders-${rows}-${name}.parquet`),
      `SELECT ${select.join(', ')} FROM read_parquet('${equal}')`,
    );
  return {
    equal: { source, target: equal },
    few: { source, target: await changed('few', few) },
    all: { source, target: await changed('all', all) },
  };
}

export const narrowColumns = ['id', 'customer', 'amount', 'status'] as const;

/** Four columns, for the measure of a size that memory does not hold. */
export async function makeNarrowPair(folder: string, rows: number): Promise<Pair> {
  const query = `SELECT ${narrowColumns.join(', ')} FROM (${orders(rows)})`;
  const source = await makeFile(join(folder, `narrow-${rows}.parquet`), query);
  const changed = `SELECT * REPLACE (CASE WHEN id % ${Math.floor(rows / fewDifferences)} = 7 THEN amount + 1 ELSE amount END AS amount) FROM read_parquet('${source}') ${otherwiseOrdered}`;
  return { source, target: await makeFile(join(folder, `narrow-${rows}-few.parquet`), changed) };
}

async function makeFile(file: string, query: string): Promise<string> {
  if (existsSync(file)) return file;
  await mkdir(join(file, '..'), { recursive: true });
  console.error(`making ${file}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const unfinished = `${file}.part`;
  await connection.run(`COPY (${query}) TO '${unfinished}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  await rename(unfinished, file);
  await rm(unfinished, { force: true });
  return file;
}
