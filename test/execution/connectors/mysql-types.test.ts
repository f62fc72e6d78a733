import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import mysql from 'mysql2/promise';
import type { DatasetSchema, StagedDataset } from '../../../src/connectors/connector.ts';
import { mysqlConnector } from '../../../src/connectors/mysql/mysql-connector.ts';
import { printLogicalType } from '../../../src/domain/comparison/logical-type-text.ts';
import { createTestMysqlDatabase, type TestMysqlDatabase, withoutMysql } from '../../support/mysql.ts';
import { addressOf, type Engine, loopback, openEngine, stage, stagedTexts, timeLimits } from './databases.ts';
import { typeCases } from './mysql-types.ts';

/** One table with a column for every case; a row has the next value of each, and the last has none. */
const rowCount = Math.max(...typeCases.map(({ values }) => values.length)) + 1;
const isGenerated = (type: string) => type.includes(' AS (');

describe('every type of MySQL reaches staging exactly', { skip: withoutMysql }, () => {
  let database: TestMysqlDatabase;
  let engine: Engine;
  let schema: DatasetSchema;
  let dataset: StagedDataset;

  before(async () => {
    database = await createTestMysqlDatabase();
    await fillTable(database.url);
    engine = await openEngine();
    const connector = mysqlConnector(addressOf(database.url), loopback, timeLimits);
    const table = { schema: database.name, table: 'every_type' };
    schema = await connector.describe(table);
    dataset = await stage(connector, engine, table, schema);
  });

  after(async () => {
    await dataset?.[Symbol.asyncDispose]();
    await engine?.close();
    await database?.drop();
  });

  for (const [index, { type, logical, values, note, unreadable = 0 }] of typeCases.entries()) {
    test(`${type} is ${logical}`, async () => {
      const name = `v${index}`;
      const field = schema.fields.find((each) => each.name === name);
      assert.ok(field);
      assert.equal(printLogicalType(field.logicalType), logical);
      assert.deepEqual(
        schema.notes.flatMap((each) => (each.field === name ? [each.code] : [])),
        note === undefined ? [] : [note],
      );
      const column = dataset.columns.find((each) => each.name === name);
      if (logical === 'unknown') {
        assert.equal(column, undefined);
        return;
      }
      const staged = isGenerated(type)
        ? Array.from({ length: rowCount }, (_, row) => String(row * 2))
        : [
            ...values.map(([, text]) => text),
            ...Array.from({ length: rowCount - values.length }, () => null),
          ];
      assert.deepEqual(await stagedTexts(engine, dataset, name), staged);
      assert.equal(column?.readAs?.unreadable ?? 0, unreadable);
    });
  }
});

async function fillTable(url: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4' });
  try {
    // Zero dates and times beyond a day can only be put in where the mode allows it.
    await connection.query("SET SESSION sql_mode = '', time_zone = '+00:00'");
    const columns = typeCases.map(({ type }, index) => `v${index} ${type}`);
    await connection.query(`CREATE TABLE every_type (id int PRIMARY KEY, ${columns.join(', ')})`);
    const names = typeCases.flatMap(({ type }, index) => (isGenerated(type) ? [] : [`v${index}`]));
    for (let row = 0; row < rowCount; row++) {
      const values = typeCases.flatMap(({ type, values: all }) =>
        isGenerated(type) ? [] : [all[row]?.[0] ?? 'NULL'],
      );
      await connection.query(
        `INSERT INTO every_type (id, ${names.join(', ')}) VALUES (${row}, ${values.join(', ')})`,
      );
    }
  } finally {
    await connection.end();
  }
}
