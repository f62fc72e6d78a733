import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backoffMs } from './backoff.ts';

test('the wait doubles from two seconds up to an hour', () => {
  const longest = (attempt: number) => backoffMs(attempt, 0.999_999_999);
  assert.deepEqual([1, 2, 3, 4].map(longest), [2_000, 4_000, 8_000, 16_000]);
  assert.equal(longest(12), 3_600_000);
});

test('chance moves the wait between half and all of it, whatever the attempt', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, chance) => {
        const least = backoffMs(attempt, 0);
        const wait = backoffMs(attempt, chance);
        assert.ok(wait >= least && wait <= 2 * least, `${wait} of ${least}`);
        assert.ok(wait >= 1_000 && wait <= 3_600_000);
      },
    ),
  );
});
