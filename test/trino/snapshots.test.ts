import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { trinoConnector } from '../../src/connectors/trino/trino-connector.ts';
import { type PairSpecification, testSpecification } from '../../src/domain/comparison/pair-specification.ts';
import { ownColumn } from '../../src/engine/pushdown/own-column.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import { withPlatform } from '../../src/executor/tables/with-platform.ts';
import { openEngine } from '../execution/connectors/databases.ts';
import { openTrino, outboundToLoopback, plainSettings } from '../support/trino.ts';

const schema = `snapshots_${process.pid}`;
const session = await openTrino();
const connector = trinoConnector(trinoAddress(plainSettings(), null), outboundToLoopback, {
  catalogueMs: 300_000,
  readingMs: 300_000,
});
await session.query(`CREATE SCHEMA lake.${schema}`);
after(async () => {
  await session.query(`DROP SCHEMA lake.${schema} CASCADE`);
  session[Symbol.dispose]();
});

const named = (table: string) => ({ schema: `lake.${schema}`, table });

async function makeTable(name: string): Promise<void> {
  await session.query(
    `CREATE TABLE lake.${schema}.${name} AS SELECT * FROM (VALUES (BIGINT '1', 'a'), (2, 'b'), (3, 'c')) AS t(id, name)`,
  );
}

async function countIn(from: string): Promise<string | null | undefined> {
  const [row] = await session.query(`SELECT count(*) FROM ${from}`);
  return row?.[0];
}

describe('a table of a lake', () => {
  test('is compared as it was when it was opened, whatever is written meanwhile', async () => {
    for (const name of ['orders', 'copied']) await makeTable(name);
    const [source, target] = [
      await connector.describe(named('orders')),
      await connector.describe(named('copied')),
    ];
    const specification: PairSpecification = {
      datasets: {
        source: { name: 'orders', filterFields: {} },
        target: { name: 'copied', filterFields: {} },
      },
      fields: source.fields.map((field) => {
        const { field: bound, comparisonType, options } = ownColumn('source', field);
        return { id: field.name, source: bound, target: bound, comparisonType, options };
      }),
      tests: [testSpecification({ id: 'rows', functionCode: 'OUTER_VALUE', fields: ['name'], keys: ['id'] })],
    };
    const tables = {
      source: { connector, table: named('orders'), fields: source.fields },
      target: { connector, table: named('copied'), fields: target.fields },
    };
    const { status } = await withPlatform(tables, undefined, async (there) => {
      await session.query(`INSERT INTO lake.${schema}.orders VALUES (4, 'd')`);
      await session.query(`DELETE FROM lake.${schema}.copied WHERE id = 1`);
      return comparePair({ ...there, specification, evidenceDirectory: null });
    });
    const now = [await countIn(`lake.${schema}.orders`), await countIn(`lake.${schema}.copied`)];
    assert.deepEqual([status, ...now], ['pass', '4', '2']);
  });

  test('is hashed and fetched as it was when it was opened', async () => {
    await makeTable('hashed');
    const { fields } = await connector.describe(named('hashed'));
    const engine = await openEngine();
    try {
      const copied = await connector.inSnapshot(named('hashed'), { fields }, async (snapshot) => {
        await session.query(`DELETE FROM lake.${schema}.hashed WHERE id > 1`);
        const { session: reader, folder } = engine;
        const request = { fields, only: null, filter: null, session: reader, stagingDirectory: folder };
        await using staged = await snapshot.stage(request);
        return staged.rows;
      });
      assert.deepEqual([copied, await countIn(`lake.${schema}.hashed`)], [3, '1']);
    } finally {
      await engine.close();
    }
  });

  test('that was set back to an earlier snapshot is read so', async () => {
    await makeTable('restored');
    const [first] = await session.query(`SELECT snapshot_id FROM lake.${schema}."restored$refs"`);
    await session.query(`DELETE FROM lake.${schema}.restored WHERE id = 1`);
    await session.query(`ALTER TABLE lake.${schema}.restored EXECUTE rollback_to_snapshot(${first?.[0]})`);
    assert.equal(await countIn((await connector.relation(named('restored'), [])).from), '3');
  });

  test('has the columns that were added since its last snapshot', async () => {
    await makeTable('widened');
    await session.query(`ALTER TABLE lake.${schema}.widened ADD COLUMN note varchar`);
    const { fields } = await connector.describe(named('widened'));
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['id', 'name', 'note'],
    );
    assert.equal(await countIn((await connector.relation(named('widened'), fields)).from), '3');
  });

  test('that is a view, or empty, is read all the same', async () => {
    await makeTable('viewed');
    await session.query(`CREATE VIEW lake.${schema}.view AS SELECT id FROM lake.${schema}.viewed`);
    await session.query(`CREATE TABLE lake.${schema}.empty (id BIGINT)`);
    for (const [name, rows] of [
      ['view', '3'],
      ['empty', '0'],
    ] as const) {
      assert.equal(await countIn((await connector.relation(named(name), [])).from), rows);
    }
  });
});
