/** What Runs over a platform find, whichever it is: tables and files with planted differences, and what is to be said of them. */
import assert from 'node:assert/strict';
import { type Result, type RunsApi, same } from './runs-api.ts';

/** Rows of (id, amount, name) in SQL. */
export const plantedRows = {
  orders: "(1, 10.00, 'Ada'), (2, 20.00, 'Bob'), (3, 30.00, NULL), (4, 40.00, 'D''i')",
  changed: "(1, 10.00, 'Ada'), (2, 20.50, 'Bob'), (3, 30.00, NULL), (5, 50.00, 'Ed')",
};

/** Most of the 4,096 buckets have none of so many rows, so that few share one with the row that differs. */
export const manyRows = 500;
/** The one of the many whose name is another on the platform. */
export const changedRow = 77;

/** As `plantedRows.changed`, and the many rows before one of them was changed. */
export const plantedFiles = {
  'changed.csv': 'id,amount,name\n1,10.00,Ada\n2,20.50,Bob\n3,30.00,\n5,50.00,Ed\n',
  'many.csv': [
    'id,amount,name',
    ...Array.from({ length: manyRows }, (_, index) => `${index + 1},${index + 1}.00,name ${index + 1}`),
    '',
  ].join('\n'),
};

const keys = [same('id')];

/** Compares orders with what they were changed to. */
export async function findsChanges(api: RunsApi, pair: string): Promise<ReadonlyMap<string, Result>> {
  await api.tests(pair, [
    { name: 'rows', functionCode: 'COUNT' },
    { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
    { name: 'all', functionCode: 'OUTER_VALUE', fields: [same('amount'), same('name')], keys },
    { name: 'names', functionCode: 'SET_A_EQUALS_B', fields: [same('name')] },
  ]);
  const results = await run(api, pair);
  assert.deepEqual(statusesOf(results), { rows: 'pass', sum: 'fail', all: 'fail', names: 'fail' });
  const all = results.get('all') ?? assert.fail();
  assert.deepEqual(
    [all.matchedRows, all.mismatchedRows, all.missingInSource, all.missingInTarget],
    [3, 1, 1, 1],
  );
  assert.deepEqual([results.get('sum')?.source.value, results.get('sum')?.target.value], ['100', '110.5']);
  const { items } = await api.evidence(all);
  assert.deepEqual(
    items.map(({ kind, key, cells }) => [kind, key[0], cells[0]?.source, cells[0]?.target]),
    [
      ['different', '2', '20', '20.5'],
      ['onlyInSource', '4', '40', null],
      ['onlyInTarget', '5', null, '50'],
    ],
  );
  return results;
}

/** Compares orders with themselves. */
export async function findsNothing(api: RunsApi, pair: string): Promise<void> {
  await api.tests(pair, [
    { name: 'all', functionCode: 'OUTER_VALUE', fields: [same('amount'), same('name')], keys },
    { name: 'names', functionCode: 'SET_A_EQUALS_B', fields: [same('name')] },
  ]);
  assert.deepEqual(statusesOf(await run(api, pair)), { all: 'pass', names: 'pass' });
}

/** Compares the many rows with those of another system: first fields that are equal, then the one that is not. */
export async function fetchesOneBucket(api: RunsApi, pair: string): Promise<void> {
  await api.tests(pair, [{ name: 'equal', functionCode: 'OUTER_VALUE', fields: [same('amount')], keys }]);
  const equal = (await run(api, pair)).get('equal') ?? assert.fail('The test has a result.');
  assert.deepEqual([equal.error, equal.matchedRows, equal.mismatchedRows], [null, manyRows, 0]);
  assert.equal(fetchedRows(equal), 0);
  await api.tests(pair, [{ name: 'all', functionCode: 'OUTER_VALUE', fields: [same('name')], keys }]);
  const all = (await run(api, pair)).get('all') ?? assert.fail('The test has a result.');
  assert.deepEqual([all.error, all.matchedRows, all.mismatchedRows], [null, manyRows, 1]);
  const fetched = fetchedRows(all);
  assert.ok(fetched >= 1 && fetched <= 10, `${fetched} rows were fetched`);
}

function fetchedRows({ diagnostics }: Result): number {
  const { detail } =
    diagnostics.find(({ code }) => code === 'rows_fetched') ?? assert.fail('No row was counted.');
  const [, fetched, of] = /^(\d+) of (\d+) rows/.exec(detail) ?? [];
  assert.equal(Number(of), 2 * manyRows);
  return Number(fetched);
}

async function run(api: RunsApi, pair: string): Promise<ReadonlyMap<string, Result>> {
  const { runUuid } = await api.finished(await api.submit(pair));
  return api.results(runUuid);
}

function statusesOf(results: ReadonlyMap<string, Result>): Record<string, string | null> {
  return Object.fromEntries(
    [...results].map(([name, { status, error }]) => [name, error === null ? status : error.detail]),
  );
}
