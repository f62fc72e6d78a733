/**
 * `node bench/distributed/main.ts`: two copies of tpch orders in a Trino cluster, with planted differences, compared
 * inside it by one OUTER_VALUE test for each column, as a ratio to one hand-written FULL OUTER JOIN that counts the same;
 * over one worker and over two. Also the bytes that came back. `--schema sf1`, `--rounds N`, `--workers 1,2`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import { openTable, type TrinoTable } from '../../src/connectors/trino/open-table.ts';
import { TrinoEngine } from '../../src/connectors/trino/trino-engine.ts';
import type { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import { openTrino } from '../../test/support/trino.ts';
import { startTrino } from '../../test/support/trino-server.ts';
import { specifyTables } from './specify-tables.ts';

const { values } = parseArgs({
  options: {
    schema: { type: 'string', default: 'sf1' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,2' },
  },
});
const wantedRatio = 0.9;
/** One row in so many differs, and one in so many is missing on either side. */
const oneIn = { differing: 10_007, missing: 100_003 } as const;

const folder = await mkdtemp(join(tmpdir(), 'plumbline-distributed-'));
let isReached = true;
try {
  for (const workers of values.workers.split(',').map(Number)) {
    const { ratio } = await measure(workers);
    if (ratio > wantedRatio) isReached = false;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isReached ? 0 : 1;

async function measure(workers: number): Promise<{ readonly ratio: number }> {
  const cluster = await startTrino({ workers, postgresUrl: undefined, purpose: 'measuring' });
  process.env.TEST_TRINO = JSON.stringify({ url: cluster.url, secure: cluster.secure });
  try {
    using session = await openTrino();
    const rows = await makeTables(session);
    const tables = {
      source: await openTable(session, { catalog: 'memory', schema: 'bench' }, 'orders'),
      target: await openTable(session, { catalog: 'memory', schema: 'bench' }, 'migrated'),
    };
    const best = { join: Number.POSITIVE_INFINITY, compared: Number.POSITIVE_INFINITY };
    let bytes = 0;
    // The first round of either is for the cluster to get warm.
    for (let round = 0; round <= Number(values.rounds); round++) {
      const join = await timed(() => session.query(fullOuterJoin(tables.source)));
      const before = session.receivedBytes;
      const compared = await timed(() => compare(session, tables));
      bytes = session.receivedBytes - before;
      if (round > 0) {
        best.join = Math.min(best.join, join);
        best.compared = Math.min(best.compared, compared);
      }
    }
    const ratio = best.compared / best.join;
    console.log(
      `${workers} worker(s), ${rows.toLocaleString('en')} rows of ${tables.source.schema.fields.length} columns`,
    );
    console.log(`  FULL OUTER JOIN   ${best.join.toFixed(2)} s`);
    console.log(`  comparison        ${best.compared.toFixed(2)} s`);
    console.log(`  ratio             ${ratio.toFixed(2)} (wanted: at most ${wantedRatio})`);
    console.log(`  came back         ${Math.round(bytes / 1024).toLocaleString('en')} KiB`);
    return { ratio };
  } finally {
    await cluster.stop();
  }
}

async function makeTables(session: TrinoSession): Promise<number> {
  const orders = `tpch.${values.schema}.orders`;
  await session.query('CREATE SCHEMA memory.bench');
  await session.query(
    `CREATE TABLE memory.bench.orders AS SELECT * FROM ${orders} WHERE orderkey % ${oneIn.missing} <> 1`,
  );
  await session.query(`CREATE TABLE memory.bench.migrated AS SELECT orderkey, custkey, orderstatus,
    IF(orderkey % ${oneIn.differing} = 0, totalprice + 0.01, totalprice) AS totalprice,
    orderdate, orderpriority, clerk, shippriority, comment
    FROM ${orders} WHERE orderkey % ${oneIn.missing} <> 2`);
  const [[rows] = []] = await session.query('SELECT count(*) FROM memory.bench.orders');
  return Number(rows);
}

async function compare(
  session: TrinoSession,
  tables: { readonly source: TrinoTable; readonly target: TrinoTable },
): Promise<void> {
  await using local = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 28,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 30,
    threads: 1,
  });
  const { tests } = await comparePair({
    specification: specifyTables(tables, 'orderkey'),
    relations: { source: tables.source.relation, target: tables.target.relation },
    session: new TrinoEngine(session, ''),
    evidenceSession: local,
    evidenceDirectory: await mkdtemp(join(folder, 'evidence-')),
  });
  const failed = tests.find(({ error }) => error !== null);
  if (failed !== undefined) throw new Error(`${failed.testId}: ${failed.error?.detail}`);
  const price = tests.find(({ testId }) => testId === 'totalprice');
  if (price?.status !== 'fail' || !price.mismatchedRows)
    throw new Error('The planted differences were not found.');
}

/** What somebody who knows the tables would write. */
function fullOuterJoin({ schema }: TrinoTable): string {
  const columns = schema.fields.map(({ name }) => name).filter((name) => name !== 'orderkey');
  const differing = columns.map(
    (name) => `count_if(s.${name} IS DISTINCT FROM t.${name} AND s.orderkey = t.orderkey)`,
  );
  return `SELECT count(*), count_if(s.orderkey IS NULL), count_if(t.orderkey IS NULL), ${differing.join(', ')}
    FROM memory.bench.orders s FULL OUTER JOIN memory.bench.migrated t ON s.orderkey = t.orderkey`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
