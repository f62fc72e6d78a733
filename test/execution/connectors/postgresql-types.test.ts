import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { DatasetSchema, StagedDataset } from '../../../src/connectors/connector.ts';
import { postgresqlConnector } from '../../../src/connectors/postgresql/postgresql-connector.ts';
import { printLogicalType } from '../../../src/domain/comparison/logical-type-text.ts';
import { createTestDatabase, type TestDatabase, withoutPostgres } from '../../support/postgres.ts';
import { addressOf, type Engine, loopback, openEngine, stage, stagedTexts, timeLimits } from './databases.ts';
import { setup, typeCases } from './postgresql-types.ts';

/** One table with a column for every case; a row has the next value of each, and the last has none. */
const table = { schema: 'public', table: 'every_type' };
const rowCount = Math.max(...typeCases.map(({ values }) => values.length)) + 1;

describe('every type of PostgreSQL reaches staging exactly', { skip: withoutPostgres }, () => {
  let database: TestDatabase;
  let engine: Engine;
  let schema: DatasetSchema;
  let dataset: StagedDataset;

  before(async () => {
    database = await createTestDatabase();
    await fillTable(database.url);
    engine = await openEngine();
    const connector = postgresqlConnector(addressOf(database.url), loopback, timeLimits);
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
      const staged = values.map(([, text]) => text);
      const nulls = Array.from({ length: rowCount - values.length }, () => null);
      assert.deepEqual(await stagedTexts(engine, dataset, name), [...staged, ...nulls]);
      assert.equal(column?.readAs?.unreadable ?? 0, unreadable);
    });
  }
});

async function fillTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of setup) await client.query(statement);
    const columns = typeCases.map(({ type }, index) => `v${index} ${type}`);
    await client.query(`SET TimeZone = 'UTC'`);
    await client.query(`CREATE TABLE every_type (id int PRIMARY KEY, ${columns.join(', ')})`);
    for (let row = 0; row < rowCount; row++) {
      const values = typeCases.map(({ type, values: all }) => `(${all[row]?.[0] ?? 'NULL'})::${type}`);
      await client.query(`INSERT INTO every_type VALUES (${row}, ${values.join(', ')})`);
    }
    // How values are written must not depend on the defaults of the database that they are read from.
    for (const setting of [
      `TimeZone = 'America/St_Johns'`,
      `DateStyle = 'SQL, DMY'`,
      `IntervalStyle = 'sql_standard'`,
      `bytea_output = 'escape'`,
      'extra_float_digits = -10',
      'standard_conforming_strings = off',
    ]) {
      await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`);
    }
  } finally {
    await client.end();
  }
}
