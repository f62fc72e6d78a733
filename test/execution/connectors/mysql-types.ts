import type { TypeCase } from './type-case.ts';

const nines = (count: number) => '9'.repeat(count);

/** What a text that is nothing but text must survive. */
const texts: TypeCase['values'] = [
  [`''`, ''],
  [`'NULL'`, 'NULL'],
  [`'\\\\N'`, '\\N'],
  [`'a\\tb\\nc\\rd\\\\n\\\\'`, 'a\tb\nc\rd\\n\\'],
  [`'\\0\\b\\Z'`, '\0\b\x1a'],
  [`'"quoted", with '' and ,'`, `"quoted", with ' and ,`],
  [`'é 😀 שלום'`, 'é 😀 שלום'],
  [`'x '`, 'x '],
];

export const typeCases: readonly TypeCase[] = [
  {
    type: 'tinyint',
    logical: 'long',
    values: [
      ['-128', '-128'],
      ['127', '127'],
    ],
  },
  { type: 'tinyint unsigned', logical: 'long', values: [['255', '255']] },
  {
    type: 'tinyint(1)',
    logical: 'long',
    note: 'type_as_number',
    values: [
      ['TRUE', '1'],
      ['FALSE', '0'],
      ['7', '7'],
    ],
  },
  { type: 'smallint', logical: 'long', values: [['-32768', '-32768']] },
  { type: 'mediumint unsigned', logical: 'long', values: [['16777215', '16777215']] },
  { type: 'int(8) zerofill', logical: 'long', values: [['7', '7']] },
  { type: 'int unsigned', logical: 'long', values: [['4294967295', '4294967295']] },
  {
    type: 'bigint',
    logical: 'long',
    values: [
      ['9007199254740993', '9007199254740993'],
      ['-9223372036854775808', '-9223372036854775808'],
    ],
  },
  {
    type: 'bigint unsigned',
    logical: 'decimal(20,0)',
    values: [
      ['18446744073709551615', '18446744073709551615'],
      ['0', '0'],
    ],
  },
  {
    type: 'decimal(12,2)',
    logical: 'decimal(12,2)',
    values: [
      ['1.1', '1.10'],
      ['-0.19', '-0.19'],
      ['9999999999.99', '9999999999.99'],
    ],
  },
  {
    type: 'decimal(65,30)',
    logical: 'decimal(65,30)',
    values: [
      [`${nines(35)}.${nines(30)}`, `${nines(35)}.${nines(30)}`],
      ['-0.5', `-0.5${'0'.repeat(29)}`],
    ],
  },
  { type: 'decimal(38,0)', logical: 'decimal(38,0)', values: [[nines(38), nines(38)]] },
  {
    type: 'float',
    logical: 'double',
    values: [
      ['0.1', '0.10000000149011612'],
      ['16777216', '16777216.0'],
      ['-1.17549e-38', '-1.1754900067970481e-38'],
    ],
  },
  {
    type: 'double',
    logical: 'double',
    values: [
      ['0.1', '0.1'],
      ['1.7976931348623157e308', '1.7976931348623157e+308'],
      ['2.2250738585072014e-308', '2.2250738585072014e-308'],
      ['123456789.123456789', '123456789.12345679'],
      [`'-0'`, '0.0'],
    ],
  },
  {
    type: 'bit(1)',
    logical: 'long',
    note: 'type_as_number',
    values: [
      [`b'1'`, '1'],
      [`b'0'`, '0'],
    ],
  },
  {
    type: 'bit(10)',
    logical: 'string',
    note: 'type_as_text',
    values: [
      [`b'101'`, '0000000101'],
      [`b'0'`, '0000000000'],
    ],
  },
  { type: 'bit(64)', logical: 'string', note: 'type_as_text', values: [['~0', '1'.repeat(64)]] },
  {
    type: 'year',
    logical: 'long',
    values: [
      ['2155', '2155'],
      ['0', '0'],
    ],
  },
  {
    type: 'date',
    logical: 'date',
    values: [
      [`'2024-02-29'`, '2024-02-29'],
      [`'1000-01-01'`, '1000-01-01'],
      [`'9999-12-31'`, '9999-12-31'],
      [`'0999-12-31'`, '0999-12-31'],
    ],
  },
  {
    type: 'date',
    logical: 'date',
    values: [
      [`'0000-00-00'`, '0000-00-00'],
      [`'2024-00-15'`, '2024-00-15'],
      [`'2024-01-00'`, '2024-01-00'],
      [`'0999-12-31'`, '0999-12-31'],
    ],
    unreadable: 3,
  },
  {
    type: 'datetime',
    logical: 'timestamp(0) naive',
    values: [[`'2024-01-31 07:05:00'`, '2024-01-31 07:05:00']],
  },
  {
    type: 'datetime(6)',
    logical: 'timestamp(6) naive',
    values: [
      [`'2024-01-31 07:05:00.123457'`, '2024-01-31 07:05:00.123457'],
      [`'9999-12-31 23:59:59.999999'`, '9999-12-31 23:59:59.999999'],
    ],
  },
  {
    type: 'datetime(3)',
    logical: 'timestamp(3) naive',
    values: [
      [`'0000-00-00 00:00:00'`, '0000-00-00 00:00:00.000'],
      [`'2024-01-31 07:05:00.5'`, '2024-01-31 07:05:00.500000'],
    ],
    unreadable: 1,
  },
  {
    type: 'timestamp(6) NULL',
    logical: 'timestamp(6) zoned',
    values: [
      [`'2024-03-31 02:30:00.000001'`, '2024-03-31 02:30:00.000001+00'],
      [`'1970-01-01 00:00:01'`, '1970-01-01 00:00:01+00'],
      [`'2038-01-19 03:14:07.999999'`, '2038-01-19 03:14:07.999999+00'],
    ],
  },
  {
    type: 'timestamp NULL',
    logical: 'timestamp(0) zoned',
    values: [
      [`'0000-00-00 00:00:00'`, '0000-00-00 00:00:00+00'],
      [`'2024-01-31 07:05:00'`, '2024-01-31 07:05:00.000000Z'],
    ],
    unreadable: 1,
  },
  {
    type: 'time(6)',
    logical: 'time(6)',
    note: 'precision_lost',
    values: [
      [`'00:00:00'`, '00:00:00'],
      [`'23:59:59.999999'`, '23:59:59.999999'],
    ],
  },
  {
    type: 'time(3)',
    logical: 'time(3)',
    note: 'precision_lost',
    values: [
      [`'838:59:59'`, '838:59:59.000'],
      [`'-00:00:01.5'`, '-00:00:01.500'],
      [`'12:00:00.25'`, '12:00:00.250000'],
    ],
    unreadable: 2,
  },
  { type: 'varchar(100)', logical: 'string', values: texts },
  { type: 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci', logical: 'string', values: texts },
  { type: 'varchar(20) CHARACTER SET latin1', logical: 'string', values: [[`'é€'`, 'é€']] },
  { type: 'varchar(20) CHARACTER SET utf16', logical: 'string', values: [[`'é😀'`, 'é😀']] },
  {
    type: 'char(6)',
    logical: 'string',
    values: [
      [`'x  '`, 'x'],
      [`' x'`, ' x'],
      [`''`, ''],
    ],
  },
  {
    type: 'longtext',
    logical: 'string',
    values: [[`CONCAT(REPEAT('x', 70000), 'y')`, `${'x'.repeat(70000)}y`]],
  },
  { type: 'mediumtext', logical: 'string', values: texts },
  { type: `enum('a', 'O''K', '')`, logical: 'string', values: [[`'O''K'`, `O'K`]] },
  {
    type: `set('x', 'y', 'z')`,
    logical: 'string',
    values: [
      [`'z,x'`, 'x,z'],
      [`''`, ''],
    ],
  },
  { type: 'binary(4)', logical: 'binary', values: [[`x'00ff'`, '00ff0000']] },
  {
    type: 'varbinary(10)',
    logical: 'binary',
    values: [
      [`x'00ff5c0a'`, '00ff5c0a'],
      [`''`, ''],
    ],
  },
  { type: 'longblob', logical: 'binary', values: [[`REPEAT(x'ab', 70000)`, 'ab'.repeat(70000)]] },
  {
    type: 'json',
    logical: 'json',
    values: [
      [`'{"b": 1.10, "a": "x\\\\ny"}'`, '{"b": 1.10, "a": "x\\ny"}'],
      [`'123456789012345678901234567890.5'`, '123456789012345678901234567890.5'],
    ],
  },
  {
    type: 'uuid',
    logical: 'uuid',
    values: [[`'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'`, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
  },
  { type: 'inet6', logical: 'string', note: 'type_as_text', values: [[`'::1'`, '::1']] },
  { type: 'point', logical: 'unknown', note: 'type_not_read', values: [['POINT(1, 2)', '']] },
  { type: 'int AS (id * 2) PERSISTENT', logical: 'long', values: [] },
  { type: 'int INVISIBLE', logical: 'long', values: [['5', '5']] },
];
