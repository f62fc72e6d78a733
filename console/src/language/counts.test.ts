import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, formatCount, formatRatio } from './counts.ts';

test('counts are grouped and keep every digit', () => {
  assert.equal(formatCount(10_000_006), '10,000,006');
  assert.equal(formatCount('9007199254740993'), '9,007,199,254,740,993');
  assert.equal(countOf(1, 'row'), '1 row');
  assert.equal(countOf(0, 'key', 'keys'), '0 keys');
});

test('a small share is written as one in so many', () => {
  assert.equal(formatRatio(223, 10_000_006), '1 in 44,843');
  assert.equal(formatRatio(1, 1000), '0.1 %');
  assert.equal(formatRatio(1, 8), '12.5 %');
});

test('what is not all is never shown as all, and what is not nothing never as nothing', () => {
  assert.equal(formatRatio(9_999_999, 10_000_000), '99.9 %');
  assert.equal(formatRatio(10, 10), '100 %');
  assert.equal(formatRatio(0, 10), '0 %');
  assert.equal(formatRatio(0, 0), 'none');
});
