import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEntitled, type Entitlement, entitlementAt } from './entitlement.ts';

const base: Entitlement = {
  state: 'trial',
  trialStartedAt: new Date('2026-01-01T00:00:00Z'),
  trialEndsAt: new Date('2026-01-15T00:00:00Z'),
  planKey: null,
  periodEndsAt: null,
};
const active: Entitlement = {
  ...base,
  state: 'active',
  planKey: 'team',
  periodEndsAt: new Date('2026-03-01T00:00:00Z'),
};

test('a trial lasts up to its end and not a millisecond longer', () => {
  assert.equal(entitlementAt(base, new Date('2026-01-14T23:59:59.999Z')), 'trial');
  assert.equal(entitlementAt(base, new Date('2026-01-15T00:00:00.000Z')), 'expired');
});

test('a subscription passes through a grace of seven days', () => {
  assert.equal(entitlementAt(active, new Date('2026-02-28T00:00:00Z')), 'active');
  assert.equal(entitlementAt(active, new Date('2026-03-01T00:00:00Z')), 'grace');
  assert.equal(entitlementAt(active, new Date('2026-03-07T23:59:59Z')), 'grace');
  assert.equal(entitlementAt(active, new Date('2026-03-08T00:00:00Z')), 'expired');
});

test('a subscription without a period does not end by itself, and an expired one does not come back', () => {
  assert.equal(entitlementAt({ ...active, periodEndsAt: null }, new Date('2036-01-01T00:00:00Z')), 'active');
  assert.equal(entitlementAt({ ...active, state: 'expired' }, new Date('2026-02-01T00:00:00Z')), 'expired');
});

test('only an expired entitlement refuses a mutation', () => {
  const during = new Date('2026-01-02T00:00:00Z');
  const after = new Date('2026-02-02T00:00:00Z');
  assert.doesNotThrow(() => assertEntitled(base, during));
  assert.throws(() => assertEntitled(base, after), { code: 'entitlement_expired', status: 402 });
});
