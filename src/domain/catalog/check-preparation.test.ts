import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLogicalType } from '../comparison/logical-type-text.ts';
import { boundOf } from './bound-of.ts';
import { preparationFaults } from './check-preparation.ts';
import type { PreparedField } from './prepared-field.ts';

function field(logicalType: string, details: Partial<PreparedField> = {}): PreparedField {
  const nothing = { nativeType: '', nullable: true, children: null, profile: null };
  return { name: 'f', logicalType, ...nothing, ...details };
}

const profile = { nullCount: 0, distinctCount: null, min: null, max: null };

function codesOf(fields: readonly PreparedField[], rowCount: number | null = 10): string[] {
  return preparationFaults(fields, rowCount, '').map(({ code }) => code);
}

test('fields that can be so have no fault', () => {
  const inside = [field('long', { name: 'a' }), field('string', { name: 'b' })];
  const fields = [
    field('long', { profile: { ...profile, nullCount: 10, min: '-9.9e3', max: '0' } }),
    field('list<struct<a long, b string>>', { name: 'items', children: inside }),
    field('date', { name: 'd', profile: { ...profile, min: '1999-01', max: '12026-12' } }),
    field('time(3)', { name: 't', profile: { ...profile, min: '00', max: '23' } }),
  ];
  assert.deepEqual(codesOf(fields), []);
});

test('each fault is told where it is', () => {
  const faulty = field('struct<a long>', {
    children: [field('long', { name: 'a' }), field('int', { name: 'a' })],
  });
  assert.deepEqual(
    preparationFaults([faulty], 10, '/fields').map(({ pointer, code }) => [pointer, code]),
    [
      ['/fields/0/children/1/name', 'name_repeated'],
      ['/fields/0/children/1/logicalType', 'type_unreadable'],
    ],
  );
  const counts = { nullCount: 11, distinctCount: { value: 11, exact: true }, min: null, max: null };
  assert.deepEqual(codesOf([field('long', { profile: counts })]), ['count_too_large', 'count_too_large']);
  const estimate = { ...profile, distinctCount: { value: 11, exact: false } };
  assert.deepEqual(codesOf([field('long', { profile: estimate })]), []);
});

const types = ['long', 'decimal(38,10)', 'double', 'date', 'timestamp(6) zoned', 'time(6)'];

test('every bound that is made is taken', () => {
  const values = fc.oneof(
    fc.bigInt().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom('0', '-0.001', '99.9', '-995', '23:59:59.999999'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), values, (logicalType, value) => {
      const type = parseLogicalType(logicalType);
      assert.ok(type.ok);
      const [min, max] = [boundOf(type.value, value, 'least'), boundOf(type.value, value, 'greatest')];
      assert.deepEqual(codesOf([field(logicalType, { profile: { ...profile, min, max } })]), []);
    }),
  );
});

test('no text can pass as a bound, of whatever type', () => {
  const words = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => /\p{L}{2}/u.test(text));
  const every = fc.constantFrom(...types, 'string', 'json', 'uuid', 'binary', 'boolean', 'list<long>');
  fc.assert(
    fc.property(every, words, (logicalType, min) => {
      const codes = codesOf([field(logicalType, { profile: { ...profile, min } })]);
      assert.deepEqual(codes, ['bound_not_rounded']);
    }),
  );
  for (const max of ['123', '1.23e2', '10e2', '2026-03-01', '08:30']) {
    for (const logicalType of types) {
      assert.deepEqual(codesOf([field(logicalType, { profile: { ...profile, max } })]), [
        'bound_not_rounded',
      ]);
    }
  }
});
