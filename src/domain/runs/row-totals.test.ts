import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTotalsOf } from './row-totals.ts';

const most = Number.MAX_SAFE_INTEGER;

test('rows are summed over tests that match rows, and over no others', () => {
  const byRows = { matchedRows: 100, mismatchedRows: 3, missingInSource: 1, missingInTarget: 2 };
  const set = { matchedRows: null, mismatchedRows: null, missingInSource: 40, missingInTarget: 0 };
  const totals = rowTotalsOf([byRows, set, null, { ...byRows, mismatchedRows: null }]);
  assert.deepEqual(totals, { matched: '200', mismatched: '3', missing: '6' });
});

test('a sum keeps every digit beyond what a number holds', () => {
  const huge = { matchedRows: most, mismatchedRows: most, missingInSource: most, missingInTarget: most };
  assert.deepEqual(rowTotalsOf([huge, huge]), {
    matched: '18014398509481982',
    mismatched: '18014398509481982',
    missing: '36028797018963964',
  });
});
