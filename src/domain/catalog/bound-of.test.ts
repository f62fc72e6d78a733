import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LogicalType } from '../comparison/logical-type.ts';
import { boundOf } from './bound-of.ts';

const double: LogicalType = { kind: 'double' };
const decimal: LogicalType = { kind: 'decimal', precision: 38, scale: 6 };

test('numbers keep two digits, rounded outward', () => {
  const cases: readonly [string, least: string | null, greatest: string | null][] = [
    ['9187.5', '9.1e3', '9.2e3'],
    ['-9187.5', '-9.2e3', '-9.1e3'],
    ['0.00123', '1.2e-3', '1.3e-3'],
    ['99.9', '9.9e1', '1e2'],
    ['-99.9', '-1e2', '-9.9e1'],
    ['7', '7e0', '7e0'],
    ['0', '0', '0'],
    ['-0.00', '0', '0'],
    ['1.5e+21', '1.5e21', '1.5e21'],
    ['12345678901234567890123456789012345678', '1.2e37', '1.3e37'],
    ['NaN', null, null],
    ['-Infinity', null, null],
  ];
  for (const [value, least, greatest] of cases) {
    assert.equal(boundOf(double, value, 'least'), least, `least of ${value}`);
    assert.equal(boundOf(double, value, 'greatest'), greatest, `greatest of ${value}`);
  }
});

test('times keep the month or the hour', () => {
  const timestamp: LogicalType = { kind: 'timestamp', precision: 6, zoned: true };
  assert.equal(boundOf(timestamp, '2026-03-09T10:11:12.5Z', 'least'), '2026-03');
  assert.equal(boundOf({ kind: 'date' }, '2026-12-31', 'greatest'), '2026-12');
  assert.equal(boundOf({ kind: 'time', precision: 6 }, '08:59:59.999', 'greatest'), '08');
  assert.equal(boundOf({ kind: 'date' }, 'infinity', 'greatest'), null);
});

test('texts and everything else have no bounds', () => {
  for (const kind of ['string', 'uuid', 'binary', 'json', 'boolean', 'unknown'] as const) {
    assert.equal(boundOf({ kind }, 'canary', 'least'), null);
  }
  assert.equal(boundOf(double, null, 'least'), null);
});

test('the value lies between its bounds, and they have at most two digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = String(value);
      const least = boundOf(double, text, 'least') ?? assert.fail(text);
      const greatest = boundOf(double, text, 'greatest') ?? assert.fail(text);
      assert.ok(Number(least) <= value && value <= Number(greatest), `${least} ${text} ${greatest}`);
      assert.match(least, /^-?\d(\.\d)?(e-?\d+)?$/);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), (value) => {
      const exact = (bound: string | null) => {
        const [mantissa = '', power = '0'] = (bound ?? assert.fail()).split('e');
        const [whole = '', fraction = ''] = mantissa.split('.');
        return BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, Number(power) - fraction.length));
      };
      fc.pre(value === 0n || value > 99n || value < -99n);
      const text = String(value);
      assert.ok(exact(boundOf(decimal, text, 'least')) <= value, text);
      assert.ok(exact(boundOf(decimal, text, 'greatest')) >= value, text);
    }),
  );
});
