import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceCount, type Result, resultSentence, valueText } from './results.ts';

function result(part: Partial<Result>): Result {
  return {
    resultUuid: 'r',
    runUuid: 'r',
    validationTestUuid: 't',
    datasetPairUuid: 'p',
    datasetPairName: 'a → b',
    name: 'test',
    functionCode: 'VALUE',
    fields: [],
    keys: [],
    status: 'fail',
    source: { value: null, rows: 10 },
    target: { value: null, rows: 10 },
    matchedRows: 9_999_966,
    mismatchedRows: 0,
    missingInSource: 0,
    missingInTarget: 0,
    duplicateKeys: null,
    unconvertible: null,
    evidence: { state: 'none', rows: 0, capped: false },
    diagnostics: [],
    error: null,
    retryable: false,
    engine: null,
    startedAt: null,
    finishedAt: null,
    ...part,
  };
}

test('differing rows are told with what they are of', () => {
  assert.equal(resultSentence(result({ mismatchedRows: 99 })), '99 of 9,999,966 matched rows differ.');
  assert.equal(
    resultSentence(
      result({ missingInTarget: 1, missingInSource: 40, duplicateKeys: { source: 12, target: 0 } }),
    ),
    'All 9,999,966 matched rows agree, 1 row only in the source, 40 rows only in the target, 12 keys more than once in the source.',
  );
  assert.equal(resultSentence(result({ status: 'pass' })), 'All 9,999,966 matched rows agree.');
});

test('aggregates are told with both values, and without them where they are values of rows', () => {
  const sum = result({
    functionCode: 'SUM',
    source: { value: '1204.10', rows: 1 },
    target: { value: '1204.15', rows: 1 },
  });
  assert.equal(resultSentence(sum), 'The sum is 1,204.10 in the source and 1,204.15 in the target.');
  assert.equal(resultSentence(result({ functionCode: 'MIN' })), 'The minimum differs.');
});

test('what could not be decided says why', () => {
  const error = { code: 'engine_failed', detail: 'The file cannot be read.' };
  assert.equal(resultSentence(result({ status: 'error', error })), 'The file cannot be read.');
  assert.equal(resultSentence(result({ status: null })), 'Not finished yet.');
});

test('numbers are grouped, other values stay as they are', () => {
  assert.equal(valueText('-1234567.50'), '-1,234,567.50');
  assert.equal(valueText('1234'), '1,234');
  assert.equal(valueText('2026-03-01'), '2026-03-01');
  assert.equal(differenceCount(result({ mismatchedRows: 2, missingInSource: 3, missingInTarget: null })), 5);
});
