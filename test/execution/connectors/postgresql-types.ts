import type { TypeCase } from './type-case.ts';

const nines = (count: number) => '9'.repeat(count);

export const setup = [
  `CREATE TYPE mood AS ENUM ('sad', 'o''k', 'happy, "very"')`,
  'CREATE DOMAIN email AS varchar(40)',
  'CREATE DOMAIN code AS char(4)',
  'CREATE DOMAIN positive AS numeric(6,2) CHECK (VALUE > 0)',
  'CREATE TYPE point3 AS (x int, "Y y" numeric(6,2), label text)',
  'CREATE TYPE line3 AS (name text, points point3[], day date)',
  'CREATE TYPE folded AS (a int, "A" int)',
  'CREATE EXTENSION citext',
  'CREATE EXTENSION hstore',
];

export const typeCases: readonly TypeCase[] = [
  {
    type: 'boolean',
    logical: 'boolean',
    values: [
      ['true', 'true'],
      ['false', 'false'],
    ],
  },
  {
    type: 'smallint',
    logical: 'long',
    values: [
      ['-32768', '-32768'],
      ['32767', '32767'],
    ],
  },
  {
    type: 'integer',
    logical: 'long',
    values: [
      ['-2147483648', '-2147483648'],
      ['0', '0'],
    ],
  },
  {
    type: 'bigint',
    logical: 'long',
    values: [
      ['9007199254740993', '9007199254740993'],
      ['-9223372036854775808', '-9223372036854775808'],
      ['9223372036854775807', '9223372036854775807'],
    ],
  },
  { type: 'oid', logical: 'long', values: [['4294967295', '4294967295']] },
  {
    type: 'real',
    logical: 'double',
    values: [
      ['0.1', '0.10000000149011612'],
      ['0.36640625', '0.36640626192092896'],
      [`'NaN'`, 'nan'],
      [`'-Infinity'`, '-inf'],
      [`'-0'`, '-0.0'],
    ],
  },
  {
    type: 'double precision',
    logical: 'double',
    values: [
      ['0.1', '0.1'],
      ['0.36640625', '0.36640625'],
      ['1.7976931348623157e308', '1.7976931348623157e+308'],
      ['5e-324', '5e-324'],
      ['123456789.123456789', '123456789.12345679'],
      [`'NaN'`, 'nan'],
      [`'Infinity'`, 'inf'],
      [`'-Infinity'`, '-inf'],
      [`'-0'`, '-0.0'],
    ],
  },
  {
    type: 'numeric(12,2)',
    logical: 'decimal(12,2)',
    values: [
      ['1.1', '1.10'],
      ['-0.19', '-0.19'],
      ['9999999999.99', '9999999999.99'],
      ['0', '0.00'],
    ],
  },
  {
    type: 'numeric(38,0)',
    logical: 'decimal(38,0)',
    values: [
      [nines(38), nines(38)],
      [`-${nines(38)}`, `-${nines(38)}`],
    ],
  },
  {
    type: 'numeric(50,10)',
    logical: 'decimal(50,10)',
    values: [
      [`${nines(40)}.${nines(10)}`, `${nines(40)}.${nines(10)}`],
      ['-0.5', '-0.5000000000'],
      ['7', '7.0000000000'],
    ],
  },
  {
    type: 'numeric(3,-2)',
    logical: 'decimal(5,0)',
    values: [
      ['99900', '99900'],
      ['149', '100'],
    ],
  },
  {
    type: 'numeric(2,4)',
    logical: 'decimal(4,4)',
    values: [
      ['0.0099', '.0099'],
      ['-0.0001', '-.0001'],
    ],
  },
  {
    type: 'numeric(6,2)',
    logical: 'decimal(6,2)',
    values: [
      ['1.5', '1.50'],
      [`'NaN'`, 'NaN'],
    ],
    unreadable: 1,
  },
  {
    type: 'numeric',
    logical: 'decimal(38,18)',
    note: 'type_measured',
    values: [
      ['1.10', '1.100000000000000000'],
      ['1.50000000000000000000000000', '1.500000000000000000'],
      ['-12345678901234567890', '-12345678901234567890.000000000000000000'],
    ],
  },
  {
    type: 'numeric',
    logical: 'decimal(38,18)',
    note: 'type_measured',
    values: [
      ['1.10', '1.100000000000000000'],
      [`'NaN'`, 'NaN'],
      [`'Infinity'`, 'Infinity'],
      [`'-Infinity'`, '-Infinity'],
    ],
    unreadable: 3,
  },
  {
    type: 'numeric',
    logical: 'decimal(38,30)',
    note: 'type_measured',
    values: [[`12345678.${'1'.repeat(30)}`, `12345678.${'1'.repeat(30)}`]],
  },
  {
    type: 'numeric',
    logical: 'decimal(100,50)',
    note: 'type_measured',
    values: [[`${nines(30)}.${'7'.repeat(20)}`, `${nines(30)}.${'7'.repeat(20)}${'0'.repeat(30)}`]],
  },
  {
    type: 'numeric',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`CAST(repeat('9', 131072) AS numeric)`, nines(131072)],
      [`CAST('0.' || repeat('0', 16382) || '1' AS numeric)`, `0.${'0'.repeat(16382)}1`],
      ['1.500', '1.5'],
      [`'NaN'`, 'NaN'],
    ],
  },
  {
    type: 'money',
    logical: 'decimal(19,2)',
    values: [
      ['12.34', '12.34'],
      [`'-92233720368547758.08'`, '-92233720368547758.08'],
    ],
  },
  {
    type: 'text',
    logical: 'string',
    values: [
      [`''`, ''],
      [`'NULL'`, 'NULL'],
      [`'\\N'`, '\\N'],
      [`'\\.'`, '\\.'],
      [`E'a\\tb\\nc\\rd\\\\n\\\\'`, 'a\tb\nc\rd\\n\\'],
      [`E'\\b\\f\\x0b\\x01\\x7f'`, '\b\f\v\x01\x7f'],
      [`'"quoted", with '' and ,'`, `"quoted", with ' and ,`],
      [`'é e${'\u0301'} 😀 שלום \u{10ffff}'`, 'é e\u0301 😀 שלום \u{10ffff}'],
      [`'  x  '`, '  x  '],
      [`repeat('x', 70000) || 'y'`, `${'x'.repeat(70000)}y`],
    ],
  },
  {
    type: 'varchar(10)',
    logical: 'string',
    values: [
      [`'x '`, 'x '],
      [`''`, ''],
    ],
  },
  {
    type: 'char(6)',
    logical: 'string',
    values: [
      [`'x'`, 'x'],
      [`' x'`, ' x'],
      [`''`, ''],
    ],
  },
  { type: 'citext', logical: 'string', note: 'precision_lost', values: [[`'Abc'`, 'Abc']] },
  { type: 'name', logical: 'string', values: [[`'tbl'`, 'tbl']] },
  {
    type: 'date',
    logical: 'date',
    values: [
      [`'2024-02-29'`, '2024-02-29'],
      [`'0001-01-01'`, '0001-01-01'],
      [`'0044-03-15 BC'`, '0044-03-15 (BC)'],
      [`'4713-01-01 BC'`, '4713-01-01 (BC)'],
      [`'9999-12-31'`, '9999-12-31'],
      [`'5874897-12-31'`, '5874897-12-31'],
      [`'infinity'`, 'infinity'],
      [`'-infinity'`, '-infinity'],
    ],
  },
  {
    type: 'time',
    logical: 'time(6)',
    values: [
      ["'00:00'", '00:00:00'],
      [`'23:59:59.999999'`, '23:59:59.999999'],
      [`'24:00:00'`, '24:00:00'],
    ],
  },
  { type: 'time(3)', logical: 'time(3)', values: [[`'12:34:56.789'`, '12:34:56.789']] },
  {
    type: 'time with time zone',
    logical: 'time(6)',
    note: 'precision_lost',
    values: [
      [`'12:00:00+02'`, '10:00:00'],
      [`'01:00:00.5+02'`, '23:00:00.5'],
      [`'12:00:00-05:30'`, '17:30:00'],
    ],
  },
  {
    type: 'timestamp',
    logical: 'timestamp(6) naive',
    values: [
      [`'2024-01-31 07:05:00.123457'`, '2024-01-31 07:05:00.123457'],
      [`'0001-01-01 00:00:00'`, '0001-01-01 00:00:00'],
      [`'0044-03-15 12:00:00.5 BC'`, '0044-03-15 (BC) 12:00:00.5'],
      [`'9999-12-31 23:59:59.999999'`, '9999-12-31 23:59:59.999999'],
      [`'12345-01-01 00:00:00'`, '12345-01-01 00:00:00'],
      [`'infinity'`, 'infinity'],
      [`'-infinity'`, '-infinity'],
    ],
  },
  {
    type: 'timestamp(3)',
    logical: 'timestamp(3) naive',
    values: [[`'1969-12-31 23:59:59.1234'`, '1969-12-31 23:59:59.123']],
  },
  {
    type: 'timestamp',
    logical: 'timestamp(6) naive',
    // The engine's timestamps end 29 years before PostgreSQL's.
    values: [
      [`'294276-12-31 23:59:59.999999'`, '294276-12-31 23:59:59.999999'],
      [`'2024-01-31 07:05:00.5'`, '2024-01-31 07:05:00.500000'],
    ],
    unreadable: 1,
  },
  {
    type: 'timestamptz',
    logical: 'timestamp(6) zoned',
    values: [
      [`'2024-03-31 02:30:00+02'`, '2024-03-31 00:30:00+00'],
      [`'2024-01-01 00:00:00.000001-11'`, '2024-01-01 11:00:00.000001+00'],
      [`'0044-03-15 12:00:00+00 BC'`, '0044-03-15 (BC) 12:00:00+00'],
      [`'infinity'`, 'infinity'],
      [`'-infinity'`, '-infinity'],
    ],
  },
  {
    type: 'interval',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`'1 year 2 months -3 days 04:05:06.7'`, 'P1Y2M-3DT4H5M6.7S'],
      [`'14 months'`, 'P1Y2M'],
      [`'0'`, 'PT0S'],
    ],
  },
  {
    type: 'uuid',
    logical: 'uuid',
    values: [[`'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'`, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
  },
  {
    type: 'bytea',
    logical: 'binary',
    values: [
      [`'\\x00ff5c0a'`, '00ff5c0a'],
      [`''`, ''],
    ],
  },
  {
    type: 'json',
    logical: 'json',
    values: [
      [`'{"b": 1.10, "a":  [null, "x\\ny"], "b": 2}'`, '{"b": 1.10, "a":  [null, "x\\ny"], "b": 2}'],
      [`'null'`, 'null'],
      ["'123456789012345678901234567890.123'", '123456789012345678901234567890.123'],
    ],
  },
  { type: 'jsonb', logical: 'json', values: [[`'{"b": 1.10, "a": "\\\\"}'`, '{"a": "\\\\", "b": 1.10}']] },
  { type: 'xml', logical: 'string', note: 'type_as_text', values: [[`'<a x="1">é</a>'`, '<a x="1">é</a>']] },
  {
    type: 'inet',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`'10.0.0.1'`, '10.0.0.1'],
      [`'10.0.0.0/8'`, '10.0.0.0/8'],
      [`'::1'`, '::1'],
    ],
  },
  { type: 'cidr', logical: 'string', note: 'type_as_text', values: [[`'10.0.0.0/8'`, '10.0.0.0/8']] },
  {
    type: 'macaddr',
    logical: 'string',
    note: 'type_as_text',
    values: [[`'08:00:2B:01:02:03'`, '08:00:2b:01:02:03']],
  },
  { type: 'bit(5)', logical: 'string', note: 'type_as_text', values: [[`B'00101'`, '00101']] },
  {
    type: 'bit varying',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`B'1'`, '1'],
      [`B''`, ''],
    ],
  },
  {
    type: 'int4range',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`'(1,5]'`, '[2,6)'],
      [`'empty'`, 'empty'],
    ],
  },
  {
    type: 'mood',
    logical: 'string',
    values: [
      [`'o''k'`, `o'k`],
      [`'happy, "very"'`, 'happy, "very"'],
    ],
  },
  { type: 'email', logical: 'string', values: [[`'a@b'`, 'a@b']] },
  { type: 'code', logical: 'string', values: [[`'x'`, 'x']] },
  { type: 'positive', logical: 'decimal(6,2)', values: [['1.5', '1.50']] },
  {
    type: 'integer[]',
    logical: 'list<long>',
    values: [
      [`'{1,NULL,-3}'`, '[1, NULL, -3]'],
      [`'{}'`, '[]'],
      [`'[0:1]={7,8}'`, '[7, 8]'],
    ],
  },
  {
    type: 'text[]',
    logical: 'list<string>',
    values: [[`ARRAY['a,b', '', NULL, 'NULL', E'x\\ny\\\\', '"']`, `['a,b', '', NULL, 'NULL', x\ny\\, '"']`]],
  },
  {
    type: 'numeric(40,2)[]',
    logical: 'list<decimal(40,2)>',
    values: [[`ARRAY[${nines(38)}.5]`, `[${nines(38)}.50]`]],
  },
  {
    type: 'numeric[]',
    logical: 'list<string>',
    note: 'type_as_text',
    values: [[`ARRAY[1.500, 'NaN']`, '[1.5, NaN]']],
  },
  {
    type: 'date[]',
    logical: 'list<date>',
    values: [[`ARRAY[DATE '0044-03-15 BC', 'infinity']`, `['0044-03-15 (BC)', infinity]`]],
  },
  { type: 'bytea[]', logical: 'list<binary>', values: [[`ARRAY['\\x00ff'::bytea]`, '[\\x00\\xFF]']] },
  {
    type: 'inet[]',
    logical: 'list<string>',
    note: 'type_as_text',
    values: [[`ARRAY['10.0.0.1'::inet]`, '[10.0.0.1]']],
  },
  {
    type: 'integer[]',
    logical: 'unknown',
    note: 'type_not_read',
    values: [[`'{{1,2},{3,4}}'`, '']],
  },
  { type: 'integer[][]', logical: 'unknown', note: 'type_not_read', values: [[`'{{1}}'`, '']] },
  {
    type: 'point3',
    logical: 'struct<x long, "Y y" decimal(6,2), label string>',
    values: [
      [`ROW(1, 2.5, 'a"b')`, `{'x': 1, 'Y y': 2.50, 'label': 'a"b'}`],
      ['ROW(NULL, NULL, NULL)', `{'x': NULL, 'Y y': NULL, 'label': NULL}`],
    ],
  },
  {
    type: 'line3',
    logical: 'struct<name string, points list<struct<x long, "Y y" decimal(6,2), label string>>, day date>',
    values: [
      [
        `ROW('l', ARRAY[ROW(1, 2.5, 'a')::point3, NULL], '2024-01-31')`,
        `{'name': l, 'points': [{'x': 1, 'Y y': 2.50, 'label': a}, NULL], 'day': 2024-01-31}`,
      ],
      [`ROW(NULL, '{}', NULL)`, `{'name': NULL, 'points': [], 'day': NULL}`],
    ],
  },
  { type: 'folded', logical: 'unknown', note: 'type_not_read', values: [['ROW(1, 2)', '']] },
  {
    type: 'hstore',
    logical: 'map<string, string>',
    values: [
      [`'a=>1, b=>NULL'`, '{a=1, b=NULL}'],
      [`''`, '{}'],
    ],
  },
  { type: 'point', logical: 'unknown', note: 'type_not_read', values: [[`'(1,2)'`, '']] },
  { type: '"char"', logical: 'unknown', note: 'type_not_read', values: [[`'a'`, '']] },
  { type: 'tsvector', logical: 'string', note: 'type_as_text', values: [[`'a:1 b'`, `'a':1 'b'`]] },
];
