import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunDisplay } from './run-display.ts';
import type { Run } from './start-run.ts';

/** A stream that remembers what was written. */
function remembering(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) };
  return { stream: stream as unknown as NodeJS.WriteStream, written };
}

function run(overallStatus: Run['overallStatus'], done: number, fail = 0): Run {
  const counts = { pass: done - fail, fail, error: 0, noResults: 0 };
  return { overallStatus, counts, progress: { done, total: 20, unit: 'tests' } } as Run;
}

const steps = [
  run('pending', 0),
  run('pending', 0),
  run('running', 0),
  run('running', 1),
  run('running', 2),
  run('running', 9, 1),
  run('fail', 20, 1),
];

test('a log gets a line for each tenth and each news, and none for the end, which the outcome tells', () => {
  const { stream, written } = remembering(false);
  const display = createRunDisplay(stream, () => 0);
  for (const step of steps) display.show(step);
  display.clear();
  assert.deepEqual(written, [
    'plumbline run: waiting for an executor\n',
    'plumbline run: 0 of 20 tests\n',
    'plumbline run: 2 of 20 tests\n',
    'plumbline run: 9 of 20 tests, 1 failed\n',
  ]);
});

test('a terminal gets one line that is drawn over, cut to its width, and gone at the end', () => {
  const { stream, written } = remembering(true);
  let now = 0;
  const display = createRunDisplay(stream, () => now);
  for (const step of steps) {
    now += 1000;
    display.show(step);
  }
  display.clear();
  assert.equal(written.at(-1), '\r\u001b[2K');
  const lines = written.slice(0, -1).map((text) => text.replace('\r\u001b[2K', ''));
  assert.equal(lines.length, steps.length);
  assert.match(lines[5] ?? '', /^━{11}╌{13} {2}45% {2}9 of 20 tests, 1 failed {2}0:0/);
  assert.ok(lines.every((line) => line.length < 60 && !line.includes('\n')));
});
