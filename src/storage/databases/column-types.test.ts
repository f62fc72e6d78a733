import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { columnTypes } from './column-types.ts';

const { INT8, TIMESTAMPTZ, TEXT } = pg.types.builtins;
const readInstant = columnTypes.getTypeParser(TIMESTAMPTZ, 'text');
const asPgReads = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

test('an instant is read as pg reads it, whatever the server writes', () => {
  for (const text of [
    '2026-01-31 12:00:00.123+00',
    '2026-01-31 12:00:00+00',
    '2026-01-31 12:00:00.1+00',
    '2026-01-31 12:00:00.123456+00',
    '2026-01-31 12:00:00.123+02',
    '2026-01-31 12:00:00.123-03:30',
    '0001-01-01 00:00:00+00',
    '0099-12-31 23:59:59.999+00',
    '0044-03-15 12:00:00+00 BC',
    '9999-12-31 23:59:59.999+00',
    '10000-01-01 00:00:00+00',
    '294276-12-31 23:59:59.999+00',
    'infinity',
    '-infinity',
  ]) {
    assert.deepEqual(readInstant(text), asPgReads(text), text);
  }
});

test('every millisecond survives', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      const text = date.toISOString().replace('T', ' ').replace('Z', '+00');
      assert.deepEqual(readInstant(text), date);
    }),
  );
});

test('an int8 is a number as long as that is exact', () => {
  const readInteger = columnTypes.getTypeParser(INT8, 'text');
  assert.equal(readInteger('9007199254740991'), Number.MAX_SAFE_INTEGER);
  assert.throws(() => readInteger('9007199254740992'), RangeError);
  assert.throws(() => readInteger('-9007199254740993'), RangeError);
});

test('everything else is read as pg reads it', () => {
  assert.equal(columnTypes.getTypeParser(TEXT, 'text'), pg.types.getTypeParser(TEXT, 'text'));
});
