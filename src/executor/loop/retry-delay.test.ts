import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayMs } from './retry-delay.ts';

test('each pause is twice the one before, up to a limit, and by chance down to half of it', () => {
  assert.deepEqual(
    [1, 2, 3, 7, 100].map((failures) => retryDelayMs(failures, 0.999_999)),
    [250, 500, 1000, 15_000, 15_000],
  );
  assert.deepEqual([retryDelayMs(1, 0), retryDelayMs(100, 0)], [125, 7_500]);
});
