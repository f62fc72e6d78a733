import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompareProgress } from './compare-pair.ts';
import { wholeProgress } from './progress.ts';

function recorded() {
  const told: CompareProgress[] = [];
  return { told, whole: wholeProgress((progress) => told.push(progress), 'aggregates') };
}

test('parts that follow each other take up where the one before ends', () => {
  const { told, whole } = recorded();
  const [first, second] = whole.split(1, 3);
  first.report(0.5);
  second.as('rows').report(0);
  second.as('rows').report(1);
  assert.deepEqual(told, [
    { stage: 'aggregates', done: 0.125 },
    { stage: 'rows', done: 0.25 },
    { stage: 'rows', done: 1 },
  ]);
});

test('parts side by side add up, whichever is ahead', () => {
  const { told, whole } = recorded();
  const [, rest] = whole.split(1, 1);
  const [first, second] = rest.as('buckets').beside(1, 3);
  second.report(0.5);
  first.report(1);
  const [early, late] = second.split(1, 1);
  early.report(0.5);
  late.report(1);
  assert.deepEqual(
    told.map(({ done }) => done),
    // What a part has told before stands: its quarter does not undo its half.
    [0.6875, 0.8125, 0.8125, 1],
  );
});
