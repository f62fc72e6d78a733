/** Reads a table once, into nothing or into staging, and prints how long it took and how much memory was held. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import { parseDatabaseUrl } from '../../src/connectors/outbound/database-address.ts';
import { systemLookup } from '../../src/connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { postgresqlConnector } from '../../src/connectors/postgresql/postgresql-connector.ts';

export type Way = 'nothing' | 'staging';

export interface Reading {
  readonly seconds: number;
  readonly peakMemoryBytes: number;
}

const [way, table = ''] = process.argv.slice(2);
const url = process.env.TEST_POSTGRES_URL ?? '';
const seconds = way === 'staging' ? await intoStaging() : await intoNothing();
const reading: Reading = { seconds, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
console.log(JSON.stringify(reading));

async function intoNothing(): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  for await (const _bytes of client.query(copyTo(`COPY ${table} TO STDOUT`)));
  const elapsed = performance.now() - started;
  await client.end();
  return elapsed / 1000;
}

async function intoStaging(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  const session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 1024 ** 3,
    spillDirectory: folder,
    maxSpillBytes: 1024 ** 3,
    threads: 0,
  });
  const outbound = {
    policy: readOutboundPolicy(['127.0.0.1']),
    lookup: systemLookup,
    connectTimeoutMs: 5000,
  };
  const { address } = parseDatabaseUrl(`${url}?tls=disable`);
  const connector = postgresqlConnector(address, outbound, { catalogueMs: 60_000, readingMs: 3_600_000 });
  const location = { schema: 'public', table };
  const { fields } = await connector.describe(location);
  const started = performance.now();
  await connector.stage(location, { fields, only: null, filter: null, session, stagingDirectory: folder });
  const elapsed = performance.now() - started;
  await session.close();
  await rm(folder, { recursive: true, force: true });
  return elapsed / 1000;
}
