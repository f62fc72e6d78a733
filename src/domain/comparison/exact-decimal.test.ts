import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digitsOf, parseDecimal, printDecimal } from './exact-decimal.ts';

function canonical(text: string): string | undefined {
  const number = parseDecimal(text);
  return number === null ? undefined : printDecimal(number);
}

test('a number has one canonical text', () => {
  const cases: readonly (readonly [string, string | undefined, number?, number?])[] = [
    ['007', '7', 1, 0],
    ['.5', '0.5', 0, 1],
    ['5.', '5', 1, 0],
    ['1.1000', '1.1', 1, 1],
    ['-0.00', '0', 0, 0],
    ['+100', '100', 3, 0],
    ['-0.19', '-0.19', 0, 2],
    ['1e3', '1000', 4, 0],
    ['12.5e-3', '0.0125', 0, 4],
    ['1.25E+1', '12.5', 2, 1],
    [' 7\n', '7', 1, 0],
    ['0e999999', '0', 0, 0],
    ['1e999999', undefined],
    ['9007199254740993', '9007199254740993', 16, 0],
    ['', undefined],
    ['.', undefined],
    ['1,000', undefined],
    ['0x10', undefined],
    ['NaN', undefined],
    ['1 2', undefined],
    ['--1', undefined],
  ];
  for (const [text, written, integers, fraction] of cases) {
    const number = parseDecimal(text);
    assert.equal(canonical(text), written, text);
    if (number !== null) assert.deepEqual(digitsOf(number), { integers, fraction }, text);
  }
});

test('any spelling of a number is that number', () => {
  const spelling = fc.record({
    digits: fc.bigInt(),
    shift: fc.integer({ min: -30, max: 30 }),
    zeros: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(spelling, ({ digits, shift, zeros }) => {
      const plain = canonical(`${digits}e${shift}`);
      const sign = digits < 0n ? '-' : '';
      const padded = `${sign}${'0'.repeat(zeros)}${String(digits).replace('-', '')}${'0'.repeat(zeros)}e${shift - zeros}`;
      assert.equal(canonical(padded), plain);
      assert.equal(canonical(plain ?? ''), plain);
      assert.equal(Number(plain), Number(`${digits}e${shift}`));
    }),
    { numRuns: 500 },
  );
});
