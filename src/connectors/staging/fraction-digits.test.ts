import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { fractionDigits } from './fraction-digits.ts';

test('the digits of a second are found wherever they are inside a value', () => {
  const fine: LogicalType = { kind: 'timestamp', precision: 9, zoned: false };
  const plain: LogicalType = { kind: 'string' };
  assert.equal(fractionDigits(plain), 0);
  assert.equal(fractionDigits({ kind: 'time', precision: 3 }), 3);
  assert.equal(fractionDigits({ kind: 'list', element: fine }), 9);
  assert.equal(fractionDigits({ kind: 'map', key: plain, value: fine }), 9);
  assert.equal(fractionDigits({ kind: 'struct', fields: [] }), 0);
  assert.equal(fractionDigits({ kind: 'struct', fields: [{ name: 'at', type: fine }] }), 9);
});
