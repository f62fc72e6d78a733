import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { grantOf, type Subscription } from './billing.ts';

const subscription: fc.Arbitrary<Subscription> = fc.record({
  state: fc.constantFrom('pending', 'active', 'grace', 'ended'),
  planKey: fc.option(fc.constantFrom('team', 'scale')),
  periodEndsAt: fc.option(fc.date({ noInvalidDate: true })),
});

test('what counts is the best subscription, in whatever order they are known', () => {
  fc.assert(
    fc.property(fc.array(subscription, { maxLength: 6 }), (all) => {
      const grant = grantOf(all);
      const states = all.map(({ state }) => state);
      const expected = states.includes('active')
        ? 'active'
        : states.includes('grace')
          ? 'grace'
          : states.includes('ended')
            ? 'expired'
            : undefined;
      assert.equal(grant?.state, expected);
      const { state, periodEndsAt } = grant ?? {};
      const { state: reversed, periodEndsAt: end } = grantOf(all.toReversed()) ?? {};
      assert.deepEqual([reversed, end?.getTime()], [state, periodEndsAt?.getTime()]);
    }),
  );
});

test('of two that are active the one that lasts longest counts, and one without an end lasts longest', () => {
  const until = (year: number | null): Subscription => ({
    state: 'active',
    planKey: String(year),
    periodEndsAt: year === null ? null : new Date(Date.UTC(year, 0)),
  });
  assert.equal(grantOf([until(2026), until(2028), until(2027)])?.planKey, '2028');
  assert.equal(grantOf([until(2026), until(null), until(2027)])?.planKey, 'null');
});
