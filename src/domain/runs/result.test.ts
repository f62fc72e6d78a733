import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestReport } from '../comparison/pair-report.ts';
import { keptReport } from './result.ts';

const side = { value: 'canary', rows: 1 };
const report: TestReport = {
  testId: 'a',
  functionCode: 'SUM',
  status: 'pass',
  source: side,
  target: side,
  valueIsFromRow: false,
  matchedRows: null,
  mismatchedRows: null,
  missingInSource: null,
  missingInTarget: null,
  duplicateKeys: null,
  unconvertible: { source: 0, target: 0 },
  evidence: { state: 'none', file: null, rows: 0, capped: false },
  diagnostics: [],
  error: null,
};

test('a value of a row is not kept, whatever the executor says that it is', () => {
  assert.deepEqual(keptReport(report).source, side);
  for (const functionCode of ['MIN', 'MAX'] as const) {
    const { source, target } = keptReport({ ...report, functionCode });
    assert.deepEqual([source.value, target.value], [null, null]);
  }
  assert.equal(keptReport({ ...report, valueIsFromRow: true }).source.value, null);
});
