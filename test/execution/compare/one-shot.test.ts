import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compareDatasets } from '../../../src/executor/one-shot/compare-datasets.ts';
import type { ComparisonRequest } from '../../../src/executor/one-shot/comparison-request.ts';
import type { ComparisonSummary } from '../../../src/executor/one-shot/comparison-summary.ts';
import { atHand, compareLocations, nothingAsked } from '../../support/compare-locations.ts';
import { FileFixtures } from './file-fixtures.ts';

const fixtures = await FileFixtures.create();
fixtures.write({ 'temp/keep': '' });

const showing = { ...nothingAsked, evidenceRows: 1000, examples: 3 };

interface Asked extends Partial<Omit<ComparisonRequest, 'datasets'>> {
  readonly reading?: readonly string[];
  readonly scopes?: readonly [string, string];
}

let folders = 0;

/** Compares two texts, each as a file of its own; the name says the format. */
async function compare(
  source: string,
  target: string,
  { reading = [], ...asked }: Asked = {},
  [sourceName, targetName] = ['source.csv', 'target.csv'],
): Promise<ComparisonSummary> {
  folders += 1;
  const folder = `pair${folders}`;
  fixtures.write({ [`${folder}/${sourceName}`]: source, [`${folder}/${targetName}`]: target });
  return compareFiles(`${folder}/${sourceName}`, `${folder}/${targetName}`, { reading, ...asked });
}

async function compareFiles(
  source: string,
  target: string,
  { reading = [], scopes, ...asked }: Asked = {},
): Promise<ComparisonSummary> {
  return compareDatasets(
    {
      ...showing,
      ...asked,
      datasets: {
        source: { location: fixtures.path(source), reading, scope: scopes?.[0] },
        target: { location: fixtures.path(target), reading, scope: scopes?.[1] },
      },
    },
    { memoryLimitBytes: 512 * 1024 * 1024, threads: 2, temporaryDirectory: fixtures.path('temp') },
    atHand,
  );
}

function statuses({ columns }: ComparisonSummary): Record<string, string> {
  return Object.fromEntries(columns.map(({ source, status }) => [source, status]));
}

function keyOf({ matching }: ComparisonSummary): readonly string[] | null {
  return matching.kind === 'keys' ? matching.columns.map(({ source }) => source) : null;
}

test('the same table in CSV, NDJSON and Parquet is equal', async () => {
  const csv = 'id,name,amount,day,ok\n1,Zoë,1.10,2024-01-01,true\n2,"a,b",22,2024-02-29,false\n3,,,,\n';
  const json = [
    { id: 1, name: 'Zoë', amount: 1.1, ok: true },
    { id: 2, name: 'a,b', amount: 22, ok: false },
    { id: 3, name: null, amount: null, ok: null },
  ];
  fixtures.write({ 'same/t.csv': csv, 'same/t.ndjson': json.map((row) => JSON.stringify(row)).join('\n') });
  await fixtures.parquet(
    'same/t.parquet',
    `SELECT * FROM (VALUES (1::INTEGER, 'Zoë', 1.10::DECIMAL(10,2), DATE '2024-01-01', true), (2, 'a,b', 22, DATE '2024-02-29', false), (3, NULL, NULL, NULL, NULL)) t(id, name, amount, day, ok)`,
  );
  const parquet = await compareFiles('same/t.csv', 'same/t.parquet');
  assert.deepEqual([parquet.equal, parquet.complete, keyOf(parquet)], [true, true, ['id']]);
  const ndjson = await compareFiles('same/t.ndjson', 'same/t.parquet', { ignored: ['day'] });
  assert.deepEqual([ndjson.equal, ndjson.complete], [true, true]);
});

test('what differs is counted and shown', async () => {
  const summary = await compare('id,v,w\n1,a,x\n2,b,y\n3,c,z\n', 'id,v,w\n1,a,x\n2,B,\n4,d,q\n');
  assert.equal(summary.equal, false);
  assert.deepEqual(summary.comparison, {
    matchedRows: 2,
    mismatchedRows: 1,
    missingInSource: 1,
    missingInTarget: 1,
    duplicateKeys: { source: 0, target: 0 },
  });
  assert.deepEqual(statuses(summary), { id: 'equal', v: 'different', w: 'different' });
  assert.deepEqual(summary.columns[1]?.examples, [{ key: ['2'], source: 'b', target: 'B' }]);
  assert.deepEqual(summary.columns[2]?.examples, [{ key: ['2'], source: 'y', target: null }]);
  assert.deepEqual(summary.unmatched.source, {
    count: 1,
    columns: ['v', 'w'],
    examples: [{ key: ['3'], values: ['c', 'z'], copies: 1 }],
  });
  assert.deepEqual(summary.unmatched.target.examples, [{ key: ['4'], values: ['d', 'q'], copies: 1 }]);
});

test('a column that needs a choice is left out, and the rest is compared', async () => {
  const [source, target] = ['id,v,w\n1,007,a\n2,8,b\n', 'id,v,w\n1,7,a\n2,8,b\n'];
  const without = await compare(source, target);
  assert.deepEqual([without.equal, without.complete], [true, false]);
  assert.deepEqual(statuses(without), { id: 'equal', v: 'selectionRequired', w: 'equal' });
  assert.deepEqual(
    without.columns[1]?.choices.map(({ choiceId }) => choiceId),
    ['asPeerNumeric', 'asText'],
  );
  const numeric = await compare(source, target, {
    selections: { v: { choiceId: 'asPeerNumeric', format: '' } },
  });
  assert.deepEqual([numeric.equal, numeric.complete], [true, true]);
  const text = await compare(source, target, { selections: { '*': { choiceId: 'asText', format: '' } } });
  assert.deepEqual([text.equal, text.columns[1]?.mismatches], [false, 1]);
});

test('a date in another order compares by its format', async () => {
  const choice = { choiceId: 'asPeerDateTime', format: 'dd.MM.yyyy' } as const;
  const summary = await compare('id,d\n1,31.12.2024\n2,nonsense\n', 'id,d\n1,2024-12-31\n2,2024-01-01\n', {
    selections: { d: choice },
  });
  assert.deepEqual(summary.columns[1]?.unconvertible, { source: 1, target: 0 });
  assert.equal(summary.columns[1]?.mismatches, 1);
});

test('columns that only one side has leave the comparison incomplete', async () => {
  const summary = await compare('id,a,x\n1,1,2\n', 'id,a,y\n1,1,2\n');
  assert.deepEqual([summary.equal, summary.complete], [true, false]);
  assert.deepEqual([summary.onlyInSource, summary.onlyInTarget], [['x'], ['y']]);
  const mapped = await compare('id,a,x\n1,1,2\n', 'id,a,y\n1,1,2\n', {
    mappings: [{ source: 'x', target: 'y' }],
  });
  assert.deepEqual([mapped.equal, mapped.complete], [true, true]);
  const ignored = await compare('id,a,x\n1,1,2\n', 'id,a,y\n1,1,2\n', { ignored: ['x', 'y'] });
  assert.deepEqual([ignored.equal, ignored.complete, ignored.ignored], [true, true, ['x', 'y']]);
});

test('nothing in common is an error, and so is a key that is not there', async () => {
  await assert.rejects(compare('a\n1\n', 'b\n1\n'), {
    code: 'field_unknown',
    message: /no column in common/,
  });
  await assert.rejects(compare('id,a\n1,1\n', 'id,a\n1,1\n', { keys: ['idd'] }), {
    code: 'field_unknown',
    message: /Did you mean "id"/,
  });
});

test('a key that needs a choice says which there are', async () => {
  const error = await compare('id,v\n007,1\n', 'id,v\n7,1\n', { keys: ['id'] }).catch((thrown) => thrown);
  assert.equal(error.code, 'validation_failed');
  assert.deepEqual(
    error.params.errors.map(({ code }: { code: string }) => code),
    ['asPeerNumeric', 'asText'],
  );
  const chosen = await compare('id,v\n007,1\n', 'id,v\n7,1\n', {
    keys: ['id'],
    selections: { id: { choiceId: 'asPeerNumeric', format: '' } },
  });
  assert.equal(chosen.equal, true);
});

test('a key is found: by name, else what is unique, else two columns together, else none', async () => {
  assert.deepEqual(keyOf(await compare('name,order_id\na,1\nb,2\n', 'name,order_id\na,1\nb,2\n')), [
    'order_id',
  ]);
  assert.deepEqual(keyOf(await compare('id,code\n1,a\n1,b\n', 'id,code\n1,a\n1,b\n')), ['code']);
  assert.deepEqual(
    keyOf(await compare('order_id,line,v\n1,1,a\n1,2,a\n2,1,a\n', 'order_id,line,v\n1,1,a\n1,2,a\n2,1,a\n')),
    ['order_id', 'line'],
  );
  const none = await compare('a,b\n1,1\n1,1\n', 'a,b\n1,1\n1,1\n');
  assert.deepEqual([keyOf(none), none.equal], [null, true]);
  const nullKey = await compare('id,v\n1,a\n,a\n', 'id,v\n1,a\n,a\n');
  assert.equal(keyOf(nullKey), null);
  assert.match(nullKey.notes.join(), /id does not identify every row \(it is NULL/);
});

test('a key must be unique on both sides to be found', async () => {
  const summary = await compare('id,v\n1,a\n2,a\n', 'id,v\n1,a\n2,a\n2,a\n');
  assert.equal(keyOf(summary), null);
  assert.match(
    summary.notes.join(),
    /id does not identify every row \(some of its values occur more than once/,
  );
  assert.equal(summary.comparison?.missingInSource, 1);
});

test('without a key rows are a multiset, and the columns that differ by themselves are named', async () => {
  const summary = await compare('a,b\n1,x\n1,x\n2,y\n', 'a,b\n1,x\n2,y\n2,z\n', { keys: [] });
  assert.deepEqual([summary.comparison?.missingInTarget, summary.comparison?.missingInSource], [1, 1]);
  assert.deepEqual(statuses(summary), { a: 'different', b: 'different' });
  const one = await compare('a,b\n1,x\n2,y\n', 'a,b\n1,y\n2,y\n', { keys: [] });
  assert.deepEqual(statuses(one), { a: 'equal', b: 'different' });
  assert.deepEqual(one.unmatched.source.examples, [{ key: [], values: ['1', 'x'], copies: 1 }]);
});

test("repeated keys are counted; whether they fail is the caller's rule", async () => {
  const [source, target] = ['id,v\n1,A\n1,B\n2,c\n', 'id,v\n1,B\n1,A\n2,c\n'];
  const allowed = await compare(source, target, { keys: ['id'] });
  assert.deepEqual([allowed.equal, allowed.comparison?.duplicateKeys], [true, { source: 1, target: 1 }]);
  const failed = await compare(source, target, { keys: ['id'], duplicateKeys: 'fail' });
  assert.equal(failed.equal, false);
});

test('a table of keys alone can be compared', async () => {
  const summary = await compare('id\n1\n2\n', 'id\n2\n3\n', { keys: ['id'] });
  assert.deepEqual([summary.comparison?.missingInTarget, summary.comparison?.missingInSource], [1, 1]);
  assert.equal(summary.complete, true);
});

test('tolerances are per column, or for every column that takes one', async () => {
  const [source, target] = [
    'id,v,t\n1,0.58,2024-01-01 10:00:00\n2,1.00,2024-01-01 10:00:00\n',
    'id,v,t\n1,0.57,2024-01-01 10:00:01\n2,1.02,2024-01-01 10:00:00\n',
  ];
  const named = await compare(source, target, { tolerances: { v: { kind: 'absolute', amount: '0.01' } } });
  assert.deepEqual([named.columns[1]?.mismatches, named.columns[2]?.mismatches], [1, 1]);
  const every = await compare(source, target, {
    tolerances: {
      '*': { kind: 'absolute', amount: '0.02' },
      t: { kind: 'duration', nanoseconds: '1000000000' },
    },
  });
  assert.equal(every.equal, true);
  await assert.rejects(
    compare(source, target, { tolerances: { v: { kind: 'duration', nanoseconds: '1' } } }),
    { code: 'validation_failed' },
  );
});

test('a tolerance needs a key, and holds for functions that measure', async () => {
  const tolerances = { v: { kind: 'absolute', amount: '1' } } as const;
  const [source, target] = ['id,v\n1,10\n2,20\n', 'id,v\n1,10\n2,21\n'];
  await assert.rejects(compare(source, target, { keys: [], tolerances }), {
    code: 'validation_failed',
    message: /needs rows that are matched by a key/,
  });
  const sums = await compare(source, target, { functions: ['SUM', 'COUNT_DISTINCT'], tolerances });
  assert.equal(sums.equal, true);
});

test('case, white space and Unicode forms are overlooked only where asked', async () => {
  const [source, target] = ['id,v\n1,Ann\n2,caf\u00e9\n', 'id,v\n1," aNN "\n2,cafe\u0301\n'];
  assert.equal((await compare(source, target)).columns[1]?.mismatches, 2);
  const options = { caseInsensitive: true, trimWhitespace: true, normalizeUnicode: true };
  assert.equal((await compare(source, target, { textOptions: { v: options } })).equal, true);
});

test('a filter of both sides names columns of the source', async () => {
  const filters = { both: { field: 'state', op: 'eq', value: 'open' }, source: null, target: null };
  const summary = await compare('id,state,v\n1,open,1\n2,shut,2\n', 'id,STATUS,v\n1,open,1\n2,shut,9\n', {
    filters,
    mappings: [{ source: 'state', target: 'STATUS' }],
  });
  assert.deepEqual([summary.equal, summary.rows], [true, { source: 1, target: 1 }]);
  const one = { both: null, source: { field: 'id', op: 'le', value: '1' }, target: null };
  const sided = await compare('id,v\n1,1\n2,2\n', 'id,v\n1,1\n', { filters: one });
  assert.deepEqual([sided.equal, sided.rows], [true, { source: 1, target: 1 }]);
  await assert.rejects(
    compare('id\n1\n', 'id\n1\n', { filters: { ...one, source: { field: 'x', op: 'eq', value: '1' } } }),
    {
      code: 'validation_failed',
      message: /does not fit the source/,
    },
  );
});

test('functions are compared in place of rows', async () => {
  const summary = await compare('id,v\n1,10\n2,20\n', 'id,v\n1,10\n2,21\n', { functions: ['COUNT', 'SUM'] });
  assert.equal(summary.comparison, null);
  assert.deepEqual(
    summary.functions.map(({ functionCode, column, status, source, target }) => [
      functionCode,
      column?.source ?? 'rows',
      status,
      source,
      target,
    ]),
    [
      ['COUNT', 'id', 'pass', '2', '2'],
      ['SUM', 'id', 'pass', '3', '3'],
      ['COUNT', 'v', 'pass', '2', '2'],
      ['SUM', 'v', 'fail', '30', '31'],
      ['COUNT', 'rows', 'pass', '2', '2'],
    ],
  );
  assert.deepEqual(statuses(summary), { id: 'equal', v: 'different' });
});

test('a column without any value takes the type of its peer', async () => {
  const summary = await compare(
    'id,v,l\n1,,\n2,,\n',
    '{"id":1,"v":5,"l":[1]}\n{"id":2,"v":null,"l":null}\n',
    {},
    ['s.csv', 't.ndjson'],
  );
  assert.deepEqual(statuses(summary), { id: 'equal', v: 'different', l: 'different' });
  assert.deepEqual([summary.columns[1]?.mismatches, summary.columns[2]?.mismatches], [1, 1]);
});

test('names that differ only in case are told apart, and odd names survive', async () => {
  const header = 'id,ID,a.b,"we""ird",$x,select,"with space"';
  const summary = await compare(`${header}\n1,2,3,4,5,6,7\n`, `${header}\n1,9,3,4,5,6,8\n`, { keys: ['id'] });
  assert.deepEqual(statuses(summary), {
    id: 'equal',
    ID: 'different',
    'a.b': 'equal',
    'we"ird': 'equal',
    $x: 'equal',
    select: 'equal',
    'with space': 'different',
  });
  assert.deepEqual(summary.columns[1]?.examples, [{ key: ['1'], source: '2', target: '9' }]);
});

test('lists compare in order, or as bags where asked', async () => {
  const names = ['s.ndjson', 't.ndjson'] as [string, string];
  const [source, target] = ['{"id":1,"l":[1,2],"o":{"a":1,"b":2}}', '{"id":1,"l":[2,1],"o":{"b":2,"a":1}}'];
  assert.deepEqual(statuses(await compare(source, target, {}, names)), {
    id: 'equal',
    l: 'different',
    o: 'equal',
  });
  assert.equal((await compare(source, target, { unordered: ['l'] }, names)).equal, true);
});

test('items of a collection are compared by their own key, beside the fields around them', async () => {
  const orders = (sku: string, name: string) =>
    JSON.stringify([
      {
        id: 1,
        who: 'ann',
        [name]: [
          { sku: 'a', qty: 1 },
          { sku, qty: 2 },
        ],
      },
      { id: 2, who: 'bob', [name]: [] },
    ]);
  const summary = await compare(
    orders('b', 'items'),
    orders('c', 'lines'),
    { keys: ['id', 'qty'], scopes: ['items[]', 'lines'] },
    ['source.json', 'target.json'],
  );
  assert.deepEqual(statuses(summary), { id: 'equal', who: 'equal', sku: 'different', qty: 'equal' });
  // The order without items keeps its place.
  assert.deepEqual([summary.rows, summary.comparison?.mismatchedRows], [{ source: 3, target: 3 }, 1]);
  const filtered = await compare(
    orders('b', 'items'),
    orders('c', 'items'),
    {
      keys: ['id', 'qty'],
      scopes: ['items', 'items'],
      filters: { both: { field: 'qty', op: 'lt', value: 2 }, source: null, target: null },
    },
    ['source.json', 'target.json'],
  );
  assert.deepEqual([filtered.equal, filtered.rows], [true, { source: 1, target: 1 }]);
});

test('items that are no records, entries of maps, and names that are there twice', async () => {
  const tags = (last: string) => `{"id":1,"tags":["a","b","${last}"]}\n{"id":2,"tags":["a"]}\n`;
  const scalars = await compare(tags('c'), tags('d'), { keys: ['id', 'value'], scopes: ['tags', 'tags'] }, [
    'source.ndjson',
    'target.ndjson',
  ]);
  assert.deepEqual([scalars.comparison?.missingInSource, scalars.comparison?.missingInTarget], [1, 1]);
  await fixtures.parquet('maps/a.parquet', `SELECT 1 AS id, MAP {'x': 1, 'y': 2} AS m, [{id: 5}] AS l`);
  await fixtures.parquet('maps/b.parquet', `SELECT 1 AS id, MAP {'x': 1, 'y': 3} AS m, [{id: 5}] AS l`);
  const entries = await compareFiles('maps/a.parquet', 'maps/b.parquet', {
    keys: ['id', 'key'],
    ignored: ['l'],
    scopes: ['m[]', 'm[]'],
  });
  assert.deepEqual(statuses(entries), { id: 'equal', key: 'equal', value: 'different' });
  const twice = await compareFiles('maps/a.parquet', 'maps/b.parquet', {
    keys: ['$.id'],
    ignored: ['m'],
    scopes: ['l', 'l'],
  });
  assert.deepEqual(statuses(twice), { '$.id': 'equal', id: 'equal' });
});

test('a scope that is no collection, or not there, is refused with what is there', async () => {
  const json = '{"id":1,"a":{"b":[1]}}\n';
  const names = ['source.ndjson', 'target.ndjson'] as const;
  for (const [scope, says] of [
    ['id', /not a list or map/],
    ['x', /no field `x`/],
    ['a..b', /not a path/],
  ] as const) {
    await assert.rejects(compare(json, json, { scopes: [scope, scope] }, [...names]), says);
  }
});

test('a declared zone is where naive timestamps are written', async () => {
  const [source, target] = ['id,t\n1,2024-07-01 12:00:00\n', 'id,t\n1,2024-07-01T10:00:00Z\n'];
  const summary = await compare(source, target, { reading: ['zone=Europe/Berlin'] });
  assert.equal(summary.equal, true);
  assert.equal((await compare(source, target)).equal, false);
});

test('a row may hold more NULLs than a byte can count', async () => {
  const header = ['id', ...Array.from({ length: 130 }, (_, index) => `c${index}`)].join(',');
  const rows = [`1${',7'.repeat(130)}`, `2${','.repeat(130)}`];
  const table = [header, ...rows, ''].join('\n');
  const same = await compare(table, table, { keys: ['id'] });
  assert.deepEqual([same.equal, same.complete], [true, true]);
});

test('both sides empty are equal; empty and not are not', async () => {
  assert.equal((await compare('id,v\n', 'id,v\n')).equal, true);
  const summary = await compare('id,v\n', 'id,v\n1,2\n');
  assert.deepEqual([summary.equal, summary.comparison?.missingInSource], [false, 1]);
});

test('a verification of every row gives the same answer', async () => {
  const summary = await compare('id,v\n1,a\n2,b\n', 'id,v\n1,a\n2,c\n', { verification: 'exact' });
  assert.deepEqual([summary.equal, summary.columns[1]?.mismatches], [false, 1]);
});

test("a damaged page is named, not the engine's trouble with it", async () => {
  await fixtures.parquet('pages/good.parquet', 'SELECT range AS id, range * 2 AS v FROM range(1000)');
  const damaged = Buffer.from(readFileSync(fixtures.path('pages/good.parquet')));
  for (let at = 4; at < 2000; at += 1) damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
  fixtures.write({ 'pages/bad.parquet': damaged });
  await assert.rejects(compareFiles('pages/good.parquet', 'pages/bad.parquet', { keys: ['id'] }), {
    code: 'dataset_unreadable',
    message: /bad\.parquet is damaged Parquet: the pages of column "id"/,
  });
});

test('a file that memory is too small for is not called damaged', async () => {
  await fixtures.parquet(
    'wide/rows.parquet',
    'SELECT range AS id, repeat(md5(range::VARCHAR), 4) AS v FROM range(200000)',
  );
  const file = fixtures.path('wide/rows.parquet');
  const compareIn = (mebibytes: number) =>
    compareLocations(
      { source: file, target: file },
      { temporaryDirectory: fixtures.path('temp'), memoryLimitBytes: mebibytes * 1024 ** 2 },
      { keys: ['id'], verification: 'exact' },
    );
  await assert.rejects(compareIn(16), {
    code: 'engine_resources_exhausted',
    message: /rows\.parquet: the pages of column "v" cannot be read with the memory that there is/,
  });
  assert.equal((await compareIn(256)).equal, true);
});

test('an address that cannot be read is refused without its password', async () => {
  const location = 'postgresql://user:hunter2@host/db?password=hunter2';
  const request = {
    ...showing,
    datasets: { source: { location, reading: [] }, target: { location, reading: [] } },
  };
  const resources = { memoryLimitBytes: 1, threads: 1, temporaryDirectory: fixtures.path('temp') };
  const error = await compareDatasets(request, resources, atHand).catch((thrown) => thrown);
  assert.equal(error.code, 'connection_settings_invalid');
  assert.doesNotMatch(error.message, /hunter2/);
});

test('evidence is written by the ending of its name, every difference in it', async () => {
  const [source, target] = ['id,v\n1,a\n2,b\n3,\n', 'id,v\n1,A\n2,b\n4,d\n'];
  for (const ending of ['csv', 'json', 'ndjson', 'parquet']) {
    const file = fixtures.path(`evidence.${ending}`);
    const summary = await compare(source, target, { evidenceFile: file });
    assert.deepEqual(summary.evidence, { file, rows: 3, capped: false });
    const dataset = await fixtures.open(`evidence.${ending}`);
    const rows = (await fixtures.rows(dataset)).toSorted((a, b) =>
      String(a.kind).localeCompare(String(b.kind)),
    );
    assert.deepEqual(
      rows.map((row) => [row.kind, row.check, row.column, row['key id'], row.source, row.target]),
      [
        ['different', 'OUTER_VALUE', 'v', '1', 'a', 'A'],
        ['onlyInSource', null, null, '3', '{"v":null}', null],
        ['onlyInTarget', null, null, '4', null, '{"v":"d"}'],
      ],
      ending,
    );
  }
});

test('evidence is capped, the counts are not', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => row);
  const summary = await compare(
    `id,v\n${rows.map((row) => `${row},a\n`).join('')}`,
    `id,v\n${rows.map((row) => `${row},b\n`).join('')}`,
    { evidenceFile: fixtures.path('capped.csv'), evidenceRows: 10 },
  );
  assert.deepEqual(
    [summary.columns[1]?.mismatches, summary.evidence?.rows, summary.evidence?.capped],
    [500, 10, true],
  );
});

test('equal sides leave evidence of nothing', async () => {
  const summary = await compare('id\n1\n', 'id\n1\n', { evidenceFile: fixtures.path('none.csv') });
  assert.equal(summary.evidence?.rows, 0);
  assert.ok(existsSync(fixtures.path('none.csv')));
});

test('a name for evidence that says no format is refused before anything is read', async () => {
  await assert.rejects(compare('id\n1\n', 'id\n1\n', { evidenceFile: 'evidence.xls' }), {
    code: 'validation_failed',
    message: /\.parquet/,
  });
  await assert.rejects(compare('id\n1\n', 'id\n1\n', { evidenceFile: '/no/such/folder/e.csv' }), {
    code: 'validation_failed',
    message: /does not exist/,
  });
});

test('an interrupt ends it, and nothing is ever left in the temporary folder', async () => {
  const controller = new AbortController();
  const datasets = {
    source: { location: fixtures.path('pages/good.parquet'), reading: [] },
    target: { location: fixtures.path('pages/good.parquet'), reading: [] },
  };
  const running = compareDatasets(
    { ...showing, datasets },
    { memoryLimitBytes: 512 * 1024 * 1024, threads: 2, temporaryDirectory: fixtures.path('temp') },
    { ...atHand, signal: controller.signal, onProgress: () => controller.abort() },
  );
  await assert.rejects(running, { code: 'comparison_cancelled' });
  assert.deepEqual(readdirSync(fixtures.path('temp')), ['keep']);
});
