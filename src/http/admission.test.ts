import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/app-error.ts';
import { Admission } from './admission.ts';

function refusedWith(code: string) {
  return (error: unknown) =>
    error instanceof AppError && error.code === code && (error.params.retryAfterSeconds ?? 0) >= 1;
}

test('there are as many places as were said, and one that is given back is free again', async () => {
  const admission = new Admission(2);
  const [first, second] = [await admission.enter(), await admission.enter()];
  await assert.rejects(admission.enter(), refusedWith('service_overloaded'));
  first[Symbol.dispose]();
  const third = await admission.enter();
  await assert.rejects(admission.enter(), refusedWith('service_overloaded'));
  for (const place of [second, third]) place[Symbol.dispose]();
  await admission.enter();
});

test('one directory has half of them at most, whatever the others do', async () => {
  const admission = new Admission(4);
  const held = [await admission.enterAs('a'), await admission.enterAs('a')];
  await assert.rejects(admission.enterAs('a'), refusedWith('rate_limited'));
  await admission.enterAs('b');
  held[0]?.[Symbol.dispose]();
  await admission.enterAs('a');
  await assert.rejects(admission.enterAs('a'), refusedWith('rate_limited'));
});

test('even a single place is one that somebody can have', async () => {
  const admission = new Admission(1);
  await admission.enter();
  await admission.enterAs('a');
});
