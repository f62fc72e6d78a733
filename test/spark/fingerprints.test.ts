/** Rows of a warehouse against files, by the fingerprints that both take: equal values of every type move no row. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { databricksConnector } from '../../src/connectors/databricks/databricks-connector.ts';
import { locateFiles } from '../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../src/connectors/files/open-file-dataset.ts';
import { textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import { specifyCase } from '../dialects/traps/specify-case.ts';
import { openEngine } from '../execution/connectors/databases.ts';
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
  type Value,
  zoned,
} from '../support/relations.ts';
import { loopbackAddress, openSpark, outboundToLoopback, testedSpark } from '../support/spark.ts';
import { sparkTable } from '../support/spark-relations.ts';

const values: Readonly<Record<string, readonly [StoredType, readonly Value[]]>> = {
  boolean: [boolean, [true, false]],
  long: [int64, ['0', '-1', '9223372036854775807']],
  decimal: [decimal(20, 4), ['0', '1.1', '-0.19', '100', '0.5', '-1234567890123456.789']],
  wide: [decimal(38, 2), ['999999999999999999999999999999999999.99', '-0.01']],
  double: [
    double,
    ['0', '-0', 'NaN', 'Infinity', '-Infinity', '1e21', '1e-7', '0.1', '5e-324', '-1.5', '2e23'],
  ],
  edges: [
    double,
    ['2.2250738585072014e-308', '2.225073858507201e-308', '1.7976931348623157e308', '1', '4', '3.9'],
  ],
  float: [float32, ['0.1', '0.36640625']],
  text: [text, ['', 'a', ' a ', 'e\u0301', '🤦🏼‍♂️', '~', '1:a;', "it's", 'a\\b', 'a\nb', '$']],
  date: [date, ['2024-02-29', '1969-12-31', '9999-12-31']],
  wall: [naive(6), ['2024-01-31 07:05:00', '2024-01-31 07:05:10.25', '1969-12-31 23:59:59.000001']],
  instant: [zoned(6), ['2024-01-31 07:05:00Z', '1999-12-31 23:59:59.5Z']],
  binary: [binary, ['', '00', 'ff00fe']],
};
const types = Object.entries(values);
const rowCount = 500;
const changedRow = 77;

/** All types at once; `note` differs in one row of the changed one. */
function relation(isChanged: boolean): Relation {
  return {
    columns: [
      { name: 'id', type: int64 },
      ...types.map(([name, [type]]) => ({ name, type })),
      { name: 'note', type: text },
    ],
    rows: Array.from({ length: rowCount }, (_, row) => [
      String(row),
      ...types.map(([, [, some]]) => some[row % (some.length + 1)] ?? null),
      isChanged && row === changedRow ? 'other' : `note ${row}`,
    ]),
  };
}

const schema = `spark_catalog.fingerprints_${process.pid}`;
const limits = { catalogueMs: 300_000, readingMs: 300_000 };
const connector = databricksConnector(loopbackAddress(testedSpark()), outboundToLoopback, limits);
const session = await openSpark();
const engine = await openEngine();
after(async () => {
  await session.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  session[Symbol.dispose]();
  await engine.close();
});
await session.query(`CREATE SCHEMA ${schema}`);
for (const statement of sparkTable(`${schema}.t`, relation(true))) await session.query(statement);
const source = await inWarehouse();
const target = await inFile(relation(false));

test('equal values move no row, whatever their type', async () => {
  const { tests, moved } = await compare(types.map(([name]) => name));
  assert.deepEqual(
    tests.map(({ status, matchedRows }) => [status, matchedRows]),
    types.map(() => ['pass', rowCount]),
  );
  assert.equal(moved, 0);
});

test('of rows that differ only their buckets move', async () => {
  const { tests, moved } = await compare(['note']);
  const { status, matchedRows, mismatchedRows } = tests[0] ?? assert.fail();
  assert.deepEqual([status, matchedRows, mismatchedRows], ['fail', rowCount, 1]);
  // Most of the 4,096 buckets have no row at all.
  assert.ok(moved >= 1 && moved <= 5, `${moved} rows moved`);
});

async function compare(fields: readonly string[]) {
  const nothing = { columns: [], rows: [] };
  const checks = fields.map(
    (on) => ({ functionCode: 'OUTER_VALUE', on, expected: { status: 'pass' } }) as const,
  );
  const { specification } = specifyCase(
    { name: 'fingerprints', source: nothing, target: nothing, checks },
    { source: { columns: source.columns, zone: null }, target: { columns: target.columns, zone: null } },
  );
  const report = await settleCheck(specification, { source: source.side, target: target.side }, engine);
  return report ?? assert.fail(`${fields.join(', ')} were not settled`);
}

async function inWarehouse() {
  const name = { schema, table: 't' };
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

async function inFile(rows: Relation) {
  const file = join(engine.folder, 'same.parquet');
  const writer = await (await DuckDBInstance.create(':memory:')).connect();
  await writer.run(`COPY (${duckDbQuery(rows)}) TO ${textLiteral(file)} (FORMAT parquet)`);
  writer.closeSync();
  const located = await locateFiles(file, [engine.folder]);
  const context = { session: engine.session, stagingDirectory: engine.folder };
  const { columns, relation: opened } = await openFileDataset(located, {}, context);
  return { columns, side: { relation: opened } };
}
