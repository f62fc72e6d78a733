import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { startServe } from '../../support/command.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { files, openRunsApi, type Place, type Result, type RunsApi, same } from '../../support/runs-api.ts';
import { type TestedDatabase, type TestedSystem, testedSystems } from './tested-database.ts';

/** The same table in every system, and in a file; `changed` differs in what the tests are to find. */
const rows = [
  [1, '10.00', 'Ada', '2026-01-01 10:00:00'],
  [2, '20.00', 'Bob', '2026-01-02 10:00:00'],
  [3, '30.00', null, '2026-01-03 10:00:00'],
  [4, '40.00', "D'i\\", '2026-01-04 10:00:00'],
] as const;
const changed = [
  ...rows.slice(0, 1),
  [2, '20.50', 'Bob', '2026-01-02 10:00:00'] as const,
  rows[2],
  [5, '50.00', 'Ed', '2026-01-05 10:00:00'] as const,
];

type Row = (typeof rows)[number] | (typeof changed)[number];

const folder = dataFolder({ 'changed.csv': csvOf(changed) });
const [postgresql, mysql] = testedSystems as [TestedSystem, TestedSystem];
const skip = postgresql.skip || mysql.skip;
const api = await openApi();

/** A service with an executor; whoever skips the tests need not wait for one. */
async function openApi(): Promise<RunsApi> {
  if (skip !== false) return {} as RunsApi;
  const environment = { PLUMBLINE_FILE_ROOTS: folder, PLUMBLINE_EXECUTOR_THREADS: '1' };
  const opened = await openRunsApi(await startServe({ after }, environment, []));
  await opened.hasExecutor(await opened.filesSource(folder));
  return opened;
}

describe('Runs over databases', { skip }, () => {
  test('aggregates are taken where the data is, on both sides', async () => {
    const pair = await api.pair(await table(postgresql, rows), await table(mysql, changed));
    await api.tests(pair, [
      { name: 'rows', functionCode: 'COUNT' },
      { name: 'names', functionCode: 'COUNT', fields: [same('name')] },
      { name: 'distinct', functionCode: 'COUNT_DISTINCT', fields: [same('amount')] },
      { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
      { name: 'greatest', functionCode: 'MAX', fields: [same('amount')] },
      {
        name: 'one',
        functionCode: 'SUM',
        fields: [same('amount')],
        filter: bothSides({ field: 'id', op: 'eq', value: '2' }),
      },
    ]);
    const results = await run(pair);
    assert.deepEqual(statusesOf(results), {
      rows: 'pass',
      names: 'pass',
      distinct: 'pass',
      sum: 'fail',
      greatest: 'fail',
      one: 'fail',
    });
    const [sum, one, greatest] = ['sum', 'one', 'greatest'].map((name) => results.get(name));
    assert.deepEqual([sum?.source.value, sum?.target.value], ['100', '110.5']);
    assert.deepEqual(
      [one?.source, one?.target],
      [
        { value: '20', rows: 1 },
        { value: '20.5', rows: 1 },
      ],
    );
    assert.deepEqual((await api.evidence(greatest ?? assert.fail())).items[0]?.cells, [
      { source: '40', target: '50', differs: true },
    ]);
  });

  test('rows of PostgreSQL are compared with a file', async () => {
    const pair = await api.pair(
      await table(postgresql, rows),
      files(await api.filesSource(folder), 'changed.csv'),
    );
    await compareRows(pair);
  });

  test('rows of MySQL are compared with rows of PostgreSQL', async () => {
    await compareRows(await api.pair(await table(mysql, rows), await table(postgresql, changed)));
  });

  test('rows are hashed where they are, with aggregates beside them', async () => {
    const file = files(await api.filesSource(folder), 'changed.csv');
    const value = { functionCode: 'VALUE', keys: [same('id')] } as const;
    for (const target of [file, await table(mysql, changed)]) {
      const pair = await api.pair(await table(postgresql, rows), target);
      await api.tests(pair, [
        { ...value, name: 'names', fields: [same('name')] },
        { ...value, name: 'amounts', fields: [same('amount')] },
        {
          ...value,
          name: 'third',
          fields: [same('at')],
          filter: bothSides({ field: 'id', op: 'eq', value: '3' }),
        },
        { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
      ]);
      const results = await run(pair);
      assert.deepEqual(statusesOf(results), { names: 'pass', amounts: 'fail', third: 'pass', sum: 'fail' });
      const amounts = results.get('amounts') ?? assert.fail();
      const { matchedRows, mismatchedRows, missingInSource, missingInTarget } = amounts;
      assert.deepEqual([matchedRows, mismatchedRows, missingInSource, missingInTarget], [3, 1, 1, 1]);
      assert.deepEqual([amounts.source.rows, amounts.target.rows], [4, 4]);
      const { items } = await api.evidence(amounts);
      assert.deepEqual(items[0]?.cells, [{ source: '20', target: '20.5', differs: true }]);
    }
  });

  test('filters leave out rows before they are copied, whether all tests share one or not', async () => {
    const pair = await api.pair(await table(postgresql, rows), await table(mysql, changed));
    const value = { functionCode: 'OUTER_VALUE', fields: [same('amount')], keys: [same('id')] } as const;
    const idIs = (id: string) => bothSides({ field: 'id', op: 'eq', value: id } as const);
    await api.tests(pair, [{ ...value, name: 'second', filter: idIs('2') }]);
    assert.deepEqual(statusesOf(await run(pair)), { second: 'fail' });
    await api.tests(pair, [{ ...value, name: 'third', filter: idIs('3') }]);
    const results = await run(pair);
    assert.deepEqual(statusesOf(results), { second: 'fail', third: 'pass' });
    assert.deepEqual(results.get('third')?.source.rows, 1);
  });

  test('what a type cannot hold is counted, and the other tests run', async () => {
    const zeros = await tableOf(
      mysql,
      'id bigint, at date',
      "(1, '2026-01-01'), (2, '0000-00-00')",
      "SET SESSION sql_mode = ''",
    );
    const dates = await tableOf(postgresql, 'id bigint, at date', "(1, '2026-01-01'), (2, '2026-01-02')");
    const pair = await api.pair(zeros, dates);
    await api.tests(pair, [
      { name: 'dates', functionCode: 'VALUE', fields: [same('at')], keys: [same('id')] },
      { name: 'ids', functionCode: 'SET_A_EQUALS_B', fields: [same('id')] },
    ]);
    const results = await run(pair);
    assert.deepEqual(statusesOf(results), { dates: 'fail', ids: 'pass' });
    assert.deepEqual(results.get('dates')?.unconvertible, { source: 1, target: 0 });
  });

  test('a table whose column has another type now is not compared', async () => {
    const place = await table(postgresql, rows);
    const pair = await api.pair(place, await table(mysql, rows));
    await api.tests(pair, [{ name: 'sum', functionCode: 'SUM', fields: [same('amount')] }]);
    assert.ok(place.locator.kind === 'table');
    await databaseOf(postgresql).run(`ALTER TABLE ${place.locator.table} ALTER amount TYPE double precision`);
    const { error } = (await run(pair)).get('sum') ?? assert.fail();
    assert.equal(error?.code, 'dataset_schema_changed');
  });
});

async function compareRows(pair: string): Promise<void> {
  const keys = [same('id')];
  await api.tests(pair, [
    { name: 'amount', functionCode: 'VALUE', fields: [same('amount')], keys },
    { name: 'all', functionCode: 'OUTER_VALUE', fields: [same('amount'), same('name'), same('at')], keys },
    { name: 'names', functionCode: 'SET_A_EQUALS_B', fields: [same('name')] },
    { name: 'average', functionCode: 'AVG', fields: [same('amount')] },
    { name: 'named', functionCode: 'COUNT', filter: bothSides({ field: 'name', op: 'isNotNull' }) },
  ]);
  const results = await run(pair);
  assert.deepEqual(statusesOf(results), {
    amount: 'fail',
    all: 'fail',
    names: 'fail',
    average: 'fail',
    named: 'pass',
  });
  const all = results.get('all') ?? assert.fail();
  assert.deepEqual(
    [all.matchedRows, all.mismatchedRows, all.missingInSource, all.missingInTarget],
    [3, 1, 1, 1],
  );
  const { items } = await api.evidence(all);
  assert.deepEqual(
    items.map(({ kind, key }) => [kind, key[0]]),
    [
      ['different', '2'],
      ['onlyInSource', '4'],
      ['onlyInTarget', '5'],
    ],
  );
  assert.deepEqual(
    items[0]?.cells.map(({ differs }) => differs),
    [true, false, false],
  );
  assert.equal(items[1]?.cells[1]?.source, "D'i\\");
  assert.deepEqual(results.get('named')?.source, { value: '3', rows: 3 });
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

function bothSides<T>(filter: T): { source: T; target: T } {
  return { source: filter, target: filter };
}

const databases = new Map<TestedSystem, TestedDatabase>();
after(async () => {
  for (const database of databases.values()) await database.drop();
});

function databaseOf(system: TestedSystem): TestedDatabase {
  return databases.get(system) ?? assert.fail(`${system.name} is not open`);
}

async function table(system: TestedSystem, of: readonly (Row | undefined)[]): Promise<Place> {
  const cell = (value: string | number | null | undefined) =>
    value === null || value === undefined
      ? 'NULL'
      : typeof value === 'number'
        ? String(value)
        : system.textLiteral(value);
  const values = of.map((row) => `(${row?.map(cell).join(', ')})`).join(', ');
  const timestamp = system === mysql ? 'datetime' : 'timestamp';
  return tableOf(
    system,
    `id bigint NOT NULL, amount numeric(10,2), name varchar(40), at ${timestamp}`,
    values,
  );
}

/** A table of its own in a source of its system, registered through the API. */
async function tableOf(
  system: TestedSystem,
  columns: string,
  values: string,
  first?: string,
): Promise<Place> {
  const database = databases.get(system) ?? (await system.open());
  databases.set(system, database);
  const name = `t${randomUUID().replaceAll('-', '')}`;
  if (first !== undefined) await database.run(first);
  await database.run(`CREATE TABLE ${name} (${columns})`);
  await database.run(`INSERT INTO ${name} VALUES ${values}`);
  const { host, port, database: databaseName, user, password } = database.address;
  const kind = system === mysql ? 'mysql' : 'postgresql';
  const { body } = await api.client.call('create_discovery_source', {
    idempotencyKey: randomUUID(),
    body: {
      name,
      settings: { kind, host, port, database: databaseName, user, tls: 'disable' },
      password: password.reveal(),
    },
  });
  return { sourceUuid: body.sourceUuid, locator: { kind: 'table', schema: database.schema, table: name } };
}

function csvOf(of: readonly (Row | undefined)[]): string {
  return ['id,amount,name,at', ...of.map((row) => row?.map((value) => value ?? '').join(','))].join('\n');
}
