/** Rows of a cluster against files, by the fingerprints that both take: equal values of every type move no row. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { locateFiles } from '../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../src/connectors/files/open-file-dataset.ts';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { trinoConnector } from '../../src/connectors/trino/trino-connector.ts';
import type { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import { specifyCase } from '../dialects/traps/specify-case.ts';
import type { FieldPair } from '../dialects/traps/trap.ts';
import { type Engine, openEngine } from '../execution/connectors/databases.ts';
import { settleCheck } from '../execution/connectors/settle-check.ts';
import { duckDbQuery } from '../support/duckdb-relations.ts';
import {
  binary,
  boolean,
  date,
  decimal,
  double,
  float32,
  int64,
  naive,
  type Relation,
  type StoredType,
  text,
  time,
  uuid,
  type Value,
  zoned,
} from '../support/relations.ts';
import { openTrino, outboundToLoopback, plainSettings } from '../support/trino.ts';
import { trinoView } from '../support/trino-relations.ts';

const types: readonly (readonly [StoredType, readonly Value[]])[] = [
  [boolean, [true, false]],
  [int64, ['0', '-1', '9223372036854775807']],
  [decimal(20, 4), ['0', '1.1', '-0.19', '100', '0.5', '-1234567890123456.789']],
  [decimal(38, 2), ['999999999999999999999999999999999999.99', '-0.01']],
  [double, ['0', '-0', 'NaN', 'Infinity', '-Infinity', '1e21', '1e-7', '0.1', '5e-324']],
  [float32, ['0.1', '0.36640625']],
  [text, ['', 'a', ' a ', 'e\u0301', '🤦🏼‍♂️', '~', '1:a;', "it's", 'a\\b', 'a\nb']],
  [date, ['2024-02-29', '1969-12-31', '9999-12-31']],
  [time, ['00:00:00', '23:59:59.999999', '07:05:10.5']],
  [naive(6), ['2024-01-31 07:05:00', '2024-01-31 07:05:10.25', '1969-12-31 23:59:59.000001']],
  [zoned(6), ['2024-01-31 07:05:00Z', '1999-12-31 23:59:59.5Z']],
  [uuid, ['0123abcd-0123-4567-89ab-0123456789ab']],
  [binary, ['', '00', 'ff00fe']],
];
const rowCount = 12;

const everyType: Relation = {
  columns: [{ name: 'id', type: int64 }, ...types.map(([type], index) => ({ name: `v${index}`, type }))],
  rows: Array.from({ length: rowCount }, (_, row) => [
    String(row),
    ...types.map(([, values]) => values[row % (values.length + 1)] ?? null),
  ]),
};

describe('rows of a cluster by their fingerprints', () => {
  const schema = `fingerprints_${process.pid}`;
  const limits = { catalogueMs: 60_000, readingMs: 300_000 };
  const connector = trinoConnector(trinoAddress(plainSettings(), null), outboundToLoopback, limits);
  let session: TrinoSession;
  let engine: Engine;
  let writer: Awaited<ReturnType<DuckDBInstance['connect']>>;
  let count = 0;

  before(async () => {
    session = await openTrino();
    engine = await openEngine();
    writer = await (await DuckDBInstance.create(':memory:')).connect();
    await session.query(`CREATE SCHEMA memory.${schema}`);
  });

  after(async () => {
    for (let view = 1; view <= count; view++)
      await session.query(`DROP VIEW IF EXISTS memory.${schema}.t${view}`);
    await session.query(`DROP SCHEMA memory.${schema}`);
    session[Symbol.dispose]();
    writer.closeSync();
    await engine.close();
  });

  test('equal values move no row, whatever their type', async () => {
    const source = await inCluster(everyType);
    const target = await inFile(everyType);
    for (const [index, [type]] of types.entries()) {
      const { tests, moved } = await compare(source, target, [`v${index}`]);
      const { status, matchedRows } = tests[0] ?? assert.fail();
      assert.deepEqual(
        { type, status, matchedRows, moved },
        { type, status: 'pass', matchedRows: rowCount, moved: 0 },
      );
    }
  });

  test('of rows that differ only their buckets move', async () => {
    const numbers = (changed: number): Relation => ({
      columns: [
        { name: 'id', type: int64 },
        { name: 'v', type: text },
      ],
      rows: Array.from({ length: 500 }, (_, id) => [String(id), id === changed ? 'other' : `name ${id}`]),
    });
    const { tests, moved } = await compare(await inCluster(numbers(77)), await inFile(numbers(-1)), ['v']);
    const { status, matchedRows, mismatchedRows } = tests[0] ?? assert.fail();
    assert.deepEqual([status, matchedRows, mismatchedRows], ['fail', 500, 1]);
    // Most of the 4,096 buckets have no row at all.
    assert.ok(moved >= 1 && moved <= 5, `${moved} rows moved`);
  });

  type Side = Awaited<ReturnType<typeof inFile>> | Awaited<ReturnType<typeof inCluster>>;

  async function compare(source: Side, target: Side, on: readonly FieldPair[]) {
    const nothing = { columns: [], rows: [] };
    const checks = [{ functionCode: 'OUTER_VALUE', on, expected: { status: 'pass' } }] as const;
    const { specification } = specifyCase(
      { name: 'fingerprints', source: nothing, target: nothing, checks },
      { source: { columns: source.columns, zone: null }, target: { columns: target.columns, zone: null } },
    );
    const report = await settleCheck(specification, { source: source.side, target: target.side }, engine);
    return report ?? assert.fail(`${JSON.stringify(on)} was not settled`);
  }

  async function inCluster(relation: Relation) {
    count += 1;
    const statement = trinoView(`memory.${schema}.t${count}`, relation);
    if (typeof statement !== 'string') throw new Error(`Trino cannot hold the table: ${statement.cannot}.`);
    await session.query(statement);
    const name = { schema: `memory.${schema}`, table: `t${count}` };
    const { fields } = await connector.describe(name);
    return {
      columns: fields.map((field) => ({ ...field, column: field.name })),
      side: {
        fields,
        inSnapshot: <T>(work: Parameters<typeof connector.inSnapshot<T>>[2]) =>
          connector.inSnapshot(name, { fields }, work),
      },
    };
  }

  async function inFile(relation: Relation) {
    const file = join(engine.folder, `${count}.parquet`);
    await writer.run(`COPY (${duckDbQuery(relation)}) TO ${textLiteral(file)} (FORMAT parquet)`);
    const located = await locateFiles(file, [engine.folder]);
    const context = { session: engine.session, stagingDirectory: engine.folder };
    const { columns, relation: opened } = await openFileDataset(located, {}, context);
    return { columns, side: { relation: opened } };
  }
});
