import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldPath, itemsStep } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import {
  exactOptions,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../domain/comparison/pair-specification.ts';
import { needOf } from './needed-fields.ts';

const field = (id: string, ...names: string[]) => {
  const side = {
    path: fieldPath(...names),
    logicalType: { kind: 'long' },
    nativeType: 'BIGINT',
    binding: { transform: 'none', format: '' },
  } as const;
  const target = { ...side, path: fieldPath(`${names[0]}2`, ...names.slice(1)) };
  return { id, source: side, target, comparisonType: { kind: 'text' }, options: exactOptions } as const;
};

function specify(...tests: readonly Partial<TestSpecification>[]): PairSpecification {
  const filterFields = {
    region: { path: fieldPath('region'), logicalType: { kind: 'string' }, nativeType: 'VARCHAR' },
  } as const;
  return {
    datasets: { source: { name: 's', filterFields }, target: { name: 't', filterFields: {} } },
    fields: [field('f1', 'amount'), field('f2', 'address', 'city'), field('f3', 'unused')],
    tests: tests.map((test, index) =>
      testSpecification({ id: `t${index}`, functionCode: 'VALUE', fields: [], ...test }),
    ),
  };
}

const isNorth: Filter = { field: 'region', op: 'eq', value: 'north' };
const isSouth: Filter = { not: { all: [{ field: 'region', op: 'in', value: ['north'] }] } };
const onSource = (filter: Filter | null) => ({ source: filter, target: null });

test('only what tests look at is needed: fields by their top name, keys, and the collection of a scope', () => {
  const specification = specify(
    { fields: ['f1'], keys: ['f2'] },
    { functionCode: 'COUNT', scope: { source: [...fieldPath('lines'), itemsStep], target: [] } },
  );
  assert.deepEqual(needOf(specification, ['source']).fields, ['amount', 'address', 'lines']);
  assert.deepEqual(needOf(specification, ['target']).fields, ['amount2', 'address2']);
});

test('a dataset on both sides is needed for both', () => {
  const { fields } = needOf(specify({ fields: ['f1'] }), ['source', 'target']);
  assert.deepEqual(fields, ['amount', 'amount2']);
});

test('a filter that all tests share is all that is needed of the rows', () => {
  const { filter, sameFilter, filterFields } = needOf(
    specify({ fields: ['f1'], filter: onSource(isNorth) }, { fields: ['f2'], filter: onSource(isNorth) }),
    ['source'],
  );
  assert.deepEqual([filter, sameFilter, filterFields], [isNorth, true, ['region']]);
});

test('of different filters, rows that pass any are needed, and each test still filters its own', () => {
  const { filter, sameFilter } = needOf(
    specify({ fields: ['f1'], filter: onSource(isNorth) }, { fields: ['f1'], filter: onSource(isSouth) }),
    ['source'],
  );
  assert.deepEqual([filter, sameFilter], [{ any: [isNorth, isSouth] }, false]);
});

test('a test without a filter needs every row', () => {
  const { filter, sameFilter } = needOf(
    specify({ fields: ['f1'], filter: onSource(isNorth) }, { fields: ['f1'] }),
    ['source'],
  );
  assert.deepEqual([filter, sameFilter], [null, false]);
});
