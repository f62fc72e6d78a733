import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import { logicalTypeOf, nativeTypeText } from './logical-type-of.ts';
import { parseNativeType } from './native-type.ts';

const types: Readonly<Record<string, string>> = {
  BIGINT: 'long',
  UBIGINT: 'decimal(20,0)',
  'DECIMAL(12,2)': 'decimal(12,2)',
  'TIMESTAMP WITH TIME ZONE': 'timestamp(6) zoned',
  'TIME WITH TIME ZONE': 'unknown',
  "ENUM('a', 'b)(', 'c''d')": 'string',
  'INTEGER[]': 'list<long>',
  'INTEGER[3]': 'list<long>',
  'VARCHAR[][]': 'list<list<string>>',
  'MAP(VARCHAR, DECIMAL(4,1)[])': 'map<string, list<decimal(4,1)>>',
  'STRUCT(a BIGINT, "b c" VARCHAR[], "say ""hi""" STRUCT(x DATE))[]':
    'list<struct<a long, "b c" list<string>, "say ""hi""" struct<x date>>>',
  'UNION(a INTEGER, b VARCHAR)': 'unknown',
  INTERVAL: 'unknown',
};

for (const [text, logical] of Object.entries(types)) {
  test(`${text} is ${logical}`, () =>
    assert.equal(printLogicalType(logicalTypeOf(parseNativeType(text))), logical));
}

test('a type is printed as it can be read again', () => {
  for (const text of Object.keys(types).filter((type) => !/ENUM|UNION|\[3\]/.test(type))) {
    assert.deepEqual(parseNativeType(nativeTypeText(parseNativeType(text))), parseNativeType(text));
  }
});
