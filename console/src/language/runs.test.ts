import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remainingTime, runDuration, runSentence } from './runs.ts';

const none = { pass: 0, fail: 0, error: 0, noResults: 0 };

test('a Run is told in a sentence', () => {
  const sentence = (
    overallStatus: Parameters<typeof runSentence>[0]['overallStatus'],
    counts = {},
    testCount = 12,
  ) => runSentence({ overallStatus, testCount, counts: { ...none, ...counts }, cancelledAt: null });
  assert.equal(sentence('pass', { pass: 12 }), 'All 12 tests pass: both sides agree.');
  assert.equal(sentence('pass', { pass: 1 }, 1), 'The test passes: both sides agree.');
  assert.equal(sentence('fail', { pass: 11, fail: 1 }), 'Of 12 tests, 1 test found differences.');
  assert.equal(
    sentence('error', { fail: 2, error: 3 }),
    'Of 12 tests, 2 tests found differences, and 3 tests could not be decided.',
  );
  assert.equal(sentence('running'), '12 tests, no difference so far.');
});

test('the rest of a Run is estimated by its pace, and by nothing before there is one', () => {
  const now = new Date('2026-03-01T12:01:00Z');
  const run = (done: number) => ({
    startedAt: '2026-03-01T12:00:00Z',
    progress: { done, total: 4, unit: 'tests' as const },
  });
  assert.equal(remainingTime(run(3), now), 20_000);
  assert.equal(remainingTime(run(0), now), null);
  assert.equal(runDuration({ startedAt: '2026-03-01T12:00:00Z', finishedAt: null }, now), 60_000);
  assert.equal(runDuration({ startedAt: null, finishedAt: null }, now), null);
});
