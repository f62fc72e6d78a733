import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { testedSystems } from '../execution/connectors/tested-database.ts';
import { startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { files, openRunsApi, type Place, type Result, same } from '../support/runs-api.ts';
import { openTrino, plainSettings } from '../support/trino.ts';

/** Most of the 4,096 buckets have none of so many rows, so that few share one with the row that differs. */
const many = 500;
const folder = dataFolder({
  'changed.csv': 'id,amount,name\n1,10.00,Ada\n2,20.50,Bob\n3,30.00,\n5,50.00,Ed\n',
  'many.csv': manyLines(),
});
const schema = `runs_${process.pid}`;
const rows = "(1, 10.00, 'Ada'), (2, 20.00, 'Bob'), (3, 30.00, NULL), (4, 40.00, 'D''i')";
const changed = "(1, 10.00, 'Ada'), (2, 20.50, 'Bob'), (3, 30.00, NULL), (5, 50.00, 'Ed')";

const session = await openTrino();
for (const catalog of ['memory', 'lake']) await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
await makeTable(`memory.${schema}.orders`, rows);
await makeTable(`lake.${schema}.changed`, changed);
await makeTable(`lake.${schema}.same`, rows);
await session.query(`CREATE TABLE lake.${schema}.many AS
  SELECT id, CAST(id AS DECIMAL(10, 2)) AS amount, IF(id = 77, 'other', concat('name ', CAST(id AS VARCHAR))) AS name
  FROM UNNEST(sequence(1, ${many})) AS t(id)`);
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

  test('of many rows against a file only those of the bucket that differs are fetched', async () => {
    const target = files(await api.filesSource(folder), 'many.csv');
    await findsOne(await api.pair(table('lake', 'many'), target));
  });

  test('and against a table of PostgreSQL', { skip: withoutPostgres }, async () => {
    const [postgresql] = testedSystems;
    const database = (await postgresql?.open()) ?? assert.fail();
    after(() => database.drop());
    await database.run(`CREATE TABLE many AS SELECT id::bigint AS id, id::numeric(10, 2) AS amount, 'name ' || id AS name
      FROM generate_series(1, ${many}) AS t(id)`);
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
    await findsOne(await api.pair({ sourceUuid: source.sourceUuid, locator }, table('lake', 'many')));
  });
});

function manyLines(): string {
  const lines = Array.from({ length: many }, (_, index) => `${index + 1},${index + 1}.00,name ${index + 1}`);
  return ['id,amount,name', ...lines, ''].join('\n');
}

async function findsOne(pair: string): Promise<void> {
  const fields = [same('amount'), same('name')];
  await api.tests(pair, [{ name: 'all', functionCode: 'OUTER_VALUE', fields, keys: [same('id')] }]);
  const { matchedRows, mismatchedRows, diagnostics, error } =
    (await run(pair)).get('all') ?? assert.fail('The test has a result.');
  assert.deepEqual([error, matchedRows, mismatchedRows], [null, many, 1]);
  const { detail } =
    diagnostics.find(({ code }) => code === 'rows_fetched') ?? assert.fail('Rows were copied.');
  const [, fetched, of] = /^(\d+) of (\d+) rows/.exec(detail) ?? [];
  assert.equal(Number(of), 2 * many);
  assert.ok(Number(fetched) >= 1 && Number(fetched) <= 10, detail);
}

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
