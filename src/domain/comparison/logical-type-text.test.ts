import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLogicalType, printLogicalType } from './logical-type-text.ts';
import { sameLogicalType } from './logical-type-traits.ts';
import { arbitraryLogicalType, representativeTypes } from './testing/logical-types.ts';

test('the text of a type is compact', () => {
  const texts = representativeTypes.map(printLogicalType);
  for (const text of [
    'decimal(65,30)',
    'timestamp(3) zoned',
    'time(6)',
    'map<string, date>',
    'list<string>',
  ]) {
    assert.ok(texts.includes(text), text);
  }
  assert.equal(
    printLogicalType({ kind: 'struct', fields: [{ name: 'net "total"', type: { kind: 'long' } }] }),
    'struct<"net ""total""" long>',
  );
});

test('every type reads back as it was, and is plain data', () => {
  fc.assert(
    fc.property(arbitraryLogicalType, (type) => {
      const read = parseLogicalType(printLogicalType(type));
      assert.deepEqual(read, { ok: true, value: type });
      assert.ok(read.ok && sameLogicalType(read.value, type));
      assert.deepEqual(JSON.parse(JSON.stringify(type)), type);
    }),
    { numRuns: 500 },
  );
});

test('white space between the parts is free', () => {
  const read = parseLogicalType('  struct < a  decimal( 3 , 1 ) ,b\n long > ');
  assert.deepEqual(read.ok && printLogicalType(read.value), 'struct<a decimal(3,1), b long>');
});

test('a fault says where it is', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['', 0],
    ['integer', 0],
    ['decimal', 7],
    ['decimal(10)', 10],
    ['decimal(0,0)', 0],
    ['decimal(5,6)', 0],
    ['decimal(1001,0)', 0],
    ['timestamp(6)', 12],
    ['timestamp(13) naive', 9],
    ['list<long', 9],
    ['list<long>>', 10],
    ['map<long>', 8],
    ['struct<long>', 11],
    ['struct<"a long>', 7],
    ['struct<😀 long>', 7],
    ['long long', 5],
  ];
  for (const [text, position] of cases) {
    const read = parseLogicalType(text);
    assert.equal(read.ok ? 'read' : read.fault.position, position, text);
  }
});

test('a hostile depth is refused, not overflowed', () => {
  const read = parseLogicalType('list<'.repeat(100_000));
  assert.match(read.ok ? '' : read.fault.detail, /at most 200 deep/);
});
