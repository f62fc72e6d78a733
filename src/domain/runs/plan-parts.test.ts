import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxTestsOfTask } from '../execution/protocol.ts';
import { planParts } from './plan-parts.ts';

const tests = (datasetPairUuid: string, count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `${datasetPairUuid}${id}`, datasetPairUuid }));

test('every pair is a part of its own, and one of very many tests is several', () => {
  const given = [...tests('a', 2), ...tests('b', 2 * maxTestsOfTask + 1), ...tests('c', 1)];
  const parts = planParts(given);
  assert.deepEqual(
    parts.map((part) => [part.datasetPairUuid, part.tests.length]),
    [
      ['a', 2],
      ['b', maxTestsOfTask],
      ['b', maxTestsOfTask],
      ['b', 1],
      ['c', 1],
    ],
  );
  assert.deepEqual(
    parts.flatMap((part) => part.tests),
    given,
  );
});

test('no tests, no parts', () => {
  assert.deepEqual(planParts([]), []);
});
