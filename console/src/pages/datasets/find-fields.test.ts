import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFields } from './find-fields.ts';

interface Field {
  readonly name: string;
  readonly children: readonly Field[] | null;
}

const leaf = (name: string): Field => ({ name, children: null });
const fields: readonly Field[] = [
  leaf('orderId'),
  { name: 'lines', children: [leaf('sku'), { name: 'price', children: [leaf('amount'), leaf('currency')] }] },
];

test('fields are found at any depth, with the way to them', () => {
  assert.deepEqual(findFields(fields, 'AMOUNT'), [
    { name: 'lines', children: [{ name: 'price', children: [leaf('amount')] }] },
  ]);
  assert.deepEqual(findFields(fields, 'order'), [leaf('orderId')]);
  assert.deepEqual(findFields(fields, 'nowhere'), []);
});

test('a container that is found keeps what is inside, and no text finds all', () => {
  assert.deepEqual(findFields(fields, 'price'), [{ name: 'lines', children: [fields[1]?.children?.[1]] }]);
  assert.equal(findFields(fields, '  '), fields);
});
