import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocatedField } from '../../../../src/contract/dataset-field-paths.ts';
import { mapFields, type Suggestion } from './field-mapping.ts';

function located(...paths: readonly string[]): LocatedField[] {
  return paths.map((path) => ({
    path,
    field: {
      name: path,
      logicalType: 'string',
      nativeType: 'VARCHAR',
      nullable: true,
      children: null,
      profile: null,
    },
  }));
}

function suggestion(part: Partial<Suggestion>): Suggestion {
  return {
    surface: 'valueField',
    functionCode: 'VALUE',
    sourceField: 'id',
    targetField: 'id',
    status: 'resolved',
    choiceIds: [],
    reason: 'same name',
    test: null,
    ...part,
  };
}

test('suggestions become one match per field, and what nobody suggested is unpaired', () => {
  const mapping = mapFields(located('id', 'name', 'gone'), located('id', 'name', 'added'), [
    suggestion({ surface: 'joinKey', functionCode: null, reason: 'unique' }),
    suggestion({ functionCode: 'COUNT_DISTINCT', reason: 'few values' }),
    suggestion({ sourceField: 'name', targetField: 'name', status: 'selectionRequired', reason: 'choose' }),
  ]);
  assert.deepEqual(
    mapping.matches.map(({ source, status, isKey, reason }) => [source.path, status, isKey, reason]),
    [
      ['id', 'resolved', true, 'few values'],
      ['name', 'selectionRequired', false, 'choose'],
    ],
  );
  assert.deepEqual(
    [mapping.onlySource, mapping.onlyTarget].map((fields) => fields.map(({ path }) => path)),
    [['gone'], ['added']],
  );
});
