import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compareDatasets, type OneShotProgress } from '../../../src/executor/one-shot/compare-datasets.ts';
import type {
  ComparisonRequest,
  DatasetReference,
} from '../../../src/executor/one-shot/comparison-request.ts';
import { plumbline } from '../../support/command.ts';
import { atHand, nothingAsked } from '../../support/compare-locations.ts';
import { openUnreliableProxy } from '../../support/unreliable-proxy.ts';
import { FileFixtures } from '../compare/file-fixtures.ts';
import { isProblem, type TestedDatabase, type TestedSystem, testedSystems } from './tested-database.ts';

const fixtures = await FileFixtures.create();
fixtures.write({
  'temp/keep': '',
  'orders.csv': 'id,customer,amount,day,note\n1,Zoë,1.10,2024-01-01,\n2,"a,b",22.00,2024-02-29,x\n3,,,,\n',
});
const csv: DatasetReference = { location: fixtures.path('orders.csv'), reading: [] };

/** A row weighs as much as a hundred buckets, so that the bytes that are sent tell which of them were. */
const wideRows = 500;
const wideLines = Array.from(
  { length: wideRows },
  (_row, index) => `${index},${`${index}-`.repeat(1000)},\n`,
);
const wideBytes = wideLines.join('').length;
fixtures.write({ 'wide.csv': `id,body,nothing\n${wideLines.join('')}` });
const wideCsv: DatasetReference = { location: fixtures.path('wide.csv'), reading: [] };

const rows = [
  `(1, 'Zoë', 1.10, '2024-01-01', NULL)`,
  `(2, 'a,b', 22.00, '2024-02-29', 'x')`,
  '(3, NULL, NULL, NULL, NULL)',
];

async function makeOrders({ run }: TestedDatabase, table: string, values: readonly string[]): Promise<void> {
  await run(
    `CREATE TABLE ${table} (id int PRIMARY KEY, customer varchar(20), amount decimal(12, 2), day date, note varchar(200))`,
  );
  await run(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
}

/** A table as a person names it on the command line. */
function tableOf({ url }: TestedDatabase, table: string): DatasetReference {
  return { location: `${url}?tls=disable&table=${table}`, reading: [] };
}

async function compare(
  source: DatasetReference,
  target: DatasetReference,
  asked: Partial<ComparisonRequest> = {},
  onProgress?: (progress: OneShotProgress) => void,
) {
  return compareDatasets(
    {
      datasets: { source, target },
      ...nothingAsked,
      keys: ['id'],
      examples: 3,
      ...asked,
    },
    { memoryLimitBytes: 2 ** 28, threads: 2, temporaryDirectory: fixtures.path('temp') },
    { ...atHand, onProgress },
  );
}

for (const system of testedSystems) {
  describe(`compare with ${system.name}`, { skip: system.skip }, () => againstSystem(system));
}

function againstSystem(system: TestedSystem): void {
  let database: TestedDatabase;

  before(async () => {
    database = await system.open();
    await makeOrders(database, 'orders', rows);
    await makeOrders(database, 'changed', [`(1, 'Zoë', 1.11, '2024-01-01', NULL)`, ...rows.slice(1)]);
  });
  after(() => database.drop());

  test('a table is equal to its export, on either side, and progress is told', async () => {
    const stages: string[] = [];
    const equal = await compare(tableOf(database, 'orders'), csv, {}, ({ stage }) => stages.push(stage));
    assert.deepEqual([equal.equal, equal.complete], [true, true], JSON.stringify(equal.columns));
    assert.deepEqual(equal.rows, { source: 3, target: 3 });
    assert.equal((await compare(csv, tableOf(database, 'orders'))).equal, true);
    assert.ok(stages.includes('settling'), stages.join());
  });

  test('what is equal stays where it is, and of what differs only its buckets are fetched', async () => {
    const wide = Array.from(
      { length: wideRows },
      (_row, index) => `(${index}, repeat('${index}-', 1000), NULL)`,
    );
    await database.run('CREATE TABLE wide (id int PRIMARY KEY, body varchar(8000), nothing int)');
    await database.run(`INSERT INTO wide VALUES ${wide.join(', ')}`);
    const proxy = await openUnreliableProxy(database.url);
    try {
      const source = { location: `${proxy.url}?tls=disable&table=wide`, reading: [] };
      /** Bytes that the server sent for it. */
      const sentFor = async (keys: ComparisonRequest['keys'], equal: boolean) => {
        const before = proxy.sentBytes;
        const summary = await compare(source, wideCsv, { keys });
        assert.deepEqual(
          [summary.equal, summary.complete, summary.rows.source],
          [equal, true, wideRows],
          JSON.stringify(summary.columns),
        );
        return { summary, sent: proxy.sentBytes - before };
      };
      // With a key, with one that is looked for, and without.
      for (const keys of [['id'], null, []]) {
        const { sent } = await sentFor(keys, true);
        assert.ok(sent < wideBytes / 10, `${sent} bytes`);
      }
      await database.run("UPDATE wide SET body = 'other' WHERE id = 7");
      const keyed = await sentFor(null, false);
      assert.ok(keyed.sent < wideBytes / 10, `${keyed.sent} bytes`);
      assert.deepEqual(
        keyed.summary.columns.map(({ source: name, mismatches }) => [name, mismatches]),
        [
          ['id', 0],
          ['body', 1],
          ['nothing', 0],
        ],
      );
      const whole = await sentFor([], false);
      assert.ok(whole.sent < wideBytes / 10, `${whole.sent} bytes`);
      assert.deepEqual(
        whole.summary.columns.map(({ source: name, status }) => [name, status]),
        [
          ['id', 'equal'],
          ['body', 'different'],
          ['nothing', 'equal'],
        ],
      );
    } finally {
      await proxy.close();
    }
  });

  test('two columns that only together are a key are found by reading the rows', async () => {
    await database.run('CREATE TABLE order_lines (order_no int, line_no int, sku varchar(9))');
    await database.run("INSERT INTO order_lines VALUES (1, 1, 'a'), (1, 2, 'a'), (2, 1, 'b')");
    fixtures.write({ 'lines.csv': 'order_no,line_no,sku\n1,1,a\n1,2,a\n2,1,c\n' });
    const csvLines = { location: fixtures.path('lines.csv'), reading: [] };
    const found = await compare(tableOf(database, 'order_lines'), csvLines, { keys: null });
    assert.deepEqual(found.matching.kind === 'keys' && found.matching.columns.map(({ source }) => source), [
      'order_no',
      'line_no',
    ]);
    assert.equal(found.comparison?.mismatchedRows, 1);
  });

  test('a difference is found and shown, and a key is found', async () => {
    const found = await compare(tableOf(database, 'orders'), tableOf(database, 'changed'), { keys: null });
    assert.deepEqual(found.matching, {
      kind: 'keys',
      columns: [{ source: 'id', target: 'id' }],
      chosenBy: 'search',
    });
    const amount = found.columns.find(({ source }) => source === 'amount');
    assert.deepEqual(amount?.examples, [{ key: ['1'], source: '1.1', target: '1.11' }]);
  });

  test('a filter keeps rows out on either side', async () => {
    const filters = { both: { field: 'id', op: 'gt', value: 1 }, source: null, target: null };
    const summary = await compare(tableOf(database, 'changed'), csv, { filters });
    assert.deepEqual([summary.equal, summary.rows], [true, { source: 2, target: 2 }]);
    assert.deepEqual(summary.filtered, { source: true, target: true });
  });

  test('aggregates are taken by the server, and agree with those of a file', async () => {
    const functions = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'SUM', 'AVG'] as const;
    const stages: string[] = [];
    const between = await compare(
      tableOf(database, 'orders'),
      tableOf(database, 'changed'),
      { functions, ignored: ['customer', 'note', 'day'] },
      ({ stage }) => stages.push(stage),
    );
    assert.equal(between.different, true);
    assert.equal(stages.filter((stage) => stage === 'readingSource').length, 1, 'no row was copied');
    assert.deepEqual(between.rows, { source: 3, target: 3 });
    const withFile = await compare(tableOf(database, 'orders'), csv, { functions });
    assert.equal(withFile.equal, true, JSON.stringify(withFile.functions));
  });

  test('what only one side has is not copied, and what is missing is an error that says so', async () => {
    const narrow: DatasetReference = { location: fixtures.path('narrow.csv'), reading: [] };
    fixtures.write({ 'narrow.csv': 'id,extra\n1,a\n2,b\n3,c\n' });
    const summary = await compare(tableOf(database, 'orders'), narrow);
    assert.deepEqual(summary.onlyInSource, ['customer', 'amount', 'day', 'note']);
    await assert.rejects(compare(tableOf(database, 'nothing'), csv), isProblem('table_not_found'));
  });

  test('the password comes from the environment, and is never shown', async () => {
    const { address } = database;
    const password = address.password.reveal();
    const bare = tableOf(database, 'orders').location.replace(`:${encodeURIComponent(password)}@`, '@');
    assert.doesNotMatch(bare, new RegExp(`:${password}@`));
    const call = (environment: Readonly<Record<string, string>>) =>
      plumbline(['compare', bare, csv.location, '--key', 'id', '--format', 'json'], environment).finished;
    const equal = await call({ PLUMBLINE_SOURCE_PASSWORD: password });
    assert.equal(equal.code, 0, equal.stderr);
    const refused = await call({ PLUMBLINE_SOURCE_PASSWORD: 'wrong-hunter2' });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /refused the login/);
    for (const text of [equal.stdout, equal.stderr, refused.stdout, refused.stderr]) {
      assert.ok(!text.includes(password) && !text.includes('hunter2'), text);
    }
  });
}

const [first, second] = testedSystems;

test('a table of one system compares with a table of another', {
  skip: first?.skip || second?.skip || false,
}, async () => {
  if (first === undefined || second === undefined) throw new TypeError('There are two systems.');
  const [source, target] = [await first.open(), await second.open()];
  try {
    await makeOrders(source, 'orders', rows);
    await makeOrders(target, 'orders', rows);
    const summary = await compare(tableOf(source, 'orders'), tableOf(target, 'orders'));
    assert.deepEqual([summary.equal, summary.complete], [true, true], JSON.stringify(summary.columns));
  } finally {
    await source.drop();
    await target.drop();
  }
});
