import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { files, openRunsApi, type Place, type Result, same } from '../support/runs-api.ts';
import { openTrino, plainSettings } from '../support/trino.ts';

const folder = dataFolder({
  'changed.csv': 'id,amount,name\n1,10.00,Ada\n2,20.50,Bob\n3,30.00,\n5,50.00,Ed\n',
});
const schema = `runs_${process.pid}`;
const rows = "(1, 10.00, 'Ada'), (2, 20.00, 'Bob'), (3, 30.00, NULL), (4, 40.00, 'D''i')";
const changed = "(1, 10.00, 'Ada'), (2, 20.50, 'Bob'), (3, 30.00, NULL), (5, 50.00, 'Ed')";

const session = await openTrino();
for (const catalog of ['memory', 'lake']) await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
await makeTable(`memory.${schema}.orders`, rows);
await makeTable(`lake.${schema}.changed`, changed);
await makeTable(`lake.${schema}.same`, rows);
const api = await openRunsApi(await startServe({ after }, { PLUMBLINE_FILE_ROOTS: folder }, []));
await api.hasExecutor(await api.filesSource(folder));
const { body: cluster } = await api.client.call('create_platform_connection', {
  idempotencyKey: randomUUID(),
  body: { name: 'Cluster', settings: plainSettings() },
});
const connection = cluster.sourceUuid;

after(async () => {
  for (const name of [`memory.${schema}.orders`, `lake.${schema}.changed`, `lake.${schema}.same`]) {
    await session.query(`DROP TABLE IF EXISTS ${name}`);
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
    const results = await compareRows(await api.pair(table('memory', 'orders'), table('lake', 'changed')));
    assert.equal(results.get('all')?.engine?.name, 'Trino');
    const { items } = await api.evidence(results.get('all') ?? assert.fail());
    assert.deepEqual(
      items.map(({ kind, key, cells }) => [kind, key[0], cells[0]?.source, cells[0]?.target]),
      [
        ['different', '2', '20', '20.5'],
        ['onlyInSource', '4', '40', null],
        ['onlyInTarget', '5', null, '50'],
      ],
    );
  });

  test('what is equal passes', async () => {
    const pair = await api.pair(table('memory', 'orders'), table('lake', 'same'));
    await api.tests(pair, [
      {
        name: 'all',
        functionCode: 'OUTER_VALUE',
        fields: [same('amount'), same('name')],
        keys: [same('id')],
      },
      { name: 'names', functionCode: 'SET_A_EQUALS_B', fields: [same('name')] },
    ]);
    assert.deepEqual(statusesOf(await run(pair)), { all: 'pass', names: 'pass' });
  });

  test('a cluster is compared with a file: its rows are read as they are', async () => {
    const target = files(await api.filesSource(folder), 'changed.csv');
    const results = await compareRows(await api.pair(table('memory', 'orders'), target));
    assert.equal(results.get('all')?.engine?.name, 'DuckDB');
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

async function compareRows(pair: string): Promise<ReadonlyMap<string, Result>> {
  const keys = [same('id')];
  await api.tests(pair, [
    { name: 'rows', functionCode: 'COUNT' },
    { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
    { name: 'all', functionCode: 'OUTER_VALUE', fields: [same('amount'), same('name')], keys },
    { name: 'names', functionCode: 'SET_A_EQUALS_B', fields: [same('name')] },
  ]);
  const results = await run(pair);
  assert.deepEqual(statusesOf(results), { rows: 'pass', sum: 'fail', all: 'fail', names: 'fail' });
  const all = results.get('all') ?? assert.fail();
  assert.deepEqual(
    [all.matchedRows, all.mismatchedRows, all.missingInSource, all.missingInTarget],
    [3, 1, 1, 1],
  );
  assert.deepEqual([results.get('sum')?.source.value, results.get('sum')?.target.value], ['100', '110.5']);
  return results;
}

async function run(pair: string): Promise<ReadonlyMap<string, Result>> {
  const { runUuid } = await api.finished(await api.submit(pair));
  return api.results(runUuid);
}

function statusesOf(results: ReadonlyMap<string, Result>): Record<string, string | null> {
  return Object.fromEntries(
    [...results].map(([name, { status, error }]) => [name, error === null ? status : error.detail]),
  );
}
