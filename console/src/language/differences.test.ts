import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markDifferences, type Stretch, shorten } from './differences.ts';

/** What differs in brackets. */
function show(stretches: readonly Stretch[]): string {
  return stretches.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
}

function marks(left: string, right: string): string[] {
  return markDifferences(left, right).map(show);
}

test('the characters that differ are marked, and no others', () => {
  assert.deepEqual(marks('1204.10', '1204.15'), ['1204.1[0]', '1204.1[5]']);
  assert.deepEqual(marks('1408.16', '1408.21'), ['1408.[16]', '1408.[21]']);
  assert.deepEqual(marks('141.2', '141.25'), ['141.2', '141.2[5]']);
  assert.deepEqual(marks('999', '1000'), ['[999]', '[1000]']);
  assert.deepEqual(marks('2026-03-01 09:30', '2026-03-01'), ['2026-03-01[ 09:30]', '2026-03-01']);
  assert.deepEqual(marks('same', 'same'), ['same', 'same']);
  assert.deepEqual(marks('', 'x'), ['', '[x]']);
  assert.deepEqual(marks('kitten', 'sitting'), ['[k]itt[e]n', '[s]itt[i]n[g]']);
});

test('an accent is never torn from its letter', () => {
  assert.deepEqual(marks('cafe\u0301', 'cafe'), ['caf[e\u0301]', 'caf[e]']);
});

test('a text too long for a least difference is marked as a whole, not left unmarked', () => {
  const [left] = marks(`a${'x'.repeat(2000)}`, `b${'y'.repeat(2000)}`);
  assert.ok(left?.startsWith('[ax') && left.endsWith('x]'));
});

test('a long text is cut where it is the same', () => {
  const text = 'p'.repeat(80);
  const [left] = markDifferences(`${text}1${text}`, `${text}2${text}`);
  assert.equal(show(shorten(left, 60)), `…${'p'.repeat(12)}[1]${'p'.repeat(12)}…`);
  assert.equal(show(shorten([{ text: 'short', differs: false }], 60)), 'short');
});
