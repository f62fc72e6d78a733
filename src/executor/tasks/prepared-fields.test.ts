import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldNode, fieldTree } from '../../domain/comparison/field-tree.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { preparationNotes, preparedFields } from './prepared-fields.ts';

function field(name: string, logicalType: LogicalType = { kind: 'long' }): FieldNode {
  return { name, logicalType, nativeType: 'BIGINT', nullable: true };
}

function nested(depth: number): LogicalType {
  return depth === 1
    ? { kind: 'long' }
    : { kind: 'struct', fields: [{ name: 'inner', type: nested(depth - 1) }] };
}

test('what the service can hold passes, to the last field and level', () => {
  const widest = Array.from({ length: 5000 }, (_, index) => field(`c${index}`));
  assert.equal(preparedFields(widest, new Map()).length, 5000);
  assert.equal(preparedFields([field('deep', nested(32))], new Map()).length, 1);
});

test('what it cannot is refused with what the limit is', () => {
  const columns = Array.from({ length: 2500 }, (_, index) => field(`c${index}`));
  const struct = fieldTree(
    's',
    { kind: 'struct', fields: columns.map(({ name }) => ({ name, type: { kind: 'long' } })) },
    'STRUCT',
    true,
  );
  const refused: readonly [readonly FieldNode[], RegExp][] = [
    [[...columns, struct], /5001 fields, and 5000/],
    [[field('deep', nested(33))], /more than 32 deep/],
    [[field('n'.repeat(1025))], /longer than 1024/],
    [[{ ...field('t'), nativeType: 'x'.repeat(100_001) }], /type of "t" is longer than 100000/],
  ];
  for (const [fields, message] of refused) {
    assert.throws(() => preparedFields(fields, new Map()), { code: 'dataset_too_wide', message });
  }
});

test('entries of a map show as its fields, and bounds stand in for values', () => {
  const map = field('m', { kind: 'map', key: { kind: 'string' }, value: { kind: 'long' } });
  const amount = field('amount');
  const seen = { nulls: 2, distinct: { count: 9, exact: false }, min: '-1234', max: '98765' };
  const [entries, number] = preparedFields([map, amount], new Map([[amount, seen]]));
  assert.deepEqual(
    entries?.children?.map(({ name, logicalType }) => [name, logicalType]),
    [
      ['key', 'string'],
      ['value', 'long'],
    ],
  );
  assert.deepEqual(number?.profile, {
    nullCount: 2,
    distinctCount: { value: 9, exact: false },
    min: '-1.3e3',
    max: '9.9e4',
  });
});

test('notes are cut to what the protocol takes', () => {
  const long = preparationNotes([{ code: 'files_ignored', detail: '𝒳'.repeat(3000) }]);
  assert.equal([...(long[0]?.detail ?? '')].length, 2000);
  const many = preparationNotes(Array.from({ length: 150 }, () => ({ code: 'x', detail: '' })));
  assert.equal(many.length, 100);
  assert.deepEqual(many.at(-1), { code: 'notes_left_out', detail: '51 more notes were left out.' });
});
