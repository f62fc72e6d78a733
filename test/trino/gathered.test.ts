import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import { openTable } from '../../src/connectors/trino/open-table.ts';
import { TrinoEngine } from '../../src/connectors/trino/trino-engine.ts';
import type { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import type { QueryOptions, SqlSession, Statement } from '../../src/engine/sql-session.ts';
import { compareTables, openEvidenceSession } from '../support/compare-tables.ts';
import { openTrino } from '../support/trino.ts';

const rows = 2_000;
const at = { catalog: 'memory', schema: 'gathered' } as const;
let session: TrinoSession;
let local: DuckDbSession;
let folder: string;

before(async () => {
  session = await openTrino();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-gathered-'));
  local = await openEvidenceSession(folder);
  await session.query(`CREATE SCHEMA ${at.catalog}.${at.schema}`);
});

after(async () => {
  session[Symbol.dispose]();
  await local[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('rows of differing buckets, in one statement', () => {
  test('what differs and what is alone comes back with its evidence', async () => {
    const { report, evidence, readings } = await compare('plain', {
      source: `SELECT id, amount, word FROM (${numbers}) WHERE id <> 7`,
      target: `SELECT id, IF(id = 100, 5.5e0, amount) AS amount, IF(id IN (100, 300), NULL, word) AS word FROM (${numbers}) WHERE id NOT IN (8, 9)`,
    });
    assert.deepEqual(
      { matched: report.matchedRows, source: report.missingInSource, target: report.missingInTarget },
      { matched: rows - 3, source: 1, target: 2 },
    );
    assert.deepEqual(evidence, [
      ['amount', 'different', ['100'], ['100'], ['5.5']],
      ['word', 'different', ['100'], ['word 100'], [null]],
      ['word', 'different', ['300'], ['word 300'], [null]],
      [null, 'onlyInSource', ['8'], ['8', 'word 8'], null],
      [null, 'onlyInSource', ['9'], ['9', 'word 9'], null],
      [null, 'onlyInTarget', ['7'], null, ['7', 'word 7']],
    ]);
    // The buckets of either side, the keys of one, and once more what differs.
    assert.equal(readings, 4);
  });

  test('a key that both sides have and one has twice is a bag, not a pair', async () => {
    const { report, readings } = await compare('twice', {
      source: numbers,
      target: `${numbers} UNION ALL SELECT 5, 5.25e0, 'another'`,
    });
    assert.deepEqual(report.duplicateKeys, { source: 0, target: 1 });
    assert.deepEqual([report.matchedRows, report.missingInSource, report.mismatchedRows], [rows, 1, 0]);
    assert.ok(readings > 4);
  });

  test('a key that one side alone has, twice, is told as repeated', async () => {
    const { report } = await compare('alone', {
      source: numbers,
      target: `${numbers} UNION ALL SELECT -1, 0e0, 'one' UNION ALL SELECT -1, 1e0, 'two'`,
    });
    assert.deepEqual(report.duplicateKeys, { source: 0, target: 1 });
    assert.deepEqual([report.matchedRows, report.missingInSource, report.missingInTarget], [rows, 2, 0]);
  });

  test('more rows that are alone than evidence has place for are counted, and their keys looked at', async () => {
    const { report, evidence } = await compare(
      'many',
      { source: numbers, target: `SELECT * FROM (${numbers}) WHERE id > 50` },
      { evidenceRows: 10 },
    );
    assert.deepEqual([report.missingInTarget, report.duplicateKeys], [50, { source: 0, target: 0 }]);
    assert.equal(evidence.length, 10);
  });
});

const numbers = `SELECT n AS id, CAST(n AS DOUBLE) AS amount, 'word ' || CAST(n AS VARCHAR) AS word FROM UNNEST(sequence(1, ${rows})) AS t(n)`;

/** Counts the statements that reach the cluster. */
class CountedEngine implements SqlSession {
  readonly dialect = 'trino';
  readonly #engine = new TrinoEngine(session, '');
  readonly engine = this.#engine.engine;
  readonly statementsAtOnce = this.#engine.statementsAtOnce;
  answered = 0;

  query(statement: Statement, options?: QueryOptions) {
    if (statement.table === undefined) this.answered += 1;
    return this.#engine.query(statement, options);
  }
}

async function compare(
  name: string,
  queries: { readonly source: string; readonly target: string },
  { evidenceRows = 1_000 } = {},
) {
  await session.query(`CREATE TABLE memory.gathered.${name}_source AS ${queries.source}`);
  await session.query(`CREATE TABLE memory.gathered.${name}_target AS ${queries.target}`);
  const tables = {
    source: await openTable(session, at, `${name}_source`),
    target: await openTable(session, at, `${name}_target`),
  };
  const engine = new CountedEngine();
  const [report] = await compareTables({
    tables,
    keys: ['id'],
    engine,
    evidence: { session: local, folder },
    evidenceRows,
  });
  assert.ok(report);
  return { report, evidence: await evidenceIn(report.evidence.file), readings: engine.answered };
}

async function evidenceIn(file: string | null) {
  assert.ok(file);
  const found = await local.query({
    sql: `SELECT test_id, kind, key, source, target FROM read_parquet(${textLiteral(file)}) ORDER BY test_id NULLS LAST, kind, key[1]::BIGINT`,
  });
  return found.map(({ test_id, kind, key, source, target }) => [test_id, kind, key, source, target]);
}
