import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/app-error.ts';
import { failedOutcome } from './failed-outcome.ts';

test('an error that is meant to be seen keeps its code and detail, within the bounds of the protocol', () => {
  const outcome = failedOutcome(new AppError('dataset_unreadable', { detail: '𝒳'.repeat(2001) }));
  assert.ok(outcome.status === 'failed');
  assert.equal(outcome.problem.code, 'dataset_unreadable');
  assert.equal([...outcome.problem.detail].length, 2000);
  assert.equal(outcome.retryable, false);
});

test('a defect shows nothing of its message', () => {
  const outcome = failedOutcome(new Error("Could not convert 'canary'"));
  assert.ok(outcome.status === 'failed');
  assert.equal(outcome.problem.code, 'internal_error');
  assert.doesNotMatch(outcome.problem.detail, /canary/);
});
