import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { startServe } from '../../support/command.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { files, openRunsApi, type Result, same } from '../../support/runs-api.ts';

const header = 'id,amount,name,region,joined';
const folder = dataFolder({
  'source.csv': [
    header,
    '1,10.00,Ada,north,2026-01-01',
    '2,20.00,Bob,south,2026-01-02',
    '3,30.00,Cy,east,2026-01-03',
    '4,40.00,Di,west,2026-01-04',
    '',
  ].join('\n'),
  'target.csv': [
    header,
    '1,10.00,Ada,north,2026-01-01',
    '2,20.50,Bob,south,2026-01-02',
    '3,30.00,cy,east,2026-01-03',
    '5,50.00,Ed,up,2026-01-05',
    '',
  ].join('\n'),
  'repeated.csv': [
    header,
    '1,10.00,Ada,north,2026-01-01',
    '1,11.00,Ada,north,2026-01-01',
    '2,20.00,Bob,south,2026-01-02',
    '3,30.00,Cy,east,2026-01-03',
    '4,40.00,Di,west,2026-01-04',
    '',
  ].join('\n'),
  'texts.csv': ['id,amount', '1,10', '2,twenty', '3,30', '4,40.0', ''].join('\n'),
  'numbers.csv': ['id,amount', '1,10', '2,20', '3,30', '4,40', ''].join('\n'),
  'nested-source.ndjson': [
    {
      id: 1,
      lines: [
        { sku: 'a', quantity: 1 },
        { sku: 'b', quantity: 2 },
      ],
    },
    { id: 2, lines: [{ sku: 'c', quantity: 3 }] },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
  'nested-target.ndjson': [
    {
      id: 1,
      lines: [
        { sku: 'a', quantity: 1 },
        { sku: 'b', quantity: 5 },
      ],
    },
    { id: 2, lines: [{ sku: 'd', quantity: 3 }] },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
});

const service = await startServe(
  { after },
  { PLUMBLINE_FILE_ROOTS: folder, PLUMBLINE_EXECUTOR_THREADS: '1' },
  [],
);
const api = await openRunsApi(service);
const root = await api.filesSource(folder);
await api.hasExecutor(root);

async function compare(source: string, target: string, tests: Parameters<typeof api.tests>[1]) {
  const pair = await api.pair(files(root, source), files(root, target));
  await api.tests(pair, tests);
  const run = await api.finished(await api.submit(pair));
  return { run, results: await api.results(run.runUuid) };
}

function of(results: ReadonlyMap<string, Result>, name: string): Result {
  return results.get(name) ?? assert.fail(`no result of ${name}: ${[...results.keys()]}`);
}

test('every function finds what it is for', async () => {
  const key = [same('id')];
  const { run, results } = await compare('source.csv', 'target.csv', [
    { name: 'rows', functionCode: 'COUNT' },
    { name: 'distinct', functionCode: 'COUNT_DISTINCT', fields: [same('region')] },
    { name: 'least', functionCode: 'MIN', fields: [same('amount')] },
    { name: 'greatest', functionCode: 'MAX', fields: [same('joined')] },
    { name: 'average', functionCode: 'AVG', fields: [same('amount')] },
    { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
    { name: 'value', functionCode: 'VALUE', fields: [same('amount')], keys: key },
    {
      name: 'folded',
      functionCode: 'VALUE',
      fields: [same('name')],
      keys: key,
      options: { text: { caseInsensitive: true } },
    },
    { name: 'tuple', functionCode: 'OUTER_VALUE', fields: [same('amount'), same('name')], keys: key },
    { name: 'a in b', functionCode: 'SET_A_IN_B', fields: [same('region')] },
    { name: 'b in a', functionCode: 'SET_B_IN_A', fields: [same('region')] },
    { name: 'a equals b', functionCode: 'SET_A_EQUALS_B', fields: [same('region')] },
    {
      name: 'some',
      functionCode: 'SUM',
      fields: [same('amount')],
      filter: {
        source: { field: 'id', op: 'eq', value: '1' },
        target: { field: 'id', op: 'eq', value: '1' },
      },
    },
  ]);
  const statuses = Object.fromEntries([...results].map(([name, { status }]) => [name, status]));
  assert.deepEqual(statuses, {
    rows: 'pass',
    distinct: 'pass',
    least: 'pass',
    greatest: 'fail',
    average: 'fail',
    sum: 'fail',
    value: 'fail',
    folded: 'pass',
    tuple: 'fail',
    'a in b': 'fail',
    'b in a': 'fail',
    'a equals b': 'fail',
    some: 'pass',
  });
  assert.equal(run.overallStatus, 'fail');
  assert.deepEqual(run.progress, { done: 13, total: 13, unit: 'tests' });
  const [sum, value, tuple] = ['sum', 'value', 'tuple'].map((name) => of(results, name));
  assert.deepEqual([sum?.source.value, sum?.target.value], ['100', '110.5']);
  assert.deepEqual(
    [value?.matchedRows, value?.mismatchedRows, value?.missingInSource, value?.missingInTarget],
    [3, 1, 1, 1],
  );
  assert.equal(value?.engine?.name, 'DuckDB');
  assert.equal(tuple?.mismatchedRows, 2);
});

describe('evidence', async () => {
  const { run, results } = await compare('source.csv', 'target.csv', [
    { name: 'greatest', functionCode: 'MAX', fields: [same('joined')] },
    { name: 'value', functionCode: 'VALUE', fields: [same('amount')], keys: [same('id')] },
    { name: 'tuple', functionCode: 'VALUE', fields: [same('name'), same('amount')], keys: [same('id')] },
    { name: 'set', functionCode: 'SET_A_EQUALS_B', fields: [same('region')] },
    { name: 'none', functionCode: 'VALUE', fields: [same('name')], keys: [same('id')], evidenceRows: 0 },
    { name: 'equal', functionCode: 'COUNT' },
  ]);

  test('shows the rows that differ, the cells marked, and those that one side lacks', async () => {
    const { keys, fields, items, nextCursor } = await api.evidence(of(results, 'tuple'));
    assert.deepEqual(
      [keys, fields, nextCursor],
      [
        [{ source: 'id', target: 'id' }],
        ['name', 'amount'].map((name) => ({ source: name, target: name })),
        null,
      ],
    );
    assert.deepEqual(items, [
      row('different', ['2'], [cell('Bob', 'Bob'), cell('20', '20.5')]),
      row('different', ['3'], [cell('Cy', 'cy'), cell('30', '30')]),
      row('onlyInSource', ['4'], [cell('Di', null, false), cell('40', null, false)], [1, 0]),
      row('onlyInTarget', ['5'], [cell(null, 'Ed', false), cell(null, '50', false)], [0, 1]),
    ]);
  });

  test('comes in pages, by kind and by field', async () => {
    const result = of(results, 'tuple');
    const first = await api.evidence(result, { limit: 3 });
    assert.equal(first.items.length, 3);
    const rest = await api.evidence(result, { limit: 3, cursor: first.nextCursor });
    assert.deepEqual(
      rest.items.map(({ key }) => key),
      [['5']],
    );
    assert.equal(rest.nextCursor, null);
    const missing = await api.evidence(result, { kind: 'onlyInSource' });
    assert.deepEqual(
      missing.items.map(({ key }) => key),
      [['4']],
    );
    const byName = await api.evidence(result, { field: 0 });
    assert.deepEqual(
      byName.items.map(({ key }) => key),
      [['3']],
    );
    await assert.rejects(
      api.evidence(result, { limit: 2, cursor: first.nextCursor }),
      codeIs('cursor_invalid'),
    );
  });

  test('of MIN and MAX is where their values are, which are in no result', async () => {
    const greatest = of(results, 'greatest');
    assert.deepEqual(
      [greatest.source, greatest.target],
      [
        { value: null, rows: 4 },
        { value: null, rows: 4 },
      ],
    );
    const { items } = await api.evidence(greatest);
    assert.deepEqual(items, [row('value', [], [cell('2026-01-04', '2026-01-05')])]);
  });

  test('of sets are the values that one side lacks', async () => {
    const { items } = await api.evidence(of(results, 'set'));
    assert.deepEqual(
      items.map(({ kind, cells }) => [kind, cells[0]?.source ?? cells[0]?.target]),
      [
        ['onlyInSource', 'west'],
        ['onlyInTarget', 'up'],
      ],
    );
  });

  test('is not kept where it was not asked for or nothing differs', async () => {
    for (const name of ['none', 'equal']) {
      const result = of(results, name);
      assert.deepEqual(result.evidence, { state: 'none', rows: 0, capped: false });
      assert.deepEqual((await api.evidence(result)).items, []);
      await assert.rejects(api.download(result, 'csv'), codeIs('evidence_none'));
    }
  });

  test('downloads as CSV and as Parquet', async () => {
    const csv = (await api.download(of(results, 'value'), 'csv')).toString('utf8');
    assert.deepEqual(csv.trimEnd().split('\n').toSorted(), [
      'different,2,20,20.5,1,1',
      'kind,key id,source amount,target amount,source rows,target rows',
      'onlyInSource,4,40,,1,0',
      'onlyInTarget,5,,50,0,1',
    ]);
    const file = join(dataFolder(), 'evidence.parquet');
    writeFileSync(file, await api.download(of(results, 'value'), 'parquet'));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const reader = await connection.runAndReadAll(`SELECT "key id" FROM '${file}' ORDER BY 1`);
    assert.deepEqual(reader.getRowsJson(), [['2'], ['4'], ['5']]);
  });

  test('is deleted for good, and the counts stay', async () => {
    const { runUuid, etag } = run;
    const { body } = await api.client.call('delete_evidence', { params: { runUuid }, ifMatch: etag });
    assert.equal(body.operations.length, 1);
    await assert.rejects(api.evidence(of(results, 'value')), codeIs('evidence_gone'));
    const states = async () =>
      [...(await api.results(runUuid)).values()].map(({ evidence }) => evidence.state);
    while ((await states()).includes('deleting')) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual([...new Set(await states())].toSorted(), ['deleted', 'none']);
    assert.equal(of(await api.results(runUuid), 'value').evidence.rows, 3);
  });
});

test('duplicate keys are compared as multisets and shown', async () => {
  const { results } = await compare('source.csv', 'repeated.csv', [
    { name: 'strict', functionCode: 'VALUE', fields: [same('amount')], keys: [same('id')] },
    {
      name: 'allowed',
      functionCode: 'VALUE',
      fields: [same('name')],
      keys: [same('id')],
      duplicateKeys: 'allow',
    },
  ]);
  const strict = of(results, 'strict');
  assert.deepEqual([strict.status, strict.duplicateKeys], ['fail', { source: 0, target: 1 }]);
  assert.equal(of(results, 'allowed').status, 'pass');
  const { items } = await api.evidence(strict);
  assert.ok(items.some(({ key, targetRows }) => key[0] === '1' && targetRows > 0));
});

test('values that cannot be read are counted and equal nothing', async () => {
  const { results } = await compare('texts.csv', 'numbers.csv', [
    {
      name: 'read',
      functionCode: 'VALUE',
      fields: [{ ...same('amount'), selection: { choiceId: 'asPeerNumeric' } }],
      keys: [same('id')],
    },
    {
      name: 'sum',
      functionCode: 'SUM',
      fields: [{ ...same('amount'), selection: { choiceId: 'asPeerNumeric' } }],
    },
  ]);
  const read = of(results, 'read');
  assert.deepEqual(
    [read.status, read.mismatchedRows, read.unconvertible],
    ['fail', 1, { source: 1, target: 0 }],
  );
  assert.deepEqual((await api.evidence(read)).items, [row('different', ['2'], [cell('twenty', '20')])]);
  assert.deepEqual(of(results, 'sum').unconvertible, { source: 1, target: 0 });
});

test('items of collections are rows of their own', async () => {
  const key = [same('id'), same('lines[].sku')];
  const { results } = await compare('nested-source.ndjson', 'nested-target.ndjson', [
    { name: 'items', functionCode: 'COUNT', fields: [same('lines[].sku')] },
    { name: 'quantity', functionCode: 'OUTER_VALUE', fields: [same('lines[].quantity')], keys: key },
    { name: 'skus', functionCode: 'SET_A_IN_B', fields: [same('lines[].sku')] },
  ]);
  assert.equal(of(results, 'items').status, 'pass');
  const quantity = of(results, 'quantity');
  assert.deepEqual(
    [quantity.status, quantity.mismatchedRows, quantity.missingInSource, quantity.missingInTarget],
    ['fail', 1, 1, 1],
  );
  assert.deepEqual(of(results, 'skus').missingInTarget, 1);
});

test('a dataset that changed its schema since it was prepared is not compared', async () => {
  const changing = join(folder, 'changing.csv');
  writeFileSync(changing, 'id,amount,other\n1,10.25,x\n');
  const pair = await api.pair(files(root, 'changing.csv'), files(root, 'changing.csv'));
  await api.tests(pair, [{ name: 'sum', functionCode: 'SUM', fields: [same('amount')] }]);
  // Fewer digits, a NULL, a column that no test looks at: none of it matters.
  writeFileSync(changing, 'id,amount,more\n1,5.5,1\n2,,2\n');
  const alike = await api.finished(await api.submit(pair));
  assert.equal(alike.overallStatus, 'pass', JSON.stringify([...(await api.results(alike.runUuid)).values()]));
  writeFileSync(changing, 'id,amount\n1,ten\n');
  const other = await api.finished(await api.submit(pair));
  const { error, retryable } = of(await api.results(other.runUuid), 'sum');
  assert.deepEqual([other.overallStatus, error?.code, retryable], ['error', 'dataset_schema_changed', false]);
  assert.match(error?.detail ?? '', /"amount".*was decimal\(4,2\) and is string now/);
});

function cell(source: string | null, target: string | null, differs = source !== target) {
  return { source, target, differs };
}

function row(
  kind: string,
  key: readonly string[],
  cells: readonly unknown[],
  [sourceRows, targetRows] = [1, 1],
) {
  return { kind, key, cells, sourceRows, targetRows };
}

function codeIs(code: string) {
  return (error: { problem?: { code?: string } }) => error.problem?.code === code;
}
