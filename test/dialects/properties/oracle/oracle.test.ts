import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFormat } from '../../../../src/domain/comparison/parse-format.ts';
import { exactText } from '../../../../src/domain/comparison/tolerance.ts';
import { binary, decimal, double, naive, text, zoned } from '../../../support/relations.ts';
import { aggregate } from './aggregate.ts';
import { aggregatesAgree } from './aggregates-agree.ts';
import { agree } from './agree.ts';
import { type Canonical, identityOf, nothing, unconvertible } from './canonical.ts';
import { compareByKey, compareWholeRows } from './compare-rows.ts';
import { compareSets } from './compare-sets.ts';
import { canonicalJson } from './json.ts';
import { decimalText, exactDouble, fitsDecimal, rational, readDecimal } from './rational.ts';
import { readPattern } from './read-pattern.ts';
import { alike, encodedText, writtenText } from './text.ts';
import { cut, instantOf, readTimestamp, timestampText, wallClock } from './time.ts';

const exact = (digits: string): Canonical => ({ kind: 'exact', value: readDecimal(digits) ?? rational(0n) });
const number = (value: number): Canonical => ({ kind: 'double', value });
const word = (value: string): Canonical => ({ kind: 'text', value });
const row = (key: Canonical, ...values: Canonical[]) => ({ presence: '', key: [key], values });

describe('numbers', () => {
  test('digits are read and written exactly', () => {
    for (const [written, canonical] of [
      ['1.10', '1.1'],
      ['-0.00', '0'],
      ['.5', '0.5'],
      ['7.', '7'],
      ['12e-3', '0.012'],
      ['1e3', '1000'],
      ['99999999999999999999999999999999999999', '99999999999999999999999999999999999999'],
    ] as const) {
      const value = readDecimal(written);
      assert.equal(value && decimalText(value), canonical);
    }
    for (const wrong of ['', '.', 'e1', '1e', '1,5', '0x10', ' 1', 'NaN'])
      assert.equal(readDecimal(wrong), null);
    assert.equal(decimalText(rational(1n, 3n)), null);
  });

  test('a double is exactly its bits', () => {
    assert.equal(decimalText(exactDouble(0.1)), '0.1000000000000000055511151231257827021181583404541015625');
    assert.equal(decimalText(exactDouble(-2.5)), '-2.5');
    assert.equal(decimalText(exactDouble(2 ** 70)), '1180591620717411303424');
  });

  test('a decimal holds its digits and no more', () => {
    const fits = (digits: string, precision: number, scale: number) =>
      fitsDecimal(readDecimal(digits) ?? rational(0n), precision, scale);
    assert.ok(fits('9.99', 3, 2));
    assert.ok(fits('0.990', 2, 2));
    assert.ok(!fits('10', 3, 2));
    assert.ok(!fits('0.001', 3, 2));
  });
});

describe('time', () => {
  test('digits are cut toward the past', () => {
    const point = readTimestamp('1969-12-31 23:59:59.999999999') ?? 0n;
    assert.equal(timestampText(cut(point, 3), false), '1969-12-31T23:59:59.999');
    assert.equal(timestampText(cut(point, 0), false), '1969-12-31T23:59:59');
  });

  test('a clock shows every instant once, and the repeated hour twice', () => {
    const shown = (instant: string) =>
      timestampText(wallClock(readTimestamp(instant) ?? 0n, 'Europe/Berlin'), false);
    assert.equal(shown('2024-10-27 00:30:00Z'), '2024-10-27T02:30:00');
    assert.equal(shown('2024-10-27 01:30:00Z'), '2024-10-27T02:30:00');
    assert.equal(shown('0001-01-01 00:00:00Z').slice(0, 14), '0001-01-01T00:');
    const wall = readTimestamp('2024-07-01 12:00:00') ?? 0n;
    assert.equal(timestampText(instantOf(wall, 'America/New_York'), true), '2024-07-01T16:00:00Z');
  });

  test('a pattern reads what has its shape and exists', () => {
    const read = (value: string, pattern: string) => {
      const format = parseFormat(pattern);
      assert.ok(format.ok && format.value.kind === 'pattern');
      const point = readPattern(value, format.value);
      return point === null ? null : timestampText(point, false);
    };
    assert.equal(read('29/02/2024', 'dd/MM/yyyy'), '2024-02-29T00:00:00');
    assert.equal(read('30/02/2024', 'dd/MM/yyyy'), null);
    assert.equal(read('1 mar 2024 12:05 am', 'd MMM yyyy hh:mm a'), '2024-03-01T00:05:00');
    assert.equal(
      read('2024-05-01T12:00:00.25+02:00', "yyyy-MM-dd'T'HH:mm:ss.SSXXX"),
      '2024-05-01T10:00:00.25',
    );
    assert.equal(read('2024-05-01', 'yyyyMMdd'), null);
  });
});

test('texts: one for each value, and made alike only as asked', () => {
  assert.equal(writtenText('1.10', decimal(5, 2)), '1.1');
  assert.equal(writtenText('-0', double), '0');
  assert.equal(writtenText('1e21', double), '1e+21');
  assert.equal(writtenText('2024-05-01 00:00:00.250', naive(6)), '2024-05-01T00:00:00.25');
  assert.equal(writtenText('2024-05-01 02:00:00+02:00', zoned(6)), '2024-05-01T00:00:00Z');
  assert.equal(encodedText('DEADBEEF', text, 'hex'), encodedText('deadbeef', binary, 'hex'));
  assert.equal(encodedText('dead bee', text, 'hex'), null);
  assert.equal(encodedText('+/8=', text, 'base64'), encodedText('fbff', binary, 'base64'));
  assert.equal(alike(' \tÉ\u00a0', { ...exactText, trimWhitespace: true, caseInsensitive: true }), 'é');
});

test('JSON by its meaning', () => {
  const same = (a: string, b: string) => {
    const [one, other] = [canonicalJson(a), canonicalJson(b)];
    return one !== null && other !== null && identityOf(one) === identityOf(other);
  };
  assert.ok(same('{"a": 1.0, "b": [1e2]}', '{"b":[100],"a":1}'));
  assert.ok(!same('9007199254740993', '9007199254740992'));
  assert.ok(!same('"1"', '1'));
  assert.ok(!same('[null]', '[]'));
  assert.ok(!same('{"a":{"b":1}}', '{"a":["b",1]}'));
  assert.equal(canonicalJson('{a: 1}'), null);
});

describe('agreement', () => {
  test('without a tolerance only the same agree', () => {
    assert.ok(agree(number(Number.NaN), number(Number.NaN), null));
    assert.ok(agree(nothing, nothing, null));
    assert.ok(!agree(nothing, number(0), null));
    assert.ok(!agree(unconvertible, unconvertible, null));
    assert.ok(!agree(exact('9007199254740992'), exact('9007199254740993'), null));
  });

  test('a tolerance holds to its edge and not beyond', () => {
    const absolute = { kind: 'absolute', amount: '0.01' } as const;
    assert.ok(agree(number(0.58), number(0.57), absolute));
    assert.ok(!agree(number(0.58), number(0.5699), absolute));
    assert.ok(!agree(number(Infinity), number(1e308), { kind: 'relative', ratio: '1' }));
    assert.ok(agree(exact('0.99'), exact('1'), { kind: 'relative', ratio: '0.01' }));
    assert.ok(!agree(exact('0'), exact('0.01'), { kind: 'relative', ratio: '0.99' }));
  });
});

describe('rows', () => {
  const rows = {
    source: [
      row(exact('1'), word('A')),
      row(exact('1'), word('A')),
      row(nothing, word('B')),
      row(unconvertible, word('C')),
    ],
    target: [
      row(exact('1'), word('A')),
      row(exact('1'), word('B')),
      row(nothing, word('B')),
      row(exact('2'), word('D')),
    ],
  };

  test('are compared by key as multisets', () => {
    assert.deepEqual(compareByKey(rows, null), {
      matchedRows: 3,
      mismatchedRows: 1,
      missingInSource: 1,
      missingInTarget: 1,
      duplicateKeys: { source: 1, target: 1 },
    });
  });

  test('within a tolerance as many pairs as possible are made', () => {
    const side = (...values: string[]) => values.map((value) => row(exact('1'), exact(value)));
    const within = { kind: 'absolute', amount: '1' } as const;
    assert.equal(compareByKey({ source: side('1', '2'), target: side('2', '3') }, within).mismatchedRows, 0);
    assert.equal(compareByKey({ source: side('1', '9'), target: side('2', '3') }, within).mismatchedRows, 1);
  });

  test('as wholes they match only their like', () => {
    const { matchedRows, missingInSource, missingInTarget } = compareWholeRows(rows);
    assert.deepEqual(
      { matchedRows, missingInSource, missingInTarget },
      { matchedRows: 2, missingInSource: 2, missingInTarget: 2 },
    );
  });
});

test('sets: NULL once, duplicates not at all, an unreadable value in none', () => {
  const sets = { source: [nothing, nothing, exact('1'), unconvertible], target: [exact('1.0'), exact('2')] };
  assert.deepEqual(compareSets(sets), { missingInSource: 1, missingInTarget: 1 });
});

describe('aggregates', () => {
  test('exact numbers add up exactly', () => {
    const sum = aggregate('SUM', [exact('9223372036854775807'), exact('9223372036854775807'), nothing]);
    assert.deepEqual(sum, { kind: 'exact', value: rational(18446744073709551614n) });
    const thirds = aggregate('AVG', [exact('1'), exact('0'), exact('0')]);
    assert.deepEqual(thirds, { kind: 'exact', value: rational(1n, 3n) });
    assert.deepEqual(aggregate('SUM', [nothing]), { kind: 'exact', value: null });
  });

  test('doubles pass in any order, and fail where no order explains the difference', () => {
    const sum = (...values: number[]) => aggregate('SUM', values.map(number));
    assert.equal(aggregatesAgree(sum(0.1, 0.2, 0.3), sum(0.3, 0.2, 0.1), null), 'pass');
    assert.equal(aggregatesAgree(sum(1e6, 0.001), sum(1e6, 0.002), null), 'fail');
    assert.equal(aggregatesAgree(sum(1), sum(1 + 2 ** -52), null), 'pass');
    assert.equal(aggregatesAgree(sum(1), sum(1 + 2 ** -50), null), 'either');
    assert.equal(aggregatesAgree(sum(1), sum(1 + 2 ** -48), null), 'fail');
    assert.equal(aggregatesAgree(sum(1e308, 1e308), sum(1), null), 'undecidable');
    assert.equal(aggregatesAgree(sum(0), sum(), null), 'fail');
    assert.equal(aggregatesAgree(sum(), sum(), null), 'pass');
    assert.equal(aggregatesAgree(sum(Infinity, 1), sum(Infinity, -1), null), 'pass');
    assert.equal(aggregatesAgree(sum(Infinity, -Infinity), sum(Infinity), null), 'fail');
  });

  test('the least and greatest go by code point, and NaN is the greatest', () => {
    assert.deepEqual(aggregate('MIN', [word('a'), word('B')]), { kind: 'value', value: word('B') });
    assert.deepEqual(aggregate('MAX', [word('\u{1F600}'), word('\uFFFD')]), {
      kind: 'value',
      value: word('\u{1F600}'),
    });
    assert.deepEqual(aggregate('MAX', [number(Infinity), number(Number.NaN)]), {
      kind: 'value',
      value: number(Number.NaN),
    });
  });
});
