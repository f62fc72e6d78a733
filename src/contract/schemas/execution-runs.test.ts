import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import { fieldPath, itemsStep } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import {
  exactOptions,
  type PairSpecification,
  testSpecification,
} from '../../domain/comparison/pair-specification.ts';
import { representativeTypes } from '../../domain/comparison/testing/logical-types.ts';
import { describeApi } from '../openapi/document.ts';
import { V1PairSpecification } from './execution-runs.ts';

const specifications = Compile(V1PairSpecification);

function specificationWith(part: {
  readonly logicalType?: LogicalType;
  readonly comparisonType?: ComparisonType;
  readonly filter?: Filter;
}): PairSpecification {
  const { logicalType = { kind: 'long' }, comparisonType = { kind: 'text' }, filter = null } = part;
  const path = [...fieldPath('orders'), itemsStep, ...fieldPath('id')];
  const field = { path, logicalType, nativeType: 'BIGINT' };
  const bound = { ...field, binding: { transform: 'none', format: '' } } as const;
  const descriptor = { name: 'orders', filterFields: { id: field }, maps: [fieldPath('tags')] };
  return {
    datasets: { source: descriptor, target: { ...descriptor, filterFields: {} } },
    fields: [{ id: 'f1', source: bound, target: bound, comparisonType, options: exactOptions }],
    tests: [
      testSpecification({
        id: 't1',
        functionCode: 'VALUE',
        fields: ['f1'],
        tolerance: { kind: 'duration', nanoseconds: '1' },
        filter: { source: filter, target: null },
      }),
    ],
  };
}

test('a specification of every logical type fits, however deep it nests', () => {
  for (const logicalType of representativeTypes) {
    const nested: LogicalType = {
      kind: 'map',
      key: { kind: 'string' },
      value: { kind: 'list', element: logicalType },
    };
    assert.ok(specifications.Check(specificationWith({ logicalType })), logicalType.kind);
    assert.ok(specifications.Check(specificationWith({ logicalType: nested })), logicalType.kind);
  }
});

test('a specification of every comparison type fits', () => {
  const exact: ComparisonType = { kind: 'exactNumeric', precision: 38, scale: 2, carrier: 'decimal' };
  const instant: ComparisonType = {
    kind: 'timestamp',
    precision: 6,
    clock: 'wall',
    zone: 'Europe/Berlin',
    sourceZone: null,
    targetZone: 'UTC',
  };
  const types: readonly ComparisonType[] = [
    exact,
    instant,
    { kind: 'presence' },
    { kind: 'time', precision: 3 },
    { kind: 'perSide', source: exact, target: instant },
    { kind: 'struct', fields: [{ name: 'a', type: { kind: 'list', element: exact } }] },
    { kind: 'map', key: { kind: 'text' }, value: instant },
  ];
  for (const comparisonType of types) {
    assert.ok(specifications.Check(specificationWith({ comparisonType })), comparisonType.kind);
  }
});

test('filters of every operator fit, inside each other', () => {
  const filter: Filter = {
    all: [
      { any: [{ field: 'id', op: 'eq', value: '1' }, { not: { field: 'id', op: 'isNull' } }] },
      { field: 'id', op: 'in', value: ['1', '2'] },
      { field: 'id', op: 'between', value: ['1', '2'] },
      { field: 'id', op: 'contains', value: '%' },
    ],
  };
  assert.ok(specifications.Check(specificationWith({ filter })));
});

test('what does not belong anywhere inside is refused', () => {
  const odd = { kind: 'list', element: { kind: 'varchar' } } as unknown as LogicalType;
  assert.equal(specifications.Check(specificationWith({ logicalType: odd })), false);
  const sql = { all: [{ not: { sql: 'true' } }] } as unknown as Filter;
  assert.equal(specifications.Check(specificationWith({ filter: sql })), false);
  const loose = { kind: 'map', key: { kind: 'text' } } as unknown as ComparisonType;
  assert.equal(specifications.Check(specificationWith({ comparisonType: loose })), false);
});

test('the API description shows a schema that holds itself as one component', () => {
  const text = JSON.stringify(describeApi({ publicUrl: 'http://plumbline.test', version: '1' }));
  assert.equal(text.includes('$defs') || text.includes('$id'), false);
  assert.ok(text.includes('"element":{"$ref":"#/components/schemas/V1LogicalType"}'));
});
