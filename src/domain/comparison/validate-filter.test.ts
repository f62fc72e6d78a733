import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldNode, fieldTree } from './field-tree.ts';
import type { FilterValue } from './filter.ts';
import { readFilterValue } from './filter-value.ts';
import { rootScope } from './observation-scope.ts';
import { typed } from './testing/logical-types.ts';
import { maxFilterDepth, maxFilterParts, validateFilter } from './validate-filter.ts';

const fields: readonly FieldNode[] = [
  fieldTree('id', typed('long'), 'BIGINT', false),
  fieldTree('amount', typed('decimal(6,2)'), 'DECIMAL', true),
  fieldTree('name', typed('string'), 'VARCHAR', true),
  fieldTree('at', typed('timestamp(3) zoned'), 'TIMESTAMPTZ', true),
  fieldTree('flag', typed('boolean'), 'BOOLEAN', true),
  fieldTree('key', typed('uuid'), 'UUID', true),
  fieldTree('doc', typed('json'), 'JSON', true),
  fieldTree('net.total', typed('double'), 'DOUBLE', true),
  fieldTree('lines', typed('list<struct<sku string>>'), 'JSON', true),
];

const validate = (filter: unknown) => validateFilter(filter, fields, rootScope);

function faults(filter: unknown) {
  const read = validate(filter);
  return read.ok ? [] : read.faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

test('a filter of every operator is read to canonical values and frozen', () => {
  const read = validate({
    all: [
      { field: 'id', op: 'eq', value: '007' },
      { field: 'id', op: 'in', value: [1, '9007199254740993'] },
      { field: 'amount', op: 'between', value: [0.5, '1e3'] },
      {
        not: {
          any: [
            { field: 'name', op: 'startsWith', value: 'A' },
            { field: 'name', op: 'contains', value: '' },
          ],
        },
      },
      { field: 'at', op: 'ge', value: '2024-01-31T07:05+01:00' },
      { field: 'flag', op: 'ne', value: true },
      { field: 'doc', op: 'isNull' },
      { field: 'key', op: 'isNotNull', value: null },
      { field: '"net.total"', op: 'lt', value: 'NaN' },
    ],
  });
  assert.deepEqual(read, {
    ok: true,
    value: {
      all: [
        { field: 'id', op: 'eq', value: '7' },
        { field: 'id', op: 'in', value: ['1', '9007199254740993'] },
        { field: 'amount', op: 'between', value: ['0.5', '1000'] },
        {
          not: {
            any: [
              { field: 'name', op: 'startsWith', value: 'A' },
              { field: 'name', op: 'contains', value: '' },
            ],
          },
        },
        { field: 'at', op: 'ge', value: '2024-01-31T06:05:00Z' },
        { field: 'flag', op: 'ne', value: true },
        { field: 'doc', op: 'isNull' },
        { field: 'key', op: 'isNotNull' },
        { field: '"net.total"', op: 'lt', value: 'NaN' },
      ],
    },
  });
  assert.ok(read.ok && 'all' in read.value && Object.isFrozen(read.value.all));
});

test('each fault has its pointer, and all are reported', () => {
  assert.deepEqual(
    faults({
      all: [
        { field: 'nothing', op: 'like', value: 1 },
        { any: [] },
        { field: 'id', op: 'eq', value: '1.5' },
        { field: 'id', op: 'in', value: ['1', 'x', true] },
        { field: 'name', op: 'eq', value: 1 },
        { not: [] },
        { field: 'flag', op: 'lt', value: true },
        { field: 'doc', op: 'eq', value: '{}' },
        { field: 'id', op: 'contains', value: '1' },
        { field: 'id', op: 'between', value: [1] },
        { field: 'id', op: 'isNull', value: 1 },
        { field: 'id', op: 'eq' },
        { field: 'lines[].sku', op: 'eq', value: 'a' },
        { field: 'a[', op: 'eq', value: 'a' },
      ],
    }),
    [
      '/all/0/field field_unknown',
      '/all/0/op op_unknown',
      '/all/1/any filter_shape',
      '/all/2/value value_invalid',
      '/all/3/value/1 value_invalid',
      '/all/3/value/2 value_invalid',
      '/all/4/value value_invalid',
      '/all/5/not filter_shape',
      '/all/6/op op_not_applicable',
      '/all/7/op op_not_applicable',
      '/all/8/op op_not_applicable',
      '/all/9/value value_invalid',
      '/all/10/value value_invalid',
      '/all/11/value value_invalid',
      '/all/12/field field_unknown',
      '/all/13/field field_unknown',
    ],
  );
});

test('anything that is not a filter is refused', () => {
  for (const input of [
    null,
    undefined,
    1,
    'a = 1',
    [],
    {},
    { all: 1 },
    { all: [], any: [] },
    { field: 'id' },
    { sql: '1=1' },
    { field: 'id', op: 'eq', value: 1, extra: 1 },
  ]) {
    assert.equal(validate(input).ok, false, JSON.stringify(input));
  }
});

test('a field inside a collection is filtered where that collection is observed', () => {
  const condition = { field: 'lines[].sku', op: 'eq', value: 'a' };
  assert.ok(validateFilter(condition, fields, { kind: 'collection', collectionPath: 'lines' }).ok);
});

test('depth and size are bounded', () => {
  const condition: unknown = { field: 'id', op: 'isNull' };
  const nested = (depth: number) => {
    let filter = condition;
    for (let level = 1; level < depth; level += 1) filter = { not: filter };
    return filter;
  };
  assert.ok(validate(nested(maxFilterDepth)).ok);
  assert.match(faults(nested(maxFilterDepth + 1))[0] ?? '', /filter_too_large/);
  assert.match(faults(nested(100_000))[0] ?? '', /filter_too_large/);
  const wide = (parts: number) => ({ all: Array.from({ length: parts - 1 }, () => condition) });
  assert.ok(validate(wide(maxFilterParts)).ok);
  assert.deepEqual(faults(wide(maxFilterParts + 1)), [' filter_too_large']);
  assert.equal(validate(wide(1_000_000)).ok, false);
});

test('a value is read in the type of its field, and never rounded to fit', () => {
  const cases: readonly (readonly [string, unknown, FilterValue | undefined])[] = [
    ['long', '9223372036854775807', '9223372036854775807'],
    ['long', '9223372036854775808', undefined],
    ['long', '-9223372036854775808', '-9223372036854775808'],
    ['long', 2 ** 53, undefined],
    ['long', 1.5, undefined],
    ['decimal(2,2)', '0.99', '0.99'],
    ['decimal(2,2)', '1', undefined],
    ['decimal(4,2)', '99.999', undefined],
    ['decimal(4,2)', '99.990', '99.99'],
    ['decimal(4,2)', 0.1, '0.1'],
    ['double', '1e400', undefined],
    ['double', 0.1, '0.1'],
    ['double', '-Infinity', '-Infinity'],
    ['double', Number.NaN, undefined],
    ['boolean', 'true', undefined],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2023-02-29', undefined],
    ['date', '0000-01-01', undefined],
    ['date', '0099-01-01', '0099-01-01'],
    ['time(3)', '07:05', '07:05:00'],
    ['time(3)', '07:05:00.120', '07:05:00.12'],
    ['time(3)', '07:05:00.1234', undefined],
    ['time(3)', '24:00', undefined],
    ['timestamp(6) naive', '2024-01-31', '2024-01-31T00:00:00'],
    ['timestamp(6) naive', '2024-01-31 07:05:00.5', '2024-01-31T07:05:00.5'],
    ['timestamp(6) naive', '2024-01-31T07:05:00Z', undefined],
    ['timestamp(6) zoned', '2024-01-31T07:05:00', undefined],
    ['timestamp(6) zoned', '2024-01-01T00:30:00.25+01:00', '2023-12-31T23:30:00.25Z'],
    ['timestamp(6) zoned', '0001-01-01T00:30:00+01:00', undefined],
    ['timestamp(6) zoned', '2024-01-01T00:30:00+19:00', undefined],
    ['uuid', 'F81D4FAE7DEC11D0A76500A0C91E6BF6', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
    ['uuid', 'f81d4fae', undefined],
    ['binary', '00FF', '00ff'],
    ['binary', '0', undefined],
    ['json', '{}', undefined],
    ['list<long>', '[]', undefined],
  ];
  for (const [type, value, canonical] of cases) {
    const read = readFilterValue(value, typed(type));
    assert.equal(read.ok ? read.value : undefined, canonical, `${type} ${value}`);
  }
});
