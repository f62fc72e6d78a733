import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EvidenceRow, linesOf, nextLine, rankedFields } from './evidence-lines.ts';

const cell = (differs: boolean) => ({ source: 'a', target: differs ? 'b' : 'a', differs });
function row(kind: EvidenceRow['kind'], ...differing: readonly boolean[]): EvidenceRow {
  return { kind, key: ['1'], cells: differing.map(cell), sourceRows: 1, targetRows: 1 };
}
const fields = ['amount', 'status'];
const lines = linesOf(
  [row('different', true, true), row('different', false, true), row('onlyInSource', false, false)],
  fields,
);

test('a row has a line for each field that differs, and for every field where it is on one side only', () => {
  assert.deepEqual(
    lines.map(({ field, isFirst }) => [field, isFirst]),
    [
      ['amount', true],
      ['status', false],
      ['status', true],
      ['amount', true],
      ['status', false],
    ],
  );
  assert.deepEqual(
    linesOf([row('onlyInTarget')], []).map(({ field, isFirst }) => [field, isFirst]),
    [['', true]],
  );
});

test('fields are ranked by the rows that differ in them', () => {
  assert.deepEqual(rankedFields(lines), [
    { field: 'status', count: 2 },
    { field: 'amount', count: 1 },
  ]);
});

test('steps go by lines or by rows, and stop at the ends', () => {
  assert.equal(nextLine(lines, -1, 1, 'row'), 0);
  assert.equal(nextLine(lines, 0, 1, 'line'), 1);
  assert.equal(nextLine(lines, 0, 1, 'row'), 2);
  assert.equal(nextLine(lines, 1, -1, 'row'), 0);
  assert.equal(nextLine(lines, 4, 1, 'line'), 4);
  assert.equal(nextLine(lines, 0, -1, 'row'), 0);
});
