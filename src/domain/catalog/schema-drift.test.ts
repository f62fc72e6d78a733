import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreparedField } from './prepared-field.ts';
import { schemaDrift } from './schema-drift.ts';

const field = (
  name: string,
  logicalType: string,
  children: PreparedField[] | null = null,
): PreparedField => ({
  name,
  logicalType,
  nativeType: logicalType,
  nullable: true,
  children,
  profile: null,
});

test('fields that came, went and changed are named by their path', () => {
  const before = [
    field('id', 'long'),
    field('address', 'struct', [field('zip', 'long'), field('town', 'string')]),
  ];
  const after = [
    field('id', 'string'),
    field('address', 'struct', [field('zip', 'long'), field('city', 'string')]),
  ];
  assert.deepEqual(schemaDrift(before, after), {
    addedFields: ['address.city'],
    removedFields: ['address.town'],
    changedFields: ['id'],
  });
  assert.deepEqual(schemaDrift(after, after), { addedFields: [], removedFields: [], changedFields: [] });
});

test('a schema that is another altogether is told by its first fields', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => field(`f${index}`, 'long'));
  assert.equal(schemaDrift([], many).addedFields.length, 50);
});
