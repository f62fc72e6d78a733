import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameLikeness } from './name-likeness.ts';
import type { PreparedField } from './prepared-field.ts';
import { schemaHashOf } from './schema-hash.ts';
import { suggestPairs } from './suggest-pairs.ts';
import { suggestTests } from './suggest-tests.ts';

function field(name: string, logicalType: string, details: Partial<PreparedField> = {}): PreparedField {
  const nothing = { nativeType: logicalType, nullable: true, children: null, profile: null };
  return { name, logicalType, ...nothing, ...details };
}

function profile(nullCount: number, distinct: number, exact = true) {
  return { nullCount, distinctCount: { value: distinct, exact }, min: null, max: null };
}

test('names are alike whatever their case and separators, both ways round, within 0 and 1', () => {
  assert.equal(nameLikeness('Sales Orders', 'sales_orders'), 1);
  assert.ok(nameLikeness('orders', 'orders_2026') > nameLikeness('orders', 'weather'));
  assert.equal(nameLikeness('', ''), 0);
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const likeness = nameLikeness(a, b);
      assert.ok(likeness >= 0 && likeness <= 1);
      assert.equal(likeness, nameLikeness(b, a));
    }),
  );
});

test('pairs are suggested by name and fields, the surest first, the older as the source', () => {
  const fields = [field('id', 'long'), field('amount', 'decimal(18,2)'), field('note', 'string')];
  const datasets = [
    { datasetUuid: 'c', name: 'orders', fields },
    { datasetUuid: 'a', name: 'orders', fields },
    { datasetUuid: 'b', name: 'orders_copy', fields: fields.slice(0, 2) },
    { datasetUuid: 'd', name: 'weather', fields: [field('celsius', 'double')] },
  ];
  const suggested = suggestPairs(datasets, () => false);
  const sides = suggested.map((each) => `${each.sourceDatasetUuid}${each.targetDatasetUuid}`);
  assert.deepEqual(sides, ['ac', 'ab', 'bc']);
  assert.equal(suggested[0]?.score, 1);
  assert.deepEqual(
    suggestPairs(datasets, (a, b) => a === 'a' && b === 'c').map((each) => each.sourceDatasetUuid),
    ['a', 'b'],
  );
  assert.deepEqual(
    suggestPairs(datasets, () => false, 'b').map((each) => each.score > 0),
    [true, true],
  );
  assert.deepEqual(
    suggestPairs(datasets, () => false, 'd'),
    [],
  );
});

test('tests are suggested by key, type and profile, each with its reason', () => {
  const source = {
    rowCount: 1000,
    zone: null,
    fields: [
      field('id', 'long', { profile: profile(0, 1000) }),
      field('amount', 'string', { profile: profile(3, 700) }),
      field('lines', 'list<struct<sku string, quantity long>>', {
        children: [field('sku', 'string'), field('quantity', 'long')],
      }),
    ],
  };
  const target = {
    rowCount: 990,
    zone: null,
    fields: [
      field('ID', 'long', { profile: profile(0, 980, false) }),
      field('amount', 'decimal(9,2)', { profile: profile(0, 700) }),
      ...source.fields.slice(2),
    ],
  };
  const suggested = suggestTests({ source, target });
  assert.deepEqual(
    suggested.map((each) => [each.surface, each.functionCode, each.sourceField, each.status]),
    [
      ['joinKey', null, 'id', 'resolved'],
      ['valueField', 'COUNT', 'id', 'resolved'],
      ['valueField', 'VALUE', 'amount', 'selectionRequired'],
      ['valueField', 'COUNT', 'amount', 'resolved'],
      ['valueField', 'COUNT_DISTINCT', 'lines[].sku', 'resolved'],
      ['valueField', 'SUM', 'lines[].quantity', 'resolved'],
    ],
  );
  assert.deepEqual(suggested[2]?.choiceIds.toSorted(), ['asPeerNumeric', 'asText']);
  assert.match(suggested[3]?.reason ?? '', /3 values are NULL in the source and 0 in the target/);
  assert.match(suggested[1]?.reason ?? '', /1000 rows and the target 990/);
  const named = (name: string) => [{ sourceField: name, targetField: name }];
  assert.deepEqual(
    suggested.map((each) => each.test),
    [
      null,
      { functionCode: 'COUNT', fields: [], keys: [] },
      { functionCode: 'VALUE', fields: named('amount'), keys: [{ sourceField: 'id', targetField: 'ID' }] },
      { functionCode: 'COUNT', fields: named('amount'), keys: [] },
      { functionCode: 'COUNT_DISTINCT', fields: named('lines[].sku'), keys: [] },
      { functionCode: 'SUM', fields: named('lines[].quantity'), keys: [] },
    ],
  );
});

test('without a key, what says most about all the values is suggested', () => {
  const fields = [
    field('amount', 'double', { profile: profile(0, 900) }),
    field('placed', 'date', { profile: profile(0, 300) }),
    field('status', 'string', { profile: profile(0, 5) }),
    field('note', 'string', { profile: profile(0, 900) }),
  ];
  const side = { rowCount: 1000, zone: null, fields };
  assert.deepEqual(
    suggestTests({ source: side, target: side }).map((each) => [each.functionCode, each.sourceField]),
    [
      ['COUNT', 'amount'],
      ['SUM', 'amount'],
      ['MIN', 'placed'],
      ['MAX', 'placed'],
      ['SET_A_EQUALS_B', 'status'],
      ['COUNT_DISTINCT', 'note'],
    ],
  );
  assert.deepEqual(suggestTests({ source: side, target: { ...side, fields: [] } }), []);
});

test('the hash of a schema tells its shape, not its values', () => {
  const base = field('a', 'struct<b long>', { children: [field('b', 'long')] });
  const hash = schemaHashOf([base]);
  assert.equal(schemaHashOf([{ ...base, profile: profile(1, 2) }]), hash);
  const others: PreparedField[][] = [
    [],
    [{ ...base, name: 'A' }],
    [{ ...base, nullable: false }],
    [{ ...base, nativeType: 'ROW' }],
    [{ ...base, children: [field('b', 'string')] }],
    [base, base],
  ];
  for (const fields of others) assert.notEqual(schemaHashOf(fields), hash);
});
