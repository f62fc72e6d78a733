import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonRequest } from '../../../src/executor/one-shot/comparison-request.ts';
import { compareLocations } from '../../support/compare-locations.ts';
import { FileFixtures } from './file-fixtures.ts';

const fixtures = await FileFixtures.create();
fixtures.write({ 'temp/keep': '' });

/** Ten thousand rows with a hundred values of `often`, each value of `once` in one row, and NULL in every other row of `half`. */
const rows = (often: string, once: string) =>
  `SELECT ${often} AS often, ${once} AS once, CASE WHEN range % 2 = 0 THEN 'x' || range % 7 END AS half FROM range(10000)`;
const onceInSource = "'user' || range || '@example.org'";
const source = rows('range % 100', onceInSource);

const functions = ['COUNT_DISTINCT', 'SET_A_EQUALS_B', 'SET_A_IN_B', 'SET_B_IN_A'] as const;

/** The values that either side has of each column, by each function, and whether the test passed. */
async function outcomes(
  target: string,
  format: 'parquet' | 'csv',
  verification: 'hashed' | 'exact',
  asked: Partial<Pick<ComparisonRequest, 'keys' | 'functions'>> = { functions },
) {
  const [left, right] = [`source.${format}`, `target.${format}`];
  await fixtures.written(left, source, format);
  await fixtures.written(right, target, format);
  const summary = await compareLocations(
    { source: fixtures.path(left), target: fixtures.path(right) },
    { temporaryDirectory: fixtures.path('temp') },
    { ...asked, verification },
  );
  return Object.fromEntries(
    functions.map((code) => [
      code,
      summary.functions
        .filter(({ functionCode }) => functionCode === code)
        .map(({ column, source: s, target: t, status }) => `${column?.source} ${s} ${t} ${status}`),
    ]),
  );
}

for (const format of ['parquet', 'csv'] as const) {
  for (const verification of ['hashed', 'exact'] as const) {
    test(`sets of ${format}, ${verification}: how often a value occurs does not matter, and each side counts its own`, async () => {
      const twice = rows('range % 50 + (range // 5000) * 50', "'user' || range || '@example.org'");
      const same = await outcomes(twice, format, verification);
      assert.deepEqual(same.COUNT_DISTINCT, ['often 100 100 pass', 'once 10000 10000 pass', 'half 7 7 pass']);
      assert.deepEqual(same.SET_A_EQUALS_B, ['often 100 100 pass', 'once 10000 10000 pass', 'half 8 8 pass']);

      // Two values less and one more among the hundred; every seventh of ten thousand is another one.
      const other = rows(
        'CASE range % 100 WHEN 7 THEN 8 WHEN 9 THEN 8 WHEN 10 THEN 1000 ELSE range % 100 END',
        "CASE WHEN range % 7 = 0 THEN 'nobody' ELSE 'user' || range || '@example.org' END",
      );
      const differing = await outcomes(other, format, verification);
      assert.deepEqual(differing, {
        COUNT_DISTINCT: ['often 100 98 fail', 'once 10000 8572 fail', 'half 7 7 pass'],
        SET_A_EQUALS_B: ['often 100 98 fail', 'once 10000 8572 fail', 'half 8 8 pass'],
        SET_A_IN_B: ['often 100 98 fail', 'once 10000 8572 fail', 'half 8 8 pass'],
        SET_B_IN_A: ['often 100 98 fail', 'once 10000 8572 fail', 'half 8 8 pass'],
      });
    });
  }
}

for (const by of ['once', null] as const) {
  test(`sets of columns by which ${by === null ? 'whole rows' : 'rows with keys'} are compared follow from the rows that differ`, async () => {
    const compared = { keys: by === null ? [] : [by], functions: [...functions, 'OUTER_VALUE'] } as const;
    const same = await outcomes(`${source} ORDER BY hash(range)`, 'parquet', 'hashed', compared);
    assert.deepEqual(same.SET_A_EQUALS_B, ['often 100 100 pass', 'once 10000 10000 pass', 'half 8 8 pass']);

    // Row 107 loses a 7, of which others are left; row 10 gains a value of its own; no row has the last name.
    const other = rows(
      'CASE range WHEN 107 THEN 8 WHEN 10 THEN 1000 ELSE range % 100 END',
      `CASE WHEN range < 9999 THEN ${onceInSource} ELSE 'nobody' END`,
    );
    const differing = await outcomes(other, 'parquet', 'hashed', compared);
    assert.deepEqual(differing, await outcomes(other, 'parquet', 'exact'));
    assert.deepEqual(differing, {
      COUNT_DISTINCT: ['often 100 101 fail', 'once 10000 10000 pass', 'half 7 7 pass'],
      SET_A_EQUALS_B: ['often 100 101 fail', 'once 10000 10000 fail', 'half 8 8 pass'],
      SET_A_IN_B: ['often 100 101 pass', 'once 10000 10000 fail', 'half 8 8 pass'],
      SET_B_IN_A: ['often 100 101 fail', 'once 10000 10000 fail', 'half 8 8 pass'],
    });

    // Where nearly all rows differ, they tell nothing.
    const most = await outcomes(rows('range % 100 + 1', onceInSource), 'parquet', 'hashed', compared);
    assert.deepEqual(most.SET_A_EQUALS_B, ['often 100 100 fail', 'once 10000 10000 pass', 'half 8 8 pass']);

    // NULL is a member that a side may have alone.
    const filled = source.replace('% 7 END AS half', "% 7 ELSE 'x1' END AS half");
    const without = await outcomes(filled, 'parquet', 'hashed', compared);
    assert.deepEqual(without.SET_A_EQUALS_B?.[2], 'half 8 7 fail');
  });
}
