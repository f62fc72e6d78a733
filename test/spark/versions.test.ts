import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { databricksConnector } from '../../src/connectors/databricks/databricks-connector.ts';
import { compareWhile, copyWhile } from '../support/changing-tables.ts';
import { loopbackAddress, openSpark, outboundToLoopback, testedSpark } from '../support/spark.ts';

const schema = `spark_catalog.versions_${process.pid}`;
const session = await openSpark();
const connector = databricksConnector(loopbackAddress(testedSpark()), outboundToLoopback, {
  catalogueMs: 300_000,
  readingMs: 300_000,
});
await session.query(`CREATE SCHEMA ${schema}`);
after(async () => {
  await session.query(`DROP SCHEMA ${schema} CASCADE`);
  session[Symbol.dispose]();
});

const named = (table: string) => ({ schema, table });

async function makeTable(name: string, format = 'delta'): Promise<void> {
  await session.query(
    `CREATE TABLE ${schema}.${name} USING ${format} AS SELECT * FROM VALUES (1L, 'a'), (2L, 'b'), (3L, 'c') AS t(id, name)`,
  );
}

async function countIn(from: string): Promise<string | null | undefined> {
  const [row] = await session.query(`SELECT count(*) FROM ${from}`);
  return row?.[0];
}

async function relationOf(name: string): Promise<string> {
  const { fields } = await connector.describe(named(name));
  return (await connector.relation(named(name), fields)).from;
}

describe('a Delta table', () => {
  test('is compared as it was when it was opened, whatever is written meanwhile', async () => {
    for (const name of ['orders', 'copied']) await makeTable(name);
    const status = await compareWhile(connector, [named('orders'), named('copied')], async () => {
      await session.query(`INSERT INTO ${schema}.orders VALUES (4, 'd')`);
      await session.query(`DELETE FROM ${schema}.copied WHERE id = 1`);
    });
    const now = [await countIn(`${schema}.orders`), await countIn(`${schema}.copied`)];
    assert.deepEqual([status, ...now], ['pass', '4', '2']);
  });

  test('is fetched as it was when it was opened', async () => {
    await makeTable('fetched');
    const copied = await copyWhile(connector, named('fetched'), () =>
      session.query(`DELETE FROM ${schema}.fetched WHERE id > 1`),
    );
    assert.deepEqual([copied, await countIn(`${schema}.fetched`)], [3, '1']);
  });

  test('whose files were vacuumed away since it was opened is an error, and not read in part', async () => {
    await makeTable('vacuumed');
    const from = await relationOf('vacuumed');
    await session.query(`DELETE FROM ${schema}.vacuumed WHERE id = 1`);
    await session.query(`VACUUM ${schema}.vacuumed RETAIN 0 HOURS`);
    await assert.rejects(session.query(`SELECT * FROM ${from}`), { code: 'dataset_unreadable' });
    assert.equal(await countIn(await relationOf('vacuumed')), '2');
  });

  test('that was restored to an earlier version is read so', async () => {
    await makeTable('restored');
    await session.query(`DELETE FROM ${schema}.restored WHERE id = 1`);
    await session.query(`RESTORE TABLE ${schema}.restored TO VERSION AS OF 0`);
    const from = await relationOf('restored');
    assert.match(from, / VERSION AS OF 2$/);
    assert.equal(await countIn(from), '3');
  });

  test('has the columns that were added before it was opened, and none that were added later', async () => {
    await makeTable('widened');
    await session.query(`ALTER TABLE ${schema}.widened ADD COLUMN note STRING`);
    const from = await relationOf('widened');
    await session.query(`ALTER TABLE ${schema}.widened ADD COLUMN remark STRING`);
    const { columns, rows } = await session.answer(`SELECT * FROM ${from}`);
    assert.deepEqual([columns.map(({ name }) => name), rows.length], [['id', 'name', 'note'], 3]);
  });

  test('that is empty is read at its version, what is none as it is', async () => {
    await makeTable('viewed');
    await makeTable('files', 'parquet');
    await session.query(`CREATE VIEW ${schema}.view AS SELECT id FROM ${schema}.viewed`);
    await session.query(`CREATE TABLE ${schema}.empty (id BIGINT) USING delta`);
    for (const [name, rows, isPinned] of [
      ['empty', '0', true],
      ['view', '3', false],
      ['files', '3', false],
    ] as const) {
      const from = await relationOf(name);
      assert.deepEqual([await countIn(from), / VERSION AS OF \d+$/.test(from)], [rows, isPinned], name);
    }
  });
});
