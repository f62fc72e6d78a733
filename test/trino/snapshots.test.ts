import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { trinoConnector } from '../../src/connectors/trino/trino-connector.ts';
import { compareWhile, copyWhile } from '../support/changing-tables.ts';
import { openTrino, outboundToLoopback, plainSettings } from '../support/trino.ts';

const schema = `snapshots_${process.pid}`;
const session = await openTrino();
const connector = trinoConnector(trinoAddress(plainSettings(), null), outboundToLoopback, {
  catalogueMs: 300_000,
  readingMs: 300_000,
});
/** Catalogs whose tables have versions, and how all rows of a table are deleted there. */
const catalogs = {
  lake: (table: string) => session.query(`DELETE FROM ${table}`),
  delta: deleteFromDelta,
} as const;
for (const catalog of Object.keys(catalogs)) await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
after(async () => {
  for (const catalog of Object.keys(catalogs))
    await session.query(`DROP SCHEMA ${catalog}.${schema} CASCADE`);
  session[Symbol.dispose]();
});

/** Trino makes tables of Delta Lake on local files but does not change them, so the next version is written by hand. */
async function deleteFromDelta(table: string): Promise<void> {
  const files = await session.query(`SELECT DISTINCT "$path" FROM ${table}`);
  const paths = files.map(([path]) => fileURLToPath(path ?? ''));
  const removed = paths.map((path) => ({
    remove: { path: basename(path), deletionTimestamp: Date.now(), dataChange: true },
  }));
  const next = join(dirname(paths[0] ?? ''), '_delta_log', '00000000000000000001.json');
  await writeFile(next, removed.map((action) => `${JSON.stringify(action)}\n`).join(''));
}

async function makeTable(name: string): Promise<void> {
  await session.query(
    `CREATE TABLE ${name} AS SELECT * FROM (VALUES (BIGINT '1', 'a'), (2, 'b'), (3, 'c')) AS t(id, name)`,
  );
}

async function countIn(from: string): Promise<string | null | undefined> {
  const [row] = await session.query(`SELECT count(*) FROM ${from}`);
  return row?.[0];
}

for (const [catalog, deleteFrom] of Object.entries(catalogs)) {
  const within = `${catalog}.${schema}`;
  const named = (table: string) => ({ schema: within, table });

  describe(`a table of the catalog ${catalog}`, () => {
    test('is compared as it was when it was opened, whatever is written meanwhile', async () => {
      for (const name of ['orders', 'copied']) await makeTable(`${within}.${name}`);
      const status = await compareWhile(connector, [named('orders'), named('copied')], () =>
        deleteFrom(`${within}.copied`),
      );
      const now = [await countIn(`${within}.orders`), await countIn(`${within}.copied`)];
      assert.deepEqual([status, ...now], ['pass', '3', '0']);
    });

    test('is hashed and fetched as it was when it was opened', async () => {
      await makeTable(`${within}.hashed`);
      const copied = await copyWhile(connector, named('hashed'), () => deleteFrom(`${within}.hashed`));
      assert.deepEqual([copied, await countIn(`${within}.hashed`)], [3, '0']);
    });

    test('that is a view, or empty, is read all the same', async () => {
      await makeTable(`${within}.viewed`);
      await session.query(`CREATE VIEW ${within}.view AS SELECT id FROM ${within}.viewed`);
      await session.query(`CREATE TABLE ${within}.empty (id BIGINT)`);
      for (const [name, rows] of [
        ['view', '3'],
        ['empty', '0'],
      ] as const) {
        assert.equal(await countIn((await connector.relation(named(name), [])).from), rows);
      }
    });
  });
}

describe('a table of Iceberg', () => {
  const named = (table: string) => ({ schema: `lake.${schema}`, table });

  test('that was set back to an earlier snapshot is read so', async () => {
    const table = `lake.${schema}.restored`;
    await makeTable(table);
    const [first] = await session.query(`SELECT snapshot_id FROM lake.${schema}."restored$refs"`);
    await session.query(`DELETE FROM ${table} WHERE id = 1`);
    await session.query(`ALTER TABLE ${table} EXECUTE rollback_to_snapshot(${first?.[0]})`);
    assert.equal(await countIn((await connector.relation(named('restored'), [])).from), '3');
  });

  test('has the columns that were added since its last snapshot', async () => {
    const table = `lake.${schema}.widened`;
    await makeTable(table);
    await session.query(`ALTER TABLE ${table} ADD COLUMN note varchar`);
    const { fields } = await connector.describe(named('widened'));
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['id', 'name', 'note'],
    );
    assert.equal(await countIn((await connector.relation(named('widened'), fields)).from), '3');
  });
});
