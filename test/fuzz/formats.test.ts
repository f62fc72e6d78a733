import assert from 'node:assert/strict';
import { after } from 'node:test';
import fc from 'fast-check';
import type { ComparisonType } from '../../src/domain/comparison/comparison-type.ts';
import { fieldPath } from '../../src/domain/comparison/field-path.ts';
import {
  type PatternFormat,
  type PatternLetters,
  patternLetters,
} from '../../src/domain/comparison/format.ts';
import { exactOptions } from '../../src/domain/comparison/pair-specification.ts';
import { parseFormat } from '../../src/domain/comparison/parse-format.ts';
import { textLiteral } from '../../src/engine/dialects/duckdb/lexical.ts';
import { readingOf } from '../../src/engine/dialects/duckdb/readings.ts';
import { openSession } from '../dialects/duckdb/open-session.ts';
import { isUnconvertible, valueText } from '../dialects/properties/oracle/canonical.ts';
import { readValue } from '../dialects/properties/oracle/read-value.ts';
import { fuzz } from './fuzz.ts';
import { byteEdits, editBytes } from './mutations.ts';

const { session } = await openSession({ after }, { threads: 1 });

const separators = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '/',
    '.',
    ':',
    ' ',
    "'T'",
    "''",
    "' o''clock '",
    '年',
    '(',
    '\\',
    '*',
    '+',
    '^',
    '$',
    '|',
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const letters = fc.constantFrom(...Object.keys(patternLetters), 'S', 'SSS', 'SSSSSS', 'SSSSSSSSS');
const anyPattern = fc
  .array(fc.tuple(letters, separators), { maxLength: 10 })
  .map((parts) => parts.flat().join(''));

/** Patterns of a date, and often a time, in any order and with any separators: most of them are good. */
const likelyPattern = fc
  .record({
    date: fc.tuple(
      fc.constantFrom('yyyy', 'yy'),
      fc.constantFrom('MM', 'M', 'MMM', 'MMMM'),
      fc.constantFrom('dd', 'd'),
    ),
    order: fc.constantFrom([0, 1, 2], [2, 1, 0], [1, 2, 0]),
    time: fc.constantFrom(
      '',
      'HH',
      'H:mm',
      'HH:mm:ss',
      'HHmmss',
      'hh:mm a',
      'h.mm.ss a',
      'HH:mm:ss.SSS',
      'HH:mm:ss.SSSSSS',
    ),
    offset: fc.constantFrom('', '', 'X', 'XX', 'XXX', 'Z'),
    separators: fc.tuple(separators, separators, separators),
  })
  .map(({ date, order, time, offset, separators: [first, second, third] }) => {
    const [a, b, c] = order.map((part) => date[part]);
    return `${a}${first}${b}${second}${c}${time === '' ? '' : `${third || ' '}${time}${offset}`}`;
  });

fuzz('any text at all is a format or a fault inside it', {
  share: 0.292,
  cases: fc.oneof(anyPattern, likelyPattern, fc.string({ unit: 'binary', maxLength: 80 })),
  check(text) {
    const read = parseFormat(text);
    if (read.ok) return;
    assert.ok(read.fault.position >= 0 && read.fault.position <= [...text].length);
    assert.notEqual(read.fault.detail, '');
  },
});

const moments = fc.record({
  year: fc.oneof(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 9999 })),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 24 }),
  minute: fc.integer({ min: 0, max: 60 }),
  second: fc.integer({ min: 0, max: 60 }),
  fraction: fc.integer({ min: 0, max: 999_999_999 }),
  offset: fc.constantFrom('Z', '+00:00', '-00:00', '+05:30', '-11:00', '+18:00', '+18:01', '+23:59'),
});
type Moment = typeof moments extends fc.Arbitrary<infer Each> ? Each : never;

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A moment as the pattern writes it; it need not be one that exists. */
function written({ tokens }: PatternFormat, moment: Moment): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const twelve = ((moment.hour + 11) % 12) + 1;
  const offset = moment.offset.replace(':', '');
  const texts: Record<PatternLetters, string> = {
    yyyy: pad(moment.year, 4),
    yy: pad(moment.year % 100, 2),
    MM: pad(moment.month, 2),
    M: String(moment.month),
    MMM: (monthNames[moment.month - 1] ?? '').slice(0, 3),
    MMMM: monthNames[moment.month - 1] ?? '',
    dd: pad(moment.day, 2),
    d: String(moment.day),
    HH: pad(moment.hour, 2),
    H: String(moment.hour),
    hh: pad(twelve, 2),
    h: String(twelve),
    mm: pad(moment.minute, 2),
    ss: pad(moment.second, 2),
    a: moment.hour < 12 ? 'AM' : 'pm',
    X: offset,
    XX: offset,
    XXX: moment.offset,
    Z: offset === 'Z' ? '+0000' : offset,
  };
  return tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text;
      return token.kind === 'fraction'
        ? pad(moment.fraction, 9).slice(0, token.digits)
        : texts[token.letters];
    })
    .join('');
}

function comparisonOf({ reads, precision, zoned }: PatternFormat): ComparisonType | null {
  if (reads === 'time') return null;
  if (reads === 'date') return { kind: 'date' };
  const clock = zoned ? 'instant' : 'wall';
  return { kind: 'timestamp', precision, clock, zone: null, sourceZone: null, targetZone: null };
}

const string = { kind: 'string' } as const;

fuzz('texts are read by a pattern as the oracle reads them', {
  share: 0.05,
  cases: fc.tuple(
    fc.oneof({ weight: 4, arbitrary: likelyPattern }, anyPattern),
    fc.array(fc.tuple(moments, fc.option(byteEdits)), { minLength: 1, maxLength: 12 }),
  ),
  async check([pattern, writings]) {
    const format = parseFormat(pattern);
    if (!format.ok || format.value.kind !== 'pattern') return;
    const parsed = format.value;
    const as = comparisonOf(parsed);
    if (as === null) return;
    const texts = writings.map(([moment, edits]) => {
      const text = written(parsed, moment);
      return edits === null ? text : editBytes(Buffer.from(text), edits).toString('utf8');
    });
    const binding = {
      transform: as.kind === 'date' ? 'to_date' : 'to_timestamp',
      format: pattern,
    } as const;
    const { value, text: canonical } = readingOf({
      side: 'source',
      comparisonType: as,
      options: exactOptions,
      fitsLong: false,
      field: { path: fieldPath('x'), logicalType: string, nativeType: 'VARCHAR', binding },
    });
    const values = texts.map((text, index) => `(${index}, ${textLiteral(text)})`).join(', ');
    const sql = `SELECT ${canonical('v')} AS v FROM (SELECT i, ${value('x')} AS v FROM (VALUES ${values}) t(i, x)) ORDER BY i`;
    const found = await session.query({ sql });
    const reader = { side: 'source', binding, peerType: string, options: exactOptions } as const;
    assert.deepEqual(
      found.map(({ v }) => v),
      texts.map((text) => {
        const read = readValue(text, { kind: 'text' }, as, reader);
        return isUnconvertible(read) ? null : valueText(read);
      }),
      sql,
    );
  },
});
