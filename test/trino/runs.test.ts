import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { testedSystems } from '../execution/connectors/tested-database.ts';
import { startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import {
  changedRow,
  fetchesOneBucket,
  findsChanges,
  findsNothing,
  manyRows,
  plantedFiles,
  plantedRows,
} from '../support/platform-runs.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { files, openRunsApi, type Place } from '../support/runs-api.ts';
import { openTrino, plainSettings } from '../support/trino.ts';

const folder = dataFolder(plantedFiles);
const schema = `runs_${process.pid}`;

const session = await openTrino();
for (const catalog of ['memory', 'lake']) await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
await makeTable(`memory.${schema}.orders`, plantedRows.orders);
await makeTable(`lake.${schema}.changed`, plantedRows.changed);
await makeTable(`lake.${schema}.same`, plantedRows.orders);
await session.query(`CREATE TABLE lake.${schema}.many AS
  SELECT id, CAST(id AS DECIMAL(10, 2)) AS amount, IF(id = ${changedRow}, 'other', concat('name ', CAST(id AS VARCHAR))) AS name
  FROM UNNEST(sequence(1, ${manyRows})) AS t(id)`);
const api = await openRunsApi(await startServe({ after }, { PLUMBLINE_FILE_ROOTS: folder }, []));
await api.hasExecutor(await api.filesSource(folder));
const { body: cluster } = await api.client.call('create_platform_connection', {
  idempotencyKey: randomUUID(),
  body: { name: 'Cluster', settings: plainSettings() },
});
const connection = cluster.sourceUuid;

after(async () => {
  for (const name of ['memory.orders', 'lake.changed', 'lake.same', 'lake.many']) {
    await session.query(`DROP TABLE IF EXISTS ${name.replace('.', `.${schema}.`)}`);
  }
  for (const catalog of ['memory', 'lake']) await session.query(`DROP SCHEMA ${catalog}.${schema}`);
  session[Symbol.dispose]();
});

describe('Runs over Trino', () => {
  test('catalogs are browsed down to a table, searched and paged', async () => {
    const list = async (parent: string | null, search: string | null, limit = 50) => {
      const query = { limit, ...(parent && { parent }), ...(search && { search }) };
      return (
        await api.client.call('list_discovery_source_candidates', {
          params: { sourceUuid: connection },
          query,
        })
      ).body;
    };
    const top = await list(null, null);
    assert.ok(top.items.some(({ name, kind }) => name === 'lake' && kind === 'catalog'));
    const { items } = await list('lake', schema.toUpperCase());
    assert.deepEqual(
      items.map(({ kind, childrenOf }) => [kind, childrenOf]),
      [['schema', `lake.${schema}`]],
    );
    const first = await list(`lake.${schema}`, null, 1);
    assert.deepEqual(first.items[0]?.locator, { kind: 'table', schema: `lake.${schema}`, table: 'changed' });
    assert.notEqual(first.nextCursor, null);
  });

  test('two catalogs of one cluster are compared inside it', async () => {
    const results = await findsChanges(
      api,
      await api.pair(table('memory', 'orders'), table('lake', 'changed')),
    );
    assert.equal(results.get('all')?.engine?.name, 'Trino');
  });

  test('what is equal passes', async () => {
    await findsNothing(api, await api.pair(table('memory', 'orders'), table('lake', 'same')));
  });

  test('a cluster is compared with a file: its rows are read as they are', async () => {
    const target = files(await api.filesSource(folder), 'changed.csv');
    const results = await findsChanges(api, await api.pair(table('memory', 'orders'), target));
    assert.equal(results.get('all')?.engine?.name, 'DuckDB');
  });

  test('of many rows against a file none is fetched that is equal, but for those of the bucket that differs', async () => {
    const target = files(await api.filesSource(folder), 'many.csv');
    await fetchesOneBucket(api, await api.pair(table('lake', 'many'), target));
  });

  test('and against a table of PostgreSQL', { skip: withoutPostgres }, async () => {
    const [postgresql] = testedSystems;
    const database = (await postgresql?.open()) ?? assert.fail();
    after(() => database.drop());
    await database.run(`CREATE TABLE many AS SELECT id::bigint AS id, id::numeric(10, 2) AS amount, 'name ' || id AS name
      FROM generate_series(1, ${manyRows}) AS t(id)`);
    const { host, port, database: name, user, password } = database.address;
    const { body: source } = await api.client.call('create_discovery_source', {
      idempotencyKey: randomUUID(),
      body: {
        name: 'PostgreSQL',
        settings: { kind: 'postgresql', host, port, database: name, user, tls: 'disable' },
        password: password.reveal(),
      },
    });
    const locator = { kind: 'table', schema: database.schema, table: 'many' } as const;
    await fetchesOneBucket(
      api,
      await api.pair({ sourceUuid: source.sourceUuid, locator }, table('lake', 'many')),
    );
  });
});

async function makeTable(name: string, values: string): Promise<void> {
  const columns =
    'CAST(id AS BIGINT) AS id, CAST(amount AS DECIMAL(10, 2)) AS amount, CAST(name AS VARCHAR) AS name';
  await session.query(
    `CREATE TABLE ${name} AS SELECT ${columns} FROM (VALUES ${values}) AS t(id, amount, name)`,
  );
}

function table(catalog: string, name: string): Place {
  return { sourceUuid: connection, locator: { kind: 'table', schema: `${catalog}.${schema}`, table: name } };
}
