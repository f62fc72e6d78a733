import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabricksEngine } from '../../src/connectors/databricks/databricks-engine.ts';
import { openTable } from '../../src/connectors/databricks/open-table.ts';
import { databricksDialect } from '../../src/engine/dialects/databricks/databricks-dialect.ts';
import { textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import { compareTables, openEvidenceSession } from '../support/compare-tables.ts';
import { recordStatements } from '../support/recorded-session.ts';
import { loopbackAddress, openSpark, testedSpark } from '../support/spark.ts';

const rows = (databricksDialect.mostSmallestOf ?? 0) + 5_000;
const evidenceRows = 200;

test('where every row differs, no more hashes are held than the evidence needs', async (t) => {
  // Every row in every statement is worked on: compiled, they take a fifth of the time.
  using session = await openSpark(loopbackAddress(testedSpark(), 'compiling'));
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-spark-evidence-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await using local = await openEvidenceSession(folder);
  const schema = `evidence_${process.pid}`;
  await session.query(`CREATE SCHEMA spark_catalog.${schema}`);
  for (const [table, value] of [
    ['source', 'id'],
    ['target', 'id + 1'],
  ]) {
    await session.query(
      `CREATE TABLE spark_catalog.${schema}.${table} USING parquet AS SELECT id, ${value} AS value FROM range(${rows})`,
    );
  }
  const at = { catalog: 'spark_catalog', schema };
  const tables = {
    source: await openTable(session, at, 'source'),
    target: await openTable(session, at, 'target'),
  };
  const engine = recordStatements(new DatabricksEngine(session, ''));
  const [report] = await compareTables({
    tables,
    keys: ['id'],
    engine,
    evidence: { session: local, folder },
    evidenceRows,
  });
  await session.query(`DROP SCHEMA spark_catalog.${schema} CASCADE`);
  assert.equal(report?.mismatchedRows, rows);
  const collecting = engine.statements.filter((sql) => sql.includes('collect_list'));
  assert.ok(collecting.length > 0 && collecting.every((sql) => /key_hash < -\d+/.test(sql)));
  const file = report?.evidence.file;
  assert.ok(file);
  const [found] = await local.query({
    sql: `SELECT count(*) AS shown, count(DISTINCT key[1]) AS keys, bool_and(target[1]::BIGINT = source[1]::BIGINT + 1) AS differ FROM read_parquet(${textLiteral(file)})`,
  });
  assert.deepEqual(found, { shown: String(evidenceRows), keys: String(evidenceRows), differ: true });
});
