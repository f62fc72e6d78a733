import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printLogicalType } from '../../../domain/comparison/logical-type-text.ts';
import { logicalTypeOf } from './logical-type-of.ts';
import { parseNativeType } from './native-type.ts';

const readings: readonly (readonly [string, string])[] = [
  ['BOOLEAN', 'boolean'],
  ['INT', 'long'],
  ['DECIMAL(10,2)', 'decimal(10,2)'],
  ['decimal(38, 0)', 'decimal(38,0)'],
  ['FLOAT', 'double'],
  ['STRING COLLATE UTF8_LCASE', 'string'],
  ['VARCHAR(10)', 'string'],
  ['TIMESTAMP', 'timestamp(6) zoned'],
  ['TIMESTAMP_NTZ', 'timestamp(6) naive'],
  ['ARRAY<MAP<STRING, DECIMAL(5,1)>>', 'list<map<string, decimal(5,1)>>'],
  ["STRUCT<a: INT NOT NULL COMMENT 'x: <y>, z', `b, c`: ARRAY<DATE>>", 'struct<a long, "b, c" list<date>>'],
  ['INTERVAL DAY TO SECOND', 'string'],
  ['GEOGRAPHY(4326)', 'unknown'],
  ['STRUCT<a: GEOMETRY(0)>', 'unknown'],
];

for (const [native, logical] of readings) {
  test(native, () => {
    assert.equal(printLogicalType(logicalTypeOf(parseNativeType(native)).logicalType), logical);
  });
}

test('what is read with a loss, or not at all, says so', () => {
  const codes = (native: string) => logicalTypeOf(parseNativeType(native)).notes.map(({ code }) => code);
  assert.deepEqual(codes('INTERVAL YEAR TO MONTH'), ['type_as_text']);
  assert.deepEqual(codes('ARRAY<GEOMETRY(0)>'), ['type_not_read']);
  assert.deepEqual(codes('BIGINT'), []);
});
