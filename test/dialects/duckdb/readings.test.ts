import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Binding } from '../../../src/domain/comparison/binding.ts';
import type { ComparisonType, TimestampComparison } from '../../../src/domain/comparison/comparison-type.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import type { LogicalType } from '../../../src/domain/comparison/logical-type.ts';
import { exactOptions, type FieldOptions } from '../../../src/domain/comparison/pair-specification.ts';
import { readingOf } from '../../../src/engine/dialects/duckdb/readings.ts';
import type { Column } from '../../../src/engine/plan/plan.ts';
import { openSession } from './open-session.ts';

/** A value that is there but cannot be read. */
const unreadable = Symbol('unreadable');

interface ReadingCase {
  readonly name: string;
  readonly as: ComparisonType;
  readonly from: LogicalType;
  readonly native?: string;
  readonly binding?: Partial<Binding>;
  readonly options?: Partial<FieldOptions>;
  readonly fitsLong?: boolean;
  /** SQL of a raw value, and the text of its canonical value. */
  readonly values: readonly (readonly [string, string | null | typeof unreadable])[];
}

const string: LogicalType = { kind: 'string' };
const long: LogicalType = { kind: 'long' };
const double: LogicalType = { kind: 'double' };
const decimal = (precision: number, scale: number): LogicalType => ({ kind: 'decimal', precision, scale });
const timestamp = (precision: number, zoned = false): LogicalType => ({
  kind: 'timestamp',
  precision,
  zoned,
});
const exact = (precision: number, scale: number): ComparisonType => ({
  kind: 'exactNumeric',
  precision,
  scale,
  carrier: precision > 38 ? 'digits' : 'decimal',
});
const wall = (
  precision: number,
  zone: string | null = null,
  own: string | null = null,
): TimestampComparison => ({
  kind: 'timestamp',
  precision,
  clock: 'wall',
  zone,
  sourceZone: own,
  targetZone: null,
});
const instant = (precision: number): TimestampComparison => ({ ...wall(precision), clock: 'instant' });
const toTimestamp = (format: string) => ({ transform: 'to_timestamp', format }) as const;

const cases: readonly ReadingCase[] = [
  {
    name: 'a long stays what it is, to the last digit',
    as: exact(19, 0),
    from: long,
    fitsLong: true,
    values: [
      ['9007199254740993::BIGINT', '9007199254740993'],
      ['(-9223372036854775808)::BIGINT', '-9223372036854775808'],
      ['NULL::BIGINT', null],
    ],
  },
  {
    name: 'a decimal has no zeros at its end',
    as: exact(38, 10),
    from: decimal(38, 10),
    values: [
      ['1.1000::DECIMAL(38,10)', '1.1'],
      ['(-0.19)::DECIMAL(38,10)', '-0.19'],
      ['100::DECIMAL(38,10)', '100'],
      ['0::DECIMAL(38,10)', '0'],
    ],
  },
  {
    name: 'what 38 digits cannot hold keeps every digit',
    as: exact(58, 20),
    from: decimal(38, 2),
    values: [
      ['999999999999999999999999999999999999.99::DECIMAL(38,2)', '999999999999999999999999999999999999.99'],
      ['(-0.50)::DECIMAL(38,2)', '-0.5'],
      ['0::DECIMAL(38,2)', '0'],
    ],
  },
  {
    name: 'a long beside a wide decimal',
    as: exact(58, 20),
    from: long,
    values: [
      ['(-7)::BIGINT', '-7'],
      ['0::BIGINT', '0'],
    ],
  },
  {
    name: 'text is a number only if it is one, and only if it fits without rounding',
    as: exact(19, 2),
    from: string,
    binding: { transform: 'to_peer_numeric' },
    values: [
      ["'007'", '7'],
      ["'.5'", '0.5'],
      ["'5.'", '5'],
      ["' \t+1.50000\r\n'", '1.5'],
      ["'1e3'", '1000'],
      ["'1200E-2'", '12'],
      ["'-0'", '0'],
      ["'-0.00'", '0'],
      ["'1.005'", unreadable],
      ["'1e-3'", unreadable],
      ["'1e999999999'", unreadable],
      ["'99999999999999999999'", unreadable],
      ["'1_000'", unreadable],
      ["'1,000'", unreadable],
      ["'0x10'", unreadable],
      ["''", unreadable],
      ["'.'", unreadable],
      ["'e5'", unreadable],
      ["'NaN'", unreadable],
      ['NULL::VARCHAR', null],
    ],
  },
  {
    name: 'text beside a long',
    as: exact(19, 0),
    from: string,
    fitsLong: true,
    binding: { transform: 'to_peer_numeric' },
    values: [
      ["'9223372036854775807'", '9223372036854775807'],
      ["'9223372036854775808'", unreadable],
      ["'7.0'", '7'],
      ["'7.5'", unreadable],
      ["'.0'", '0'],
    ],
  },
  {
    name: 'text beside a number of more than 38 digits',
    as: exact(60, 20),
    from: string,
    binding: { transform: 'to_peer_numeric' },
    values: [
      ["'1234567890123456789012345678901234567890.5'", '1234567890123456789012345678901234567890.5'],
      ["'-1e-20'", '-0.00000000000000000001'],
      ["'1e-21'", unreadable],
      ["'x'", unreadable],
    ],
  },
  {
    name: 'true is 1',
    as: exact(19, 0),
    from: { kind: 'boolean' },
    binding: { transform: 'to_peer_numeric' },
    values: [
      ['true', '1'],
      ['false', '0'],
    ],
  },
  {
    name: 'doubles, as ECMAScript writes them',
    as: { kind: 'double' },
    from: double,
    values: [
      ["'-0.0'::DOUBLE", '0'],
      ["'NaN'::DOUBLE", 'NaN'],
      ["'-Infinity'::DOUBLE", '-Infinity'],
      ['0.36640625::DOUBLE', '0.36640625'],
      ['1e21::DOUBLE', '1e+21'],
      ['123456789.10::FLOAT', '123456792'],
    ],
  },
  {
    name: 'a decimal becomes the nearest double',
    as: { kind: 'double' },
    from: decimal(38, 20),
    binding: { transform: 'to_double' },
    values: [
      ['0.36640625::DECIMAL(38,20)', '0.36640625'],
      ['12345678901234567.12345678901234567890::DECIMAL(38,20)', '12345678901234568'],
    ],
  },
  {
    name: 'text beside a double',
    as: { kind: 'double' },
    from: string,
    binding: { transform: 'to_peer_numeric' },
    values: [
      ["'.5'", '0.5'],
      ["'nan'", 'NaN'],
      ["'-INFINITY'", '-Infinity'],
      ["'+inf'", 'Infinity'],
      ["'1e400'", unreadable],
      ["'1_0'", unreadable],
      ["'true'", unreadable],
    ],
  },
  {
    name: 'text keeps its spaces, its case and its form',
    as: { kind: 'text' },
    from: string,
    values: [
      ["' A '", ' A '],
      ["''", ''],
      ["'e' || chr(769)", 'e\u0301'],
      ["'a' || chr(0) || 'b'", 'a\0b'],
    ],
  },
  {
    name: 'the padding of CHAR is no part of its value',
    as: { kind: 'text' },
    from: string,
    native: 'CHAR(5)',
    values: [
      ["'x    '", 'x'],
      ["' x   '", ' x'],
    ],
  },
  {
    name: 'text made alike where it is asked for',
    as: { kind: 'text' },
    from: string,
    options: { text: { caseInsensitive: true, trimWhitespace: true, normalizeUnicode: true } },
    values: [
      ["chr(8195) || 'ΟΔΟΣ' || chr(9)", 'οδοσ'],
      ["'οδος'", 'οδοσ'],
      ["'E' || chr(769)", 'é'],
    ],
  },
  {
    name: 'bytes as hex text',
    as: { kind: 'text' },
    from: { kind: 'binary' },
    binding: { transform: 'to_string', format: 'hex' },
    values: [["'\\xDE\\xAD'::BLOB", 'dead']],
  },
  {
    name: 'hex text in either case',
    as: { kind: 'text' },
    from: string,
    binding: { transform: 'to_string', format: 'hex' },
    values: [
      ["'DEAD'", 'dead'],
      ["'0xdead'", 'dead'],
      ["'\\xDEAD'", 'dead'],
      ["'dea'", unreadable],
      ["'zz'", unreadable],
    ],
  },
  {
    name: 'base64 text',
    as: { kind: 'text' },
    from: string,
    binding: { transform: 'to_string', format: 'base64' },
    values: [
      ["'aGVs' || chr(13) || chr(10) || 'bG8='", 'aGVsbG8='],
      ["'aGVsbG8'", unreadable],
    ],
  },
  {
    name: 'a decimal as text',
    as: { kind: 'text' },
    from: decimal(10, 4),
    binding: { transform: 'to_string' },
    values: [
      ['1.1000::DECIMAL(10,4)', '1.1'],
      ['5::DECIMAL(10,4)', '5'],
      ['(-0.5)::DECIMAL(10,4)', '-0.5'],
    ],
  },
  {
    name: 'a double as text',
    as: { kind: 'text' },
    from: double,
    binding: { transform: 'to_string' },
    values: [
      ['1e20::DOUBLE', '100000000000000000000'],
      ['1e-7::DOUBLE', '1e-7'],
      ["'-0'::DOUBLE", '0'],
    ],
  },
  {
    name: 'a timestamp as text',
    as: { kind: 'text' },
    from: timestamp(6),
    binding: { transform: 'to_string' },
    values: [["TIMESTAMP '2024-01-31 07:05:00.250'", '2024-01-31T07:05:00.25']],
  },
  {
    name: 'a zoned timestamp as text is in UTC',
    as: { kind: 'text' },
    from: timestamp(6, true),
    binding: { transform: 'to_string' },
    values: [["TIMESTAMPTZ '2024-01-31 07:05:00+01'", '2024-01-31T06:05:00Z']],
  },
  {
    name: 'uuids in any spelling',
    as: { kind: 'uuid' },
    from: string,
    values: [
      ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
      ["'{a0eebc999c0b4ef8bb6d6bb9bd380a11}'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
      ["'a-0eebc999c0b4ef8bb6d6bb9bd380a11'", unreadable],
      ["'a0eebc99'", unreadable],
    ],
  },
  {
    name: 'JSON by its meaning',
    as: { kind: 'json' },
    from: string,
    values: [
      [`'{"b": [1.0, 1e2], "a": "\\u0041"}'`, '{"a":"A","b":[1,100]}'],
      ["'0.1000000000000000055511151231257827'", '0.1000000000000000055511151231257827'],
      ["'{'", unreadable],
      ["'null'", 'null'],
    ],
  },
  {
    name: 'a date is its midnight',
    as: wall(6),
    from: { kind: 'date' },
    binding: { transform: 'to_timestamp' },
    values: [
      ["DATE '0001-01-01'", '0001-01-01T00:00:00'],
      ["DATE 'infinity'", 'infinity'],
      ["DATE '500000-01-01'", unreadable],
    ],
  },
  {
    name: 'finer digits are cut toward the past',
    as: wall(3),
    from: timestamp(6),
    values: [
      ["TIMESTAMP '2024-01-01 00:00:00.123999'", '2024-01-01T00:00:00.123'],
      ["TIMESTAMP '1969-12-31 23:59:59.999999'", '1969-12-31T23:59:59.999'],
      ["TIMESTAMP '0001-01-01 00:00:00'", '0001-01-01T00:00:00'],
      ["TIMESTAMP '9999-12-31 23:59:59.999999'", '9999-12-31T23:59:59.999'],
      ["TIMESTAMP '-infinity'", '-infinity'],
    ],
  },
  {
    name: 'nanoseconds are cut, not rounded, to microseconds',
    as: wall(6),
    from: timestamp(9),
    values: [
      ["TIMESTAMP_NS '1969-12-31 23:59:59.999999999'", '1969-12-31T23:59:59.999999'],
      ["TIMESTAMP_NS '2024-01-01 00:00:00.123456789'", '2024-01-01T00:00:00.123456'],
    ],
  },
  {
    name: 'nanoseconds beside nanoseconds',
    as: wall(9),
    from: timestamp(9),
    values: [["TIMESTAMP_NS '2024-01-01 00:00:00.123456789'", '2024-01-01T00:00:00.123456789']],
  },
  {
    name: 'an instant is the same in every offset',
    as: instant(6),
    from: timestamp(6, true),
    values: [
      ["TIMESTAMPTZ '2024-01-31 07:05:00+01'", '2024-01-31T06:05:00Z'],
      ["TIMESTAMPTZ 'infinity'", 'infinity'],
    ],
  },
  {
    name: 'a zoned time on the wall clock of a zone, also in the hour that repeats',
    as: wall(6, 'Europe/Berlin'),
    from: timestamp(6, true),
    values: [
      ["TIMESTAMPTZ '2024-10-27 00:30:00Z'", '2024-10-27T02:30:00'],
      ["TIMESTAMPTZ '2024-10-27 01:30:00Z'", '2024-10-27T02:30:00'],
      ["TIMESTAMPTZ '-infinity'", '-infinity'],
    ],
  },
  {
    name: 'a naive time of one zone on the clock of another',
    as: wall(6, 'Europe/Berlin', 'UTC'),
    from: timestamp(6),
    values: [["TIMESTAMP '2024-07-01 10:00:00'", '2024-07-01T12:00:00']],
  },
  {
    name: 'the same to the nanosecond',
    as: wall(9, 'America/New_York', 'Europe/Berlin'),
    from: timestamp(9),
    values: [["TIMESTAMP_NS '2024-07-01 10:00:00.123456789'", '2024-07-01T04:00:00.123456789']],
  },
  {
    name: 'text in a pattern',
    as: wall(3),
    from: string,
    binding: toTimestamp('dd/MM/yy HH:mm:ss.SSS'),
    values: [
      ["'31/01/24 07:05:00.250'", '2024-01-31T07:05:00.25'],
      ["'31/01/99 07:05:00.250'", '2099-01-31T07:05:00.25'],
      ["'31/02/24 07:05:00.250'", unreadable],
      ["'31/1/24 07:05:00.250'", unreadable],
      ["'31/01/24 07:05:00.25'", unreadable],
      ["'31/01/24 07:05:00.250 '", unreadable],
      ['NULL::VARCHAR', null],
    ],
  },
  {
    name: 'text with an offset and nine digits',
    as: instant(9),
    from: string,
    binding: toTimestamp("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX"),
    values: [
      ["'2024-01-31T07:05:00.123456789+01:30'", '2024-01-31T05:35:00.123456789Z'],
      ["'2024-01-31T07:05:00.123456789Z'", '2024-01-31T07:05:00.123456789Z'],
      ["'2024-01-31T07:05:00.123456789-18:00'", '2024-02-01T01:05:00.123456789Z'],
      ["'2024-01-31T07:05:00.123456789+1:30'", unreadable],
    ],
  },
  {
    name: 'offsets of one part',
    as: instant(0),
    from: string,
    binding: toTimestamp('X yyyy-MM-dd HH:mm:ss'),
    values: [
      ["'+01 2024-01-31 07:05:00'", '2024-01-31T06:05:00Z'],
      ["'-0130 2024-01-31 07:05:00'", '2024-01-31T08:35:00Z'],
      ["'Z 2024-01-31 07:05:00'", '2024-01-31T07:05:00Z'],
    ],
  },
  {
    name: 'names of months and halves of the day',
    as: wall(0),
    from: string,
    binding: toTimestamp('d MMMM yyyy, h:mm a'),
    values: [
      ["'1 march 2024, 12:05 am'", '2024-03-01T00:05:00'],
      ["'29 February 2024, 1:05 PM'", '2024-02-29T13:05:00'],
      ["'29 February 2023, 1:05 PM'", unreadable],
      ["'1 Mar 2024, 1:05 PM'", unreadable],
    ],
  },
  {
    name: 'a pattern with a per cent sign and a backslash in it',
    as: { kind: 'date' },
    from: string,
    binding: { transform: 'to_date', format: "'100%\\ '''yyyy-MM-dd''" },
    values: [
      ["'100%\\ ''2024-01-31'''", '2024-01-31'],
      ["'100% ''2024-01-31'''", unreadable],
    ],
  },
  {
    name: 'whole numbers in a pattern of digits',
    as: { kind: 'date' },
    from: long,
    binding: { transform: 'to_date', format: 'yyyyMMdd' },
    values: [
      ['20240131::BIGINT', '2024-01-31'],
      ['20240231::BIGINT', unreadable],
      ['7::BIGINT', unreadable],
    ],
  },
  {
    name: 'times of day',
    as: { kind: 'time', precision: 1 },
    from: string,
    binding: { transform: 'to_timestamp', format: 'HH:mm:ss.SS' },
    values: [
      ["'07:05:00.29'", '07:05:00.2'],
      ["'24:00:00.00'", unreadable],
    ],
  },
  {
    name: 'a time cut to three digits',
    as: { kind: 'time', precision: 3 },
    from: { kind: 'time', precision: 6 },
    values: [
      ["TIME '07:05:00.123999'", '07:05:00.123'],
      ["TIME '24:00:00'", '24:00:00'],
    ],
  },
  {
    name: 'epochs of whole numbers',
    as: instant(3),
    from: long,
    binding: toTimestamp('epoch_ms'),
    values: [
      ['1706684700250::BIGINT', '2024-01-31T07:05:00.25Z'],
      ['(-1)::BIGINT', '1969-12-31T23:59:59.999Z'],
      ['9223372036854775807::BIGINT', unreadable],
      ['(-9223372036854775808)::BIGINT', unreadable],
    ],
  },
  {
    name: 'epochs of decimals, to their own digits',
    as: instant(9),
    from: decimal(20, 9),
    binding: toTimestamp('epoch_s'),
    values: [['1706684700.123456789::DECIMAL(20,9)', '2024-01-31T07:05:00.123456789Z']],
  },
  {
    name: 'epochs of decimals that are finer than a timestamp are cut',
    as: instant(9),
    from: decimal(38, 12),
    binding: toTimestamp('epoch_ms'),
    values: [
      ['0.000000999999::DECIMAL(38,12)', '1970-01-01T00:00:00Z'],
      ['(-0.000000000001)::DECIMAL(38,12)', '1969-12-31T23:59:59.999999999Z'],
    ],
  },
  {
    name: 'epochs of doubles mean what they show',
    as: instant(6),
    from: double,
    binding: toTimestamp('epoch_s'),
    values: [
      ['1700000000.1::DOUBLE', '2023-11-14T22:13:20.1Z'],
      ["'NaN'::DOUBLE", unreadable],
      ['1e300::DOUBLE', unreadable],
    ],
  },
  {
    name: 'epochs of text',
    as: instant(0),
    from: string,
    binding: toTimestamp('epoch_s'),
    values: [
      ["'1706684700'", '2024-01-31T07:05:00Z'],
      ["'1706684700.5'", unreadable],
      ["'99999999999999999999'", unreadable],
    ],
  },
  {
    name: 'zero is one number inside of containers, too, whatever its sign',
    as: { kind: 'list', element: { kind: 'struct', fields: [{ name: 'n', type: { kind: 'double' } }] } },
    from: { kind: 'list', element: { kind: 'struct', fields: [{ name: 'n', type: double }] } },
    values: [
      ["[{'n': 0e0}]", '[{"f0":0.0}]'],
      ["[{'n': -0e0}]", '[{"f0":0.0}]'],
      ["[{'n': NULL}]", '[{"f0":null}]'],
    ],
  },
  {
    name: 'a map has one zero for a key and one for a value',
    as: { kind: 'map', key: { kind: 'double' }, value: { kind: 'double' } },
    from: { kind: 'map', key: double, value: double },
    values: [['MAP {-0e0: -0e0}', '[{"f0":0.0,"f1":0.0}]']],
  },
  {
    name: 'lists keep their order, their NULLs and their emptiness',
    as: { kind: 'list', element: exact(19, 2) },
    from: { kind: 'list', element: long },
    values: [
      ['[2, NULL, 1]::BIGINT[]', '[2.00,null,1.00]'],
      ['[]::BIGINT[]', '[]'],
      ['NULL::BIGINT[]', null],
    ],
  },
  {
    name: 'bags do not keep their order',
    as: { kind: 'list', element: { kind: 'text' } },
    from: { kind: 'list', element: string },
    options: { listOrder: 'bag' },
    values: [["['b', NULL, 'a', 'b']", '["a","b","b",null]']],
  },
  {
    name: 'lists in structs in lists, with one value that cannot be read',
    as: {
      kind: 'list',
      element: {
        kind: 'struct',
        fields: [{ name: 'ids', type: { kind: 'list', element: { kind: 'uuid' } } }],
      },
    },
    from: {
      kind: 'list',
      element: { kind: 'struct', fields: [{ name: 'ids', type: { kind: 'list', element: string } }] },
    },
    values: [
      [
        "[{'ids': ['A0EEBC999C0B4EF8BB6D6BB9BD380A11', NULL]}, NULL]",
        '[{"f0":["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",null]},null]',
      ],
      ["[{'ids': ['nope']}]", unreadable],
      ["[{'ids': NULL}]", '[{"f0":null}]'],
    ],
  },
  {
    name: 'structs by name, in the order of the comparison',
    as: {
      kind: 'struct',
      fields: [
        { name: 'a', type: exact(10, 0) },
        { name: 'b', type: { kind: 'text' } },
      ],
    },
    from: {
      kind: 'struct',
      fields: [
        { name: 'b', type: string },
        { name: 'a', type: decimal(10, 0) },
      ],
    },
    values: [
      ["{'b': 'x', 'a': 1::DECIMAL(10,0)}", '{"f0":1,"f1":"x"}'],
      ["{'b': NULL::VARCHAR, 'a': NULL::DECIMAL(10,0)}", '{"f0":null,"f1":null}'],
      ['NULL::STRUCT(b VARCHAR, a DECIMAL(10,0))', null],
    ],
  },
  {
    name: 'maps do not keep the order of their keys',
    as: { kind: 'map', key: { kind: 'text' }, value: exact(19, 0) },
    from: { kind: 'map', key: string, value: long },
    values: [
      ["MAP {'b': 1::BIGINT, 'a': NULL}", '[{"f0":"a","f1":null},{"f0":"b","f1":1}]'],
      ['NULL::MAP(VARCHAR, BIGINT)', null],
    ],
  },
];

function columnOf(reading: ReadingCase): Column {
  return {
    side: 'source',
    comparisonType: reading.as,
    options: { ...exactOptions, ...reading.options },
    fitsLong: reading.fitsLong ?? false,
    field: {
      path: fieldPath('x'),
      logicalType: reading.from,
      nativeType: reading.native ?? '',
      binding: { transform: 'none', format: '', ...reading.binding },
    },
  };
}

test('readings', async (context) => {
  const { session } = await openSession(context);
  for (const reading of cases) {
    await context.test(reading.name, async () => {
      const { value, text, fallible } = readingOf(columnOf(reading));
      for (const [raw, expected] of reading.values) {
        const sql = `SELECT ${text('v')} AS canonical, x IS NOT NULL AND v IS NULL AS failed FROM (SELECT x, ${value('x')} AS v FROM (SELECT ${raw} AS x))`;
        const [row] = await session.query({ sql });
        const wanted =
          expected === unreadable
            ? { canonical: null, failed: true }
            : { canonical: expected, failed: false };
        assert.deepEqual(row, wanted, sql);
        assert.ok(fallible || !row?.failed, `${reading.name} is declared infallible`);
      }
    });
  }
});
