import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRunName, pairsKey, pairsLabel, retryLabel } from './name-run.ts';

const at = new Date('2026-03-01T09:30:59.999Z');

test('a Run without a name is named after what it covers and when', () => {
  assert.equal(defaultRunName('All active tests', at), 'All active tests · 2026-03-01 09:30 UTC');
});

test('names and labels keep to the length of their columns, in characters', () => {
  const long = '𝄞'.repeat(1_000);
  assert.equal([...defaultRunName(long, at)].length, 200);
  assert.equal([...pairsLabel([long])].length, 800);
  assert.equal([...retryLabel(long)].length, 800);
  assert.match(defaultRunName(long, at), /𝄞… · 2026-03-01 09:30 UTC$/u);
});

test('a label names the first pairs and counts the rest', () => {
  assert.equal(pairsLabel(['a', 'b', 'c']), 'a, b, c');
  assert.equal(pairsLabel(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more');
});

test('the same pairs have the same key in whatever order', () => {
  assert.equal(pairsKey(['x', 'y']), pairsKey(['y', 'x']));
  assert.notEqual(pairsKey(['x', 'y']), pairsKey(['x']));
});
