import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ownComparison } from './own-comparison.ts';
import { positionOf } from './position.ts';

const date = ownComparison({ kind: 'date' });
const timestamp = ownComparison({ kind: 'timestamp', precision: 6, zoned: false });
const time = ownComparison({ kind: 'time', precision: 6 });

test('a date stands at its day', () => {
  assert.equal(positionOf('1970-01-01', date), '0');
  assert.equal(positionOf('2024-02-29', date), '19782');
  assert.equal(positionOf('1969-12-31', date), '-1');
  assert.equal(positionOf('0001-01-01', date), '-719162');
  assert.equal(positionOf('0001-12-31 (BC)', date), '-719163');
  assert.equal(positionOf('0044-03-15 (BC)', date), '-735160');
  assert.equal(positionOf('infinity', date), 'infinity');
});

test('the days are those of JavaScript, as far as it has any', () => {
  const years = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(years, (day) => {
      const days = Math.floor(day.getTime() / 86_400_000);
      assert.equal(positionOf(day.toISOString().slice(0, 10), date), String(days));
    }),
  );
});

test('a time stands at its nanosecond', () => {
  assert.equal(positionOf('1970-01-01T00:00:00.000001', timestamp), '1000');
  assert.equal(positionOf('1969-12-31T23:59:59.5', timestamp), '-500000000');
  assert.equal(positionOf('-infinity', timestamp), '-infinity');
  assert.equal(positionOf('24:00:00', time), '86400000000000');
  assert.equal(positionOf('00:00:00.25', time), '250000000');
});

test('a number stands where it is, and a text nowhere', () => {
  assert.equal(positionOf('1.1', ownComparison({ kind: 'decimal', precision: 3, scale: 1 })), '1.1');
  assert.equal(positionOf('a', ownComparison({ kind: 'string' })), null);
});
