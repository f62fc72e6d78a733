import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatShape } from './format-shape.ts';
import { parseFormat } from './parse-format.ts';

function matches(format: string, text: string): boolean {
  const read = parseFormat(format);
  assert.ok(read.ok && read.value.kind === 'pattern', format);
  return new RegExp(`^(?:${formatShape(read.value)})$`, 'u').test(text);
}

test('a text has the exact shape of its pattern, or it has not', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'yyyy-MM-dd',
      ['2024-01-31', '0001-12-01'],
      [
        '2024-1-31',
        '24-01-31',
        '2024-13-01',
        '2024-00-10',
        '2024-01-32',
        '0000-01-01',
        '2024-01-31 ',
        '2024/01/31',
      ],
    ],
    ['d/M/yy', ['1/2/24', '01/12/24', '31/9/00'], ['0/1/24', '32/1/24', '1/13/24', '1/2/2024']],
    [
      'dd MMM yyyy',
      ['01 Jan 2024', '01 jAN 2024', '31 DEC 2024'],
      ['01 January 2024', '01 Foo 2024', '1 Jan 2024'],
    ],
    ['d MMMM yyyy', ['1 May 2024', '1 september 2024'], ['1 Sep 2024']],
    ['HH:mm:ss', ['00:00:00', '23:59:59'], ['24:00:00', '12:60:00', '12:00:60', '7:05:00']],
    ['H.mm', ['7.05', '07.05', '23.00'], ['7:05', '7x05', '24.00']],
    ['hh:mm a', ['12:00 AM', '01:30 pm'], ['00:30 AM', '13:00 PM', '12:00']],
    ['HH:mm:ss.SSS', ['07:05:00.120'], ['07:05:00.12', '07:05:00.1234', '07:05:00']],
    [
      "yyyy-MM-dd'T'HH:mm:ssXXX",
      ['2024-01-31T07:05:00Z', '2024-01-31T07:05:00-03:30', '2024-01-31T07:05:00+18:00'],
      [
        '2024-01-31T07:05:00',
        '2024-01-31T07:05:00+0100',
        '2024-01-31T07:05:00+18:01',
        '2024-01-31T07:05:00+01:60',
        '2024-01-31t07:05:00Z',
      ],
    ],
    [
      'yyyy-MM-dd HHX',
      ['2024-01-31 07Z', '2024-01-31 07+01', '2024-01-31 07+0130'],
      ['2024-01-31 07+01:30', '2024-01-31 07+19'],
    ],
    ['yyyy-MM-dd HH Z', ['2024-01-31 07 +0100'], ['2024-01-31 07 Z', '2024-01-31 07 +01:00']],
    ["yyyy.MM.dd'(x)'", ['2024.01.31(x)'], ['2024-01-31(x)', '2024.01.31x']],
  ];
  for (const [format, good, bad] of cases) {
    for (const text of good) assert.ok(matches(format, text), `${format} reads ${text}`);
    for (const text of bad) assert.ok(!matches(format, text), `${format} does not read ${text}`);
  }
});
