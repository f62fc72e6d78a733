/** Runs statements in DuckDB, in one process and no more than that, and prints the seconds: `same-sql.ts FILE`. */
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const [file = ''] = process.argv.slice(2);
const pairs = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly string[])[];
const started = performance.now();
for (const statements of pairs) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await (await connection.run(statement)).getRows();
  connection.closeSync();
  instance.closeSync();
}
console.log((performance.now() - started) / 1000);
