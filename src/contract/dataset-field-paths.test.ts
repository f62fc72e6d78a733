import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreparedField } from '../domain/catalog/prepared-field.ts';
import { datasetFieldPaths } from './dataset-field-paths.ts';

function field(name: string, logicalType: string, children: PreparedField[] | null = null): PreparedField {
  return { name, logicalType, nativeType: logicalType, nullable: true, children, profile: null };
}

test('paths enter groups by a dot and collections by their items, and quote unusual names', () => {
  const fields = [
    field('id', 'long'),
    field('net.total', 'decimal(18,2)'),
    field('address', 'struct<city string>', [field('city', 'string')]),
    field('lines', 'list<struct<sku string>>', [field('sku', 'string')]),
    field('labels', 'map<string, long>', [field('key', 'string'), field('value', 'long')]),
  ];
  assert.deepEqual(
    datasetFieldPaths(fields).map(({ path }) => path),
    [
      'id',
      '"net.total"',
      'address',
      'address.city',
      'lines',
      'lines[].sku',
      'labels',
      'labels[].key',
      'labels[].value',
    ],
  );
});
