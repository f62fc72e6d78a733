import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatasetColumn } from '../../connectors/files/file-dataset.ts';
import type { PreparedField } from '../../domain/catalog/prepared-field.ts';
import { typed } from '../../domain/comparison/testing/logical-types.ts';
import { readAsPrepared } from './read-as-prepared.ts';

function prepared(name: string, logicalType: string, nativeType: string): PreparedField {
  return { name, logicalType, nativeType, nullable: false, children: null, profile: null };
}

function column(
  name: string,
  type: string,
  nativeType: string,
  details: Partial<DatasetColumn> = {},
): DatasetColumn {
  return {
    name,
    column: name,
    logicalType: typed(type),
    nativeType,
    nullable: true,
    allNull: false,
    ...details,
  };
}

function read(
  now: readonly DatasetColumn[],
  before: readonly PreparedField[],
  only = before.map(({ name }) => name),
) {
  return readAsPrepared(
    { relation: { from: 'files' }, columns: now },
    { name: 'Orders', fields: before },
    only,
  );
}

test('fields that are as they were are read as they are, under the name of their column', () => {
  const { relation, columns } = read(
    [column('ID', 'long', 'BIGINT', { column: 'ID~2' }), column('new', 'string', 'VARCHAR')],
    [prepared('ID', 'long', 'BIGINT'), prepared('gone', 'string', 'VARCHAR')],
    ['ID'],
  );
  assert.equal(relation.from, 'files');
  assert.deepEqual(
    columns.map(({ name, column: place }) => [name, place]),
    [['ID', 'ID~2']],
  );
});

test('fewer digits and no value at all are read in the type that was prepared', () => {
  const { relation, columns } = read(
    [
      column('amount', 'decimal(3,1)', 'DECIMAL(3,1)'),
      column('note', 'string', 'VARCHAR', { allNull: true }),
    ],
    [prepared('amount', 'decimal(8,2)', 'DECIMAL(8,2)'), prepared('note', 'date', 'DATE')],
  );
  assert.equal(
    relation.from,
    '(SELECT * REPLACE (CAST("amount" AS DECIMAL(8,2)) AS "amount", CAST("note" AS DATE) AS "note") FROM files)',
  );
  assert.deepEqual(
    columns.map(({ nativeType }) => nativeType),
    ['DECIMAL(8,2)', 'DATE'],
  );
});

test('what has no place in the prepared type, or is gone, is a change that the message names', () => {
  const before = [prepared('amount', 'decimal(4,2)', 'DECIMAL(4,2)')];
  const cases: readonly [readonly DatasetColumn[], RegExp][] = [
    [[], /"amount" of "Orders" is gone/],
    [[column('amount', 'decimal(5,3)', 'DECIMAL(5,3)')], /was decimal\(4,2\) and is decimal\(5,3\) now/],
    [[column('amount', 'decimal(5,2)', 'DECIMAL(5,2)')], /is decimal\(5,2\) now/],
    [[column('amount', 'string', 'VARCHAR')], /is string now/],
  ];
  for (const [now, message] of cases) {
    assert.throws(
      () => read(now, before),
      (error: { code?: string; message: string }) => {
        assert.equal(error.code, 'dataset_schema_changed');
        assert.match(error.message, message);
        return true;
      },
    );
  }
});
