/**
 * `npm run bench:distributed`: two copies of tpch lineitem in a Trino cluster, with planted differences, compared inside
 * it by one OUTER_VALUE test for each column, as a ratio to one hand-written FULL OUTER JOIN that counts the same. Over
 * one worker and over two, each with a processor of its own, and over two sizes, of which the bytes that come back must
 * not tell. `--schemas sf0.1,sf1`, `--workers 1,2`, `--rounds N`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTable } from '../../src/connectors/trino/open-table.ts';
import { TrinoEngine } from '../../src/connectors/trino/trino-engine.ts';
import type { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { compareTables, openEvidenceSession } from '../../test/support/compare-tables.ts';
import { openTrino } from '../../test/support/trino.ts';
import { startTrino } from '../../test/support/trino-server.ts';
import { fullOuterJoin, keys, makeTables, plantedDifferences, schemaOf } from './lineitem-tables.ts';

const { values } = parseArgs({
  options: {
    schemas: { type: 'string', default: 'sf0.1,sf1' },
    workers: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '3' },
  },
});
const schemas = values.schemas.split(',');
const wantedRatio = 0.9;

/** Seconds, the best of all rounds: of the clock, and of the workers' processors. */
interface Cost {
  readonly elapsed: number;
  readonly processor: number;
}

interface Measured {
  readonly workers: number;
  readonly schema: string;
  readonly rows: number;
  readonly join: Cost;
  readonly compared: Cost;
  /** That came back to the executor. */
  readonly bytes: number;
}

const folder = await mkdtemp(join(tmpdir(), 'plumbline-distributed-'));
const all: Measured[] = [];
try {
  for (const workers of values.workers.split(',').map(Number)) all.push(...(await measureOver(workers)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const largest = all.filter(({ schema }) => schema === schemas.at(-1));
for (const { workers, compared, join: joined } of largest.slice(1)) {
  const [first] = largest;
  if (first === undefined) break;
  console.log(
    `${workers} workers take ${ratio(compared, first.compared)} of the time of ${first.workers}, the join ${ratio(joined, first.join)}`,
  );
}
const isReached = largest.every(
  ({ compared, join: joined }) => compared.elapsed <= joined.elapsed * wantedRatio,
);
process.exitCode = isReached ? 0 : 1;

async function measureOver(workers: number): Promise<readonly Measured[]> {
  const cluster = await startTrino({ workers, postgresUrl: undefined, purpose: 'measuring' });
  process.env.TEST_TRINO = JSON.stringify({ url: cluster.url, secure: cluster.secure });
  try {
    using session = await openTrino();
    const measured: Measured[] = [];
    for (const schema of schemas) {
      const found = { workers, schema, ...(await measure(session, schema)) };
      print(found);
      measured.push(found);
    }
    return measured;
  } finally {
    await cluster.stop();
  }
}

async function measure(session: TrinoSession, schema: string): Promise<Omit<Measured, 'workers' | 'schema'>> {
  const rows = await makeTables(session, schema);
  const planted = await plantedDifferences(session, schema);
  const never: Cost = { elapsed: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
  const best = { join: never, compared: never };
  let bytes = 0;
  // The first round of either is for the cluster to get warm.
  for (let round = 0; round <= Number(values.rounds); round++) {
    const joined = await costOf(session, () => session.query(fullOuterJoin(schema)));
    const before = session.receivedBytes;
    const compared = await costOf(session, () => compare(session, schema, planted));
    bytes = session.receivedBytes - before;
    if (round > 0) {
      best.join = lower(best.join, joined);
      best.compared = lower(best.compared, compared);
    }
  }
  return { rows, ...best, bytes };
}

async function compare(session: TrinoSession, schema: string, planted: number): Promise<void> {
  const tables = {
    source: await openTable(session, schemaOf(schema), 'lineitem'),
    target: await openTable(session, schemaOf(schema), 'migrated'),
  };
  await using local = await openEvidenceSession(folder);
  const engine = new TrinoEngine(session, '');
  const tests = await compareTables({ tables, keys, engine, evidence: { session: local, folder } });
  const price = tests.find(({ testId }) => testId === 'extendedprice');
  if (price?.mismatchedRows !== planted)
    throw new Error(`${price?.mismatchedRows} differences were found of the ${planted} that were planted.`);
}

function print({ workers, schema, rows, join: joined, compared, bytes }: Measured): void {
  console.log(`${workers} worker(s), lineitem of ${schema}: ${rows.toLocaleString('en')} rows`);
  console.log(`  FULL OUTER JOIN   ${said(joined)}`);
  console.log(`  comparison        ${said(compared)}`);
  console.log(`  ratio             ${ratio(compared, joined)} (wanted: at most ${wantedRatio})`);
  console.log(`  came back         ${Math.round(bytes / 1024).toLocaleString('en')} KiB`);
}

function said({ elapsed, processor }: Cost): string {
  return `${elapsed.toFixed(2)} s, ${processor.toFixed(2)} s of processor`;
}

function ratio(a: Cost, b: Cost): string {
  return `${(a.elapsed / b.elapsed).toFixed(2)} (${(a.processor / b.processor).toFixed(2)} of processor)`;
}

function lower(a: Cost, b: Cost): Cost {
  return {
    elapsed: Math.min(a.elapsed, b.elapsed),
    processor: Math.min(a.processor, b.processor),
  };
}

async function costOf(session: TrinoSession, work: () => Promise<unknown>): Promise<Cost> {
  const [[since] = []] = await session.query('SELECT CAST(current_timestamp AS VARCHAR)');
  const started = performance.now();
  await work();
  const elapsed = (performance.now() - started) / 1000;
  const [[spent] = []] =
    await session.query(`SELECT coalesce(sum(t.split_cpu_time_ms), 0) FROM system.runtime.tasks t
    JOIN system.runtime.queries q ON q.query_id = t.query_id
    WHERE q.created > CAST('${since}' AS TIMESTAMP(3) WITH TIME ZONE)`);
  return { elapsed, processor: Number(spent) / 1000 };
}
