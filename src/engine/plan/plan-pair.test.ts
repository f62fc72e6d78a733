import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import {
  type ComparedField,
  exactOptions,
  type FieldOptions,
  type TestSpecification,
  testSpecification,
} from '../../domain/comparison/pair-specification.ts';
import { planPair } from './plan-pair.ts';

const textField = {
  path: fieldPath('name'),
  logicalType: { kind: 'string' },
  nativeType: 'VARCHAR',
  binding: { transform: 'none', format: '' },
} as const;

const named = (id: string, name: string, options: FieldOptions = exactOptions): ComparedField => {
  const field = { ...textField, path: fieldPath(name) };
  return { id, source: field, target: field, comparisonType: { kind: 'text' }, options };
};

const fields = [
  named('key', 'id'),
  named('name', 'name'),
  named('folded', 'name', { ...exactOptions, text: { ...exactOptions.text, caseInsensitive: true } }),
];
const present: Filter = { field: 'name', op: 'isNotNull' };

/** Where the values of a set are compared row by row too, beside an OUTER_VALUE of `name` by `key`. */
function comparedBy(field: string, asked: Partial<TestSpecification> = {}) {
  const dataset = { name: 'd', filterFields: { name: textField } };
  const { setTests, refused } = planPair({
    datasets: { source: dataset, target: dataset },
    fields,
    tests: [
      testSpecification({ id: 'set', functionCode: 'SET_A_IN_B', fields: [field], ...asked }),
      testSpecification({ id: 'rows', functionCode: 'OUTER_VALUE', fields: ['name'], keys: ['key'] }),
    ],
  });
  assert.deepEqual(refused, []);
  return setTests[0]?.comparedBy;
}

test('a set refers to the rows that are compared by the same values: a key, or a column', () => {
  assert.deepEqual(comparedBy('key'), { comparison: 0, column: 0 });
  assert.deepEqual(comparedBy('name'), { comparison: 0, column: 1 });
});

test('a set of values that are read otherwise, of other rows, or to be compared exactly, does not', () => {
  assert.equal(comparedBy('folded'), null);
  assert.equal(comparedBy('name', { filter: { source: present, target: null } }), null);
  assert.equal(comparedBy('name', { verification: 'exact' }), null);
});
