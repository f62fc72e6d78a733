import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '../../language/results.ts';
import { groupResults } from './group-results.ts';

function result(datasetPairUuid: string, status: Result['status'], mismatchedRows = 0): Result {
  return {
    datasetPairUuid,
    datasetPairName: `pair ${datasetPairUuid}`,
    status,
    mismatchedRows,
    missingInSource: null,
    missingInTarget: null,
  } as Result;
}

test('pairs are ranked by their worst test, and tests by how much differs', () => {
  const groups = groupResults([
    result('a', 'pass'),
    result('b', 'fail', 3),
    result('b', 'pass'),
    result('b', 'fail', 90),
    result('c', 'error'),
    result('d', null),
  ]);
  assert.deepEqual(
    groups.map(({ name, verdict }) => [name, verdict]),
    [
      ['pair c', 'error'],
      ['pair b', 'fail'],
      ['pair d', 'running'],
      ['pair a', 'pass'],
    ],
  );
  assert.deepEqual(
    groups[1]?.results.map(({ mismatchedRows }) => mismatchedRows),
    [90, 3, 0],
  );
  assert.deepEqual(groups[1]?.tally, { fail: 2, pass: 1 });
});
