import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import { decide } from './decide.ts';

const planned = [{ testId: 'first', functionCode: 'COUNT' }] as const;

async function errorAfter(code: ProblemCode) {
  const [report] = await decide(planned, () => Promise.reject(new AppError(code, { detail: 'Because.' })));
  return report?.error;
}

test('what the engine fails at is the error of each test that needed it', async () => {
  assert.deepEqual(await errorAfter('dataset_unreadable'), {
    code: 'engine_failed',
    detail: 'Because.',
    retryable: false,
  });
});

test('too little memory and an interruption are told apart from bad data', async () => {
  assert.equal((await errorAfter('engine_resources_exhausted'))?.code, 'engine_resources_exhausted');
  const cancelled = await errorAfter('comparison_cancelled');
  assert.deepEqual([cancelled?.code, cancelled?.retryable], ['cancelled', true]);
});

test('a defect is thrown on', async () => {
  await assert.rejects(
    decide(planned, () => Promise.reject(new TypeError('a defect'))),
    TypeError,
  );
});
