import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
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
import { files, openRunsApi, type Place } from '../support/runs-api.ts';
import { openSpark } from '../support/spark.ts';
import { openSparkWorkspace } from '../support/spark-workspace.ts';

const folder = dataFolder(plantedFiles);
const schema = `runs_${process.pid}`;

const session = await openSpark();
await session.query(`CREATE SCHEMA ${schema}`);
after(async () => {
  await session.query(`DROP SCHEMA ${schema} CASCADE`);
  session[Symbol.dispose]();
});
await makeTable('orders', plantedRows.orders);
await makeTable('changed', plantedRows.changed);
await makeTable('same', plantedRows.orders);
await session.query(`CREATE TABLE ${schema}.many USING parquet AS
  SELECT id, CAST(id AS DECIMAL(10, 2)) AS amount, IF(id = ${changedRow}, 'other', concat('name ', id)) AS name
  FROM range(1, ${manyRows + 1})`);
const { settings, secret, environment } = await openSparkWorkspace({ after });
const api = await openRunsApi(
  await startServe({ after }, { PLUMBLINE_FILE_ROOTS: folder, ...environment }, []),
);
const filesSource = await api.filesSource(folder);
await api.hasExecutor(filesSource);
const { body: workspace } = await api.client.call('create_platform_connection', {
  idempotencyKey: randomUUID(),
  body: { name: 'Workspace', settings, secret },
});

describe('Runs over Databricks', () => {
  test('two tables of one warehouse are compared inside it', async () => {
    const results = await findsChanges(api, await api.pair(table('orders'), table('changed')));
    assert.equal(results.get('all')?.engine?.name, 'Databricks SQL');
  });

  test('what is equal passes', async () => {
    await findsNothing(api, await api.pair(table('orders'), table('same')));
  });

  test('a warehouse is compared with a file: its rows are read as they are', async () => {
    const results = await findsChanges(
      api,
      await api.pair(table('orders'), files(filesSource, 'changed.csv')),
    );
    assert.equal(results.get('all')?.engine?.name, 'DuckDB');
  });

  test('of many rows against a file none is fetched that is equal, but for those of the bucket that differs', async () => {
    await fetchesOneBucket(api, await api.pair(table('many'), files(filesSource, 'many.csv')));
  });
});

async function makeTable(name: string, values: string): Promise<void> {
  const columns =
    'CAST(id AS BIGINT) AS id, CAST(amount AS DECIMAL(10, 2)) AS amount, CAST(name AS STRING) AS name';
  await session.query(
    `CREATE TABLE ${schema}.${name} USING parquet AS SELECT ${columns} FROM VALUES ${values} AS t(id, amount, name)`,
  );
}

function table(name: string): Place {
  return { sourceUuid: workspace.sourceUuid, locator: { kind: 'table', schema, table: name } };
}
