import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printLogicalType } from '../../../src/domain/comparison/logical-type-text.ts';
import { FileFixtures } from './file-fixtures.ts';

const fixtures = await FileFixtures.create();

/** What a column of these texts is read as. An empty text is NULL. */
const columns: Readonly<Record<string, readonly [readonly string[], string]>> = {
  'small integers': [['1', '-2', '0'], 'long'],
  'the ends of 64 bits': [['9223372036854775807', '-9223372036854775808'], 'long'],
  'beyond 2^53': [['9007199254740993'], 'long'],
  'beyond 64 bits': [['9223372036854775808'], 'decimal(19,0)'],
  '38 digits': [['12345678901234567890123456789012345678'], 'decimal(38,0)'],
  '39 digits': [['123456789012345678901234567890123456789'], 'string'],
  'a leading zero': [['7', '007'], 'string'],
  'a plus sign': [['+7'], 'string'],
  'a blank before': [[' 7'], 'string'],
  'a blank after': [['7 '], 'string'],
  'a thousands separator': [['"1,000"'], 'string'],
  'an underscore': [['1_000'], 'string'],
  'minus zero': [['-0', '1'], 'decimal(1,0)'],
  'a decimal': [['1.10', '22.5'], 'decimal(4,2)'],
  'no digit before the point': [['.5', '-.25'], 'decimal(2,2)'],
  'no digit after the point': [['5.'], 'string'],
  'a leading zero before a fraction': [['00.5'], 'string'],
  'integers and decimals': [['1', '2.5'], 'decimal(2,1)'],
  'an exponent': [['1e5', '2.5E-7'], 'double'],
  'an exponent of an article number': [['12E3'], 'string'],
  'an exponent beyond a double': [['1e400'], 'string'],
  'an exponent below a double': [['1e-400'], 'string'],
  'a fraction that a double would round, beside an exponent': [['1e5', '0.12345678901234567890'], 'string'],
  'an integer that a double would round, beside NaN': [['9007199254740993', 'NaN'], 'string'],
  'NaN beside a number': [['NaN', '1.5'], 'double'],
  'infinities beside a number': [['inf', '-Infinity', '2'], 'double'],
  'NaN alone': [['NaN'], 'string'],
  'a decimal that outgrows 38 digits, exact as a double': [
    ['1e0', '100000000000000000000000000000000000000000'],
    'double',
  ],
  'true and false': [['true', 'false'], 'boolean'],
  'True and False': [['True', 'False'], 'boolean'],
  'TRUE and true': [['TRUE', 'true'], 'string'],
  'yes and no': [['yes', 'no'], 'string'],
  't and f': [['t', 'f'], 'string'],
  'one and zero': [['1', '0'], 'long'],
  'a date': [['2024-02-29', '0001-01-01', '9999-12-31'], 'date'],
  'a date that is none': [['2023-02-29'], 'string'],
  'a date in another order': [['31.12.2024'], 'string'],
  'a date without dashes': [['20240131'], 'long'],
  'infinity as a date': [['2024-01-01', 'infinity'], 'string'],
  'a timestamp': [['2024-01-01 10:00:00'], 'timestamp(6) naive'],
  'a timestamp with T': [['2024-01-01T10:00:00.5'], 'timestamp(6) naive'],
  'a timestamp without seconds': [['2024-01-01 10:00'], 'timestamp(6) naive'],
  'dates and timestamps': [['2024-01-01', '2024-01-01 10:00:00'], 'timestamp(6) naive'],
  'milliseconds throughout': [['2024-01-01 10:00:00.123', '2024-01-01 10:00:00.000'], 'timestamp(3) naive'],
  'nanoseconds throughout': [['2024-01-01 10:00:00.123456789'], 'timestamp(9) naive'],
  'nanoseconds in some': [['2024-01-01 10:00:00.1234567', '2024-01-01 10:00:00'], 'timestamp(9) naive'],
  'nanoseconds out of range': [['0001-01-01 10:00:00.123456789'], 'string'],
  'an hour that is none': [['2024-01-01 24:00:00'], 'string'],
  'a second that is none': [['2024-01-01 23:59:60'], 'string'],
  'a zoned timestamp': [
    ['2024-01-01T10:00:00Z', '2024-01-01 10:00:00+02:00', '2024-01-01 10:00:00-0330'],
    'timestamp(6) zoned',
  ],
  'zoned and naive': [['2024-01-01T10:00:00Z', '2024-01-01T10:00:00'], 'string'],
  'zoned nanoseconds': [['2024-01-01T10:00:00.123456789Z'], 'string'],
  'a UUID': [['3f2504e0-4f89-11d3-9a0c-0305e82c3301'], 'string'],
  'a time': [['10:00:00'], 'string'],
  'nothing at all': [['', ''], 'string'],
  'numbers with gaps': [['1', '', '3'], 'long'],
  'an empty text in quotes among numbers': [['1', '""'], 'string'],
  'NULL among numbers': [['1', 'NULL', '3'], 'long'],
  'N/A among dates': [['2024-01-01', 'N/A'], 'date'],
  'two spellings of NULL': [['1', 'NULL', 'null'], 'string'],
  'NULL beside a gap': [['1', 'NULL', ''], 'string'],
  'NULL among texts': [['a', 'NULL'], 'string'],
  'NULL alone': [['NULL'], 'string'],
};

test('a column of text takes the narrowest type that loses nothing of any value', async (t) => {
  for (const [name, [values, expected]] of Object.entries(columns)) {
    await t.test(name, async () => {
      fixtures.write({ 'column.csv': `id,v\n${values.map((value, row) => `${row},${value}\n`).join('')}` });
      const { columns: found } = await fixtures.open('column.csv');
      assert.equal(printLogicalType(found[1]?.logicalType ?? { kind: 'unknown' }), expected);
    });
  }
});

test('the last value of a long file counts as much as the first', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row},${row}`);
  fixtures.write({ 'late.csv': `id,v\n${rows.join('\n')}\n60000,007\n` });
  const { columns: found, rows: count } = await fixtures.open('late.csv');
  assert.deepEqual(
    found.map(({ logicalType }) => logicalType.kind),
    ['long', 'string'],
  );
  assert.equal(count, 60_001);
});

test('a text that stands for NULL is read as NULL, and the report is told', async () => {
  fixtures.write({ 'token.csv': 'id,v\n1,10\n2,\\N\n' });
  const dataset = await fixtures.open('token.csv');
  assert.deepEqual(await fixtures.rows(dataset), [
    { id: '1', v: '10' },
    { id: '2', v: null },
  ]);
  assert.deepEqual(
    dataset.notes.map(({ code }) => code),
    ['null_text_detected'],
  );
  assert.equal(dataset.columns[1]?.nullable, true);
});

test('declared null texts take the place of the empty one', async () => {
  fixtures.write({ 'declared.csv': 'id,v\n1,-\n2,\n3,x\n' });
  const dataset = await fixtures.open('declared.csv', 'null=-');
  assert.deepEqual(
    (await fixtures.rows(dataset)).map(({ v }) => v),
    [null, '', 'x'],
  );
});

test('whatever type a column gets, every value can be had back from it', async () => {
  const digits = fc.stringMatching(/^-?[0-9]{0,20}\.?[0-9]{0,20}$/);
  const exponent = fc.tuple(
    fc.stringMatching(/^-?[0-9]{1,3}(\.[0-9]{1,18})?$/),
    fc.integer({ min: -330, max: 330 }),
  );
  const value = fc.oneof(
    digits,
    fc.double().map(String),
    exponent.map(([m, e]) => `${m}e${e}`),
    fc.bigInt().map(String),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), async (values) => {
      fixtures.write({ 'property.csv': `id,v\n${values.map((text, row) => `${row},${text}\n`).join('')}` });
      const dataset = await fixtures.open('property.csv');
      const read = new Map((await fixtures.rows(dataset)).map((row) => [row.id, row.v]));
      for (const [row, text] of values.entries()) {
        const got = read.get(String(row)) ?? null;
        assert.ok(sameNumber(text, got), `${text} became ${got}`);
      }
    }),
    { numRuns: 60 },
  );
});

/** By sign, digits and place of the point, without a number type in between. */
function sameNumber(text: string, read: unknown): boolean {
  if (text === '') return read === null;
  if (typeof read !== 'string') return false;
  return text === read || JSON.stringify(canonical(text)) === JSON.stringify(canonical(read));
}

function canonical(text: string): unknown {
  if (/nan/i.test(text)) return 'nan';
  if (/inf/i.test(text)) return text.startsWith('-') ? '-inf' : 'inf';
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = all.replace(/0+$/, '');
  if (kept === '') return 'zero';
  return [sign, kept, Number(exponent) - fraction.length + (all.length - kept.length)];
}
