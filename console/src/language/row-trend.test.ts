import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barHeights, wrongRows } from './row-trend.ts';

test('rows that differ and rows that are missing are wrong, whatever their number', () => {
  assert.equal(wrongRows({ mismatched: 3, missing: 4 }), 7n);
  assert.equal(wrongRows({ mismatched: '18014398509481982', missing: 1 }), 18014398509481983n);
});

test('a few rows are seen beside millions, and none have no bar', () => {
  const [none, few, many] = barHeights([0, 3, 3_000_000]);
  assert.equal(none, 0);
  assert.equal(many, 100);
  assert.ok(few !== undefined && few >= 5 && few < 20, String(few));
  assert.deepEqual(barHeights([0, 0]), [0, 0]);
});
