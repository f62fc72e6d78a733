import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/app-error.ts';
import { Admission } from './admission.ts';

function refusedWith(code: string) {
  return (error: unknown) =>
    error instanceof AppError && error.code === code && (error.params.retryAfterSeconds ?? 0) >= 1;
}

test('there are as many places as were said, and one that is given back is free again', () => {
  const admission = new Admission(2);
  const [first, second] = [admission.enter(), admission.enter()];
  assert.throws(() => admission.enter(), refusedWith('service_overloaded'));
  first[Symbol.dispose]();
  const third = admission.enter();
  assert.throws(() => admission.enter(), refusedWith('service_overloaded'));
  for (const place of [second, third]) place[Symbol.dispose]();
  admission.enter();
});

test('one directory has half of them at most, whatever the others do', () => {
  const admission = new Admission(4);
  const held = [admission.enterAs('a'), admission.enterAs('a')];
  assert.throws(() => admission.enterAs('a'), refusedWith('rate_limited'));
  admission.enterAs('b');
  held[0]?.[Symbol.dispose]();
  admission.enterAs('a');
  assert.throws(() => admission.enterAs('a'), refusedWith('rate_limited'));
});

test('even a single place is one that somebody can have', () => {
  const admission = new Admission(1);
  admission.enter();
  admission.enterAs('a');
});
