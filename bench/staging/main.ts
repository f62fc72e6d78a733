/**
 * `node test/support/start-postgres.ts -- node bench/staging/main.ts`: rows per second of copying a PostgreSQL table of
 * eight mixed columns into staging, as a ratio to `COPY … TO STDOUT` into nothing, measured in turns in one run. Wanted:
 * at least 0.4, and a peak memory of the process that does not grow with the rows. `--rows N`, `--rounds N`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Reading, Way } from './read-once.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000000' }, rounds: { type: 'string', default: '3' } },
});
const server = process.env.TEST_POSTGRES_URL;
if (server === undefined) {
  console.error('TEST_POSTGRES_URL is not set: run under test/support/start-postgres.ts.');
  process.exit(2);
}
const rows = Number(values.rows);
const fewer = Math.round(rows / 5);

const client = new pg.Client({ connectionString: server });
await client.connect();
try {
  await makeTable('staging_few', fewer);
  await makeTable('staging_many', rows);
  readOnce('nothing', 'staging_many');
  const best = { nothing: Number.POSITIVE_INFINITY, staging: Number.POSITIVE_INFINITY };
  let memory = 0;
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const way of ['nothing', 'staging'] as const) {
      const reading = readOnce(way, 'staging_many');
      best[way] = Math.min(best[way], reading.seconds);
      if (way === 'staging') memory = Math.max(memory, reading.peakMemoryBytes);
    }
  }
  const few = readOnce('staging', 'staging_few');
  const rate = (seconds: number) =>
    `${Math.round(rows / seconds / 1000).toLocaleString('en')} thousand rows/s`;
  console.log(`COPY into nothing   ${best.nothing.toFixed(2)} s   ${rate(best.nothing)}`);
  console.log(`into staging        ${best.staging.toFixed(2)} s   ${rate(best.staging)}`);
  console.log(`ratio               ${(best.nothing / best.staging).toFixed(2)} (wanted: at least 0.4)`);
  console.log(`peak memory         ${megabytes(few.peakMemoryBytes)} for ${fewer.toLocaleString('en')} rows`);
  console.log(`                    ${megabytes(memory)} for ${rows.toLocaleString('en')} rows`);
} finally {
  await client.query('DROP TABLE IF EXISTS staging_few, staging_many');
  await client.end();
}

async function makeTable(name: string, count: number): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${name}`);
  await client.query(`CREATE UNLOGGED TABLE ${name} AS
    SELECT i AS id, ((i * 7919) % 1000003)::int AS customer, (i * 0.0137)::numeric(18,4) AS amount, sqrt(i) AS ratio,
      'Customer, "No." ' || (i % 50000) AS name, timestamptz '2020-01-01 00:00:00.123456Z' + i * interval '7 seconds' AS at,
      date '2000-01-01' + (i % 9000)::int AS day, i % 3 = 0 AS active
    FROM generate_series(1::bigint, ${count}) AS i`);
  await client.query(`VACUUM ANALYZE ${name}`);
}

/** In a process of its own, whose memory nothing else has touched. */
function readOnce(way: Way, table: string): Reading {
  const script = fileURLToPath(new URL('read-once.ts', import.meta.url));
  const child = spawnSync(process.execPath, [script, way, table], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`read-once.ts ended with ${child.status}.`);
  return JSON.parse(child.stdout);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
