import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankTest } from './rank-test.ts';

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-3, `${actual} is not ${expected}`);

test('samples that are apart are told apart, and equal ones are not', () => {
  const low = Array.from({ length: 50 }, (_, index) => index);
  const high = low.map((value) => value + 25);
  assert.ok(rankTest(low, high).probability < 1e-6);
  near(rankTest(low, low).probability, 1);
  near(rankTest([1, 1, 1], [1, 1, 1]).probability, 1);
  assert.deepEqual(rankTest(low, high).medians, [24.5, 49.5]);
});

test('a textbook example comes out as in the textbook', () => {
  // U = 2 of 5 × 5: z = -2.193.
  near(rankTest([1, 2, 3, 4, 7], [5, 6, 8, 9, 10]).probability, 0.0283);
});
