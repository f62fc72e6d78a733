import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundText } from './bounds.ts';

test('rounded bounds are written out while they are readable', () => {
  assert.equal(boundText('9.2e3'), '9,200');
  assert.equal(boundText('-3.4e-3'), '-0.0034');
  assert.equal(boundText('1e30'), '1e30');
  assert.equal(boundText('2026-03'), '2026-03');
});
