import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf, lastRecordEnd } from './text-records.ts';

const fields: readonly (readonly [value: string | null, field: string])[] = [
  [null, '\\N'],
  ['', ''],
  ['\\N', '\\\\N'],
  ['a\tb\nc\rd', 'a\\tb\\nc\\rd'],
  ['\\', '\\\\'],
  ['\\n', '\\\\n'],
  ['\b\f\v\0', '\\b\\f\\v\\0'],
  ['"é😀', '"é😀'],
];
for (const [value, field] of fields) {
  test(`${JSON.stringify(value)} is written ${field}`, () => assert.equal(fieldOf(value), field));
}

test('a record ends at its newline, and nowhere else', () => {
  assert.equal(lastRecordEnd(Buffer.from('')), 0);
  assert.equal(lastRecordEnd(Buffer.from('a\tb')), 0);
  assert.equal(lastRecordEnd(Buffer.from('a\tb\nc')), 4);
  assert.equal(lastRecordEnd(Buffer.from(`${fieldOf('x\ny')}\n${fieldOf('z\n')}`)), 5);
});
