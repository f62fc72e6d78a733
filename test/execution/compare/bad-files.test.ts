import assert from 'node:assert/strict';
import { chmodSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { locateFiles } from '../../../src/connectors/files/locate-files.ts';
import { AppError } from '../../../src/domain/app-error.ts';
import type { ProblemCode } from '../../../src/domain/problems.ts';
import { type Content, FileFixtures } from './file-fixtures.ts';

const fixtures = await FileFixtures.create();
await fixtures.parquet('good.parquet', 'SELECT range AS id, range * 2 AS v FROM range(1000)');
const goodParquet = await import('node:fs').then(({ readFileSync }) =>
  readFileSync(fixtures.path('good.parquet')),
);
const manyRows = `a,b\n${Array.from({ length: 50_000 }, (_, row) => `${row},${row * 7}`).join('\n')}\n`;

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
}

/** Each must end as this problem, with a detail that names the file, the place and what to do. */
interface BadInput {
  readonly files: Readonly<Record<string, Content>>;
  readonly open: string;
  readonly reading?: readonly string[];
  readonly code: ProblemCode;
  readonly says: readonly RegExp[];
}

const unreadable = 'dataset_unreadable';

const badInputs: Readonly<Record<string, BadInput>> = {
  'a file that is not there': {
    files: {},
    open: 'nothing.csv',
    code: 'dataset_not_found',
    says: [/nothing\.csv/, /Check the path/],
  },
  'a pattern that matches nothing': {
    files: {},
    open: 'nothing-*.csv',
    code: 'dataset_not_found',
    says: [/nothing-\*\.csv/, /quote it/],
  },
  'a file of too many columns': {
    files: { 'wide.csv': `${Array.from({ length: 5001 }, (_, index) => `c${index}`).join(',')}\n` },
    open: 'wide.csv',
    code: 'dataset_too_wide',
    says: [/wide\.csv has 5001 columns/, /at most 5000/, /fewer columns/],
  },
  'a folder without data': {
    files: { 'bare/readme.md': '#' },
    open: 'bare',
    code: 'dataset_not_found',
    says: [/bare/, /\.parquet/],
  },
  'a name that says no format': {
    files: { 'a.dat': '1' },
    open: 'a.dat',
    code: 'dataset_format_unknown',
    says: [/a\.dat/, /format=csv/],
  },
  'a zip archive': {
    files: { 'a.csv.zip': bytes([0x50, 0x4b, 3, 4]) },
    open: 'a.csv.zip',
    code: 'dataset_format_unknown',
    says: [/zip/, /Unpack/],
  },
  'two formats in one folder': {
    files: { 'mix/a.csv': 'a\n1\n', 'mix/b.json': '[]' },
    open: 'mix',
    code: 'dataset_format_unknown',
    says: [/b\.json/, /a\.csv/],
  },

  'an empty CSV': {
    files: { 'empty.csv': '' },
    open: 'empty.csv',
    code: unreadable,
    says: [/empty\.csv is empty/, /Export/],
  },
  'a CSV of blank lines': {
    files: { 'blank.csv': '\n\n \n'.replace(' ', '') },
    open: 'blank.csv',
    code: unreadable,
    says: [/blank\.csv is empty/],
  },
  'a row with too few fields': {
    files: { 'short.csv': 'a,b\n1,2\n3\n4,5\n' },
    open: 'short.csv',
    code: unreadable,
    says: [/short\.csv, line 3, byte 8/, /1 field .* 2 columns/, /Repair/],
  },
  'a row with too many fields': {
    files: { 'long.csv': 'a,b\n1,2\n3,4,5\n' },
    open: 'long.csv',
    code: unreadable,
    says: [/line 3, byte 8/, /3 fields/, /must be quoted/],
  },
  'a trailing delimiter in one row': {
    files: { 'trail.csv': 'a,b\n1,2,\n' },
    open: 'trail.csv',
    code: unreadable,
    says: [/line 2/, /3 fields/],
  },
  'a ragged row far inside': {
    files: { 'far.csv': manyRows.replace('\n40000,', '\n40000') },
    open: 'far.csv',
    code: unreadable,
    says: [/line 40002/],
  },
  'a quote that never closes': {
    files: { 'open.csv': 'a,b\n1,2\n3,"x\n4,5\n' },
    open: 'open.csv',
    code: unreadable,
    says: [/line 3/, /nothing closes it/, /quote=none/],
  },
  'text after a closing quote': {
    files: { 'after.csv': 'a,b\n1,"x"y\n' },
    open: 'after.csv',
    code: unreadable,
    says: [/line 2/, /closing quote/],
  },
  'a lone carriage return': {
    files: { 'cr.csv': 'a,b\n1,x\ry\n2,z\n' },
    open: 'cr.csv',
    code: unreadable,
    says: [/line 2/],
  },
  'a repeated column name': {
    files: { 'twice.csv': 'id,name,id\n1,2,3\n' },
    open: 'twice.csv',
    code: 'dataset_names_ambiguous',
    says: [/twice\.csv/, /"id"/, /header=no/],
  },
  'Latin-1 bytes in UTF-8': {
    files: { 'latin.csv': bytes('a,b\n1,ok\n2,caf', [0xe9], '\n') },
    open: 'latin.csv',
    code: 'dataset_encoding_invalid',
    says: [/latin\.csv/, /byte 14 \(0xe9\), in line 3/, /encoding=windows-1252/],
  },
  'a bad byte beyond the first chunk': {
    files: { 'latin-far.csv': bytes(`a,b\n${'1,2\n'.repeat(300_000)}`, [0xff], ',2\n') },
    open: 'latin-far.csv',
    code: 'dataset_encoding_invalid',
    says: [/byte 1200004 \(0xff\), in line 300002/],
  },
  'a character cut off at the end': {
    files: { 'cut.csv': bytes('a\ncaf', [0xc3]) },
    open: 'cut.csv',
    code: 'dataset_encoding_invalid',
    says: [/byte 5 \(0xc3\)/],
  },
  'UTF-32': {
    files: { 'wide.csv': bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]) },
    open: 'wide.csv',
    code: 'dataset_encoding_invalid',
    says: [/UTF-32/, /Convert/],
  },
  'a lone surrogate in UTF-16': {
    files: { 'sur.csv': bytes([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x00, 0xd8, 0x61, 0]) },
    open: 'sur.csv',
    code: 'dataset_encoding_invalid',
    says: [/utf-16le/],
  },
  'a gzip that breaks off': {
    files: { 'cut.csv.gz': gzipSync(manyRows).subarray(0, 50_000) },
    open: 'cut.csv.gz',
    code: unreadable,
    says: [/cut\.csv\.gz/, /breaks off/, /after \d+ bytes/, /whole copy/],
  },
  'a gzip without its trailer': {
    files: { 'tail.csv.gz': gzipSync(manyRows).subarray(0, -8) },
    open: 'tail.csv.gz',
    code: unreadable,
    says: [/breaks off/],
  },
  'a gzip with a wrong check sum': {
    files: { 'sum.csv.gz': wrongSum(gzipSync(manyRows)) },
    open: 'sum.csv.gz',
    code: unreadable,
    says: [/check sum/],
  },
  'a zstd that breaks off': {
    files: { 'cut.csv.zst': zstdCompressSync(manyRows).subarray(0, 20_000) },
    open: 'cut.csv.zst',
    code: unreadable,
    says: [/zstd/, /breaks off/],
  },
  'plain text named .gz and ragged': {
    files: { 'plain.csv.gz': 'a,b\n1\n' },
    open: 'plain.csv.gz',
    code: unreadable,
    says: [/line 2/],
  },
  'CSV files with other columns': {
    files: { 'cols/1.csv': 'a,b\n1,2\n', 'cols/2.csv': 'a,c\n1,2\n' },
    open: 'cols',
    code: 'dataset_schema_mixed',
    says: [/Column 2 is "c"/, /2\.csv/, /"b"/],
  },
  'CSV files with more columns': {
    files: { 'more/1.csv': 'a,b\n1,2\n', 'more/2.csv': 'a,b,c\n1,2,3\n' },
    open: 'more',
    code: 'dataset_schema_mixed',
    says: [/3 columns/, /2\.csv/],
  },
  'a delimiter of two characters': {
    files: { 'd.csv': 'a\n' },
    open: 'd.csv',
    reading: ['delimiter=||'],
    code: 'reading_option_invalid',
    says: [/delimiter is "\|\|"/, /one ASCII character/],
  },
  'an unknown option': {
    files: { 'd.csv': 'a\n' },
    open: 'd.csv',
    reading: ['colour=red'],
    code: 'reading_option_invalid',
    says: [/colour/, /delimiter/],
  },
  'an unknown encoding': {
    files: { 'd.csv': 'a\n' },
    open: 'd.csv',
    reading: ['encoding=ebcdic'],
    code: 'reading_option_invalid',
    says: [/ebcdic/, /windows-1252/],
  },
  'an unknown zone': {
    files: { 'd.csv': 'a\n' },
    open: 'd.csv',
    reading: ['zone=Mars/Base'],
    code: 'reading_option_invalid',
    says: [/Mars\/Base/, /Europe\/Berlin/],
  },

  'an empty JSON': {
    files: { 'empty.json': ' \n' },
    open: 'empty.json',
    code: unreadable,
    says: [/empty\.json is empty/],
  },
  'a JSON that is none': {
    files: { 'text.json': 'hello' },
    open: 'text.json',
    code: unreadable,
    says: [/text\.json, line 1/, /neither/],
  },
  'a broken line of NDJSON': {
    files: { 'broken.ndjson': '{"a":1}\n{"a":\n{"a":3}\n' },
    open: 'broken.ndjson',
    code: unreadable,
    says: [/broken\.ndjson, line 2 \(record 2\)/, /not valid JSON/],
  },
  'a bad byte in NDJSON': {
    files: { 'latin.ndjson': bytes('{"a":"x"}\n{"a":"', [0xe9], '"}\n') },
    open: 'latin.ndjson',
    code: 'dataset_encoding_invalid',
    says: [/byte 16 \(0xe9\), in line 2/],
  },
  'two records in one line': {
    files: { 'two.ndjson': '{"a":1}\n{"a":2}{"a":3}\n' },
    open: 'two.ndjson',
    code: unreadable,
    says: [/line 2/],
  },
  'a record that is no object': {
    files: { 'number.ndjson': '{"a":1}\n7\n' },
    open: 'number.ndjson',
    code: unreadable,
    says: [/line 2 \(record 2\)/, /no object/],
  },
  'a record that is null': {
    files: { 'null.ndjson': '{"a":1}\n\nnull\n' },
    open: 'null.ndjson',
    code: unreadable,
    says: [/line 3 \(record 2\)/, /no object/],
  },
  'a key twice in a record': {
    files: { 'twice.ndjson': '{"a":1}\n{"a":1,"b":{"c":1,"c":2}}\n' },
    open: 'twice.ndjson',
    code: unreadable,
    says: [/line 2/, /key twice/],
  },
  'a list that is not closed': {
    files: { 'list.json': '[{"a":1},\n{"a":2}' },
    open: 'list.json',
    code: unreadable,
    says: [/list\.json, line 2/, /file ends/],
  },
  'a list with a broken record': {
    files: { 'item.json': '[{"a":1},\n{"a":2,,},\n{"a":3}]' },
    open: 'item.json',
    code: unreadable,
    says: [/line 2 \(record 2\)/],
  },
  'a list of numbers': {
    files: { 'numbers.json': '[1,2]' },
    open: 'numbers.json',
    code: unreadable,
    says: [/line 1 \(record 1\)/, /no object/],
  },
  'JSON laid out in two ways': {
    files: { 'lay/1.json': '[{"a":1}]', 'lay/2.json': '{"a":1}\n{"a":2}\n' },
    open: 'lay',
    code: 'dataset_format_unknown',
    says: [/2\.json/, /one record a line/],
  },

  'an empty Parquet': {
    files: { 'empty.parquet': '' },
    open: 'empty.parquet',
    code: unreadable,
    says: [/empty\.parquet is empty/],
  },
  'a Parquet that is none': {
    files: { 'text.parquet': 'id,name\n1,x\n2,y\n' },
    open: 'text.parquet',
    code: unreadable,
    says: [/text\.parquet is not Parquet/, /format=csv/],
  },
  'a Parquet that breaks off': {
    files: { 'cut.parquet': goodParquet.subarray(0, 1000) },
    open: 'cut.parquet',
    code: unreadable,
    says: [/incomplete Parquet: it ends at byte 1000/, /whole copy/],
  },
  'a Parquet with an impossible footer': {
    files: { 'foot.parquet': bytes('PAR1', [0xff, 0xff, 0xff, 0x7f], 'PAR1') },
    open: 'foot.parquet',
    code: unreadable,
    says: [/footer of 2147483647 bytes/],
  },
  'a Parquet with a footer of noise': {
    files: { 'noise.parquet': noise(goodParquet) },
    open: 'noise.parquet',
    code: unreadable,
    says: [/noise\.parquet is damaged/, /footer/],
  },
  'an encrypted Parquet': {
    files: { 'enc.parquet': bytes('PARE', new Array(20).fill(0), 'PARE') },
    open: 'enc.parquet',
    code: unreadable,
    says: [/encrypted/],
  },
  'a Parquet inside gzip': {
    files: { 'a.parquet.gz': gzipSync(goodParquet) },
    open: 'a.parquet.gz',
    code: 'dataset_format_unknown',
    says: [/Unpack/],
  },
};

function wrongSum(packed: Buffer): Buffer {
  const copy = Buffer.from(packed);
  copy.writeUInt32LE(~copy.readUInt32LE(copy.length - 8) >>> 0, copy.length - 8);
  return copy;
}

/** The footer's bytes turned around, its length and the magic left as they are. */
function noise(parquet: Buffer): Buffer {
  const copy = Buffer.from(parquet);
  const footer = copy.readUInt32LE(copy.length - 8);
  for (let at = copy.length - 8 - footer; at < copy.length - 8; at += 1) copy[at] = (copy[at] ?? 0) ^ 0x5a;
  return copy;
}

for (const [name, { files, open, reading = [], code, says }] of Object.entries(badInputs)) {
  test(`${name} is refused`, async () => {
    fixtures.write(files);
    const error = await fixtures.open(open, ...reading).then(
      () => assert.fail('it was opened'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof AppError, `not a problem but ${error}`);
    assert.equal(error.code, code, error.params.detail);
    for (const pattern of says) assert.match(error.params.detail, pattern);
  });
}

test('a file without the right to read it is refused', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, async () => {
  fixtures.write({ 'locked.csv': 'a\n1\n' });
  chmodSync(fixtures.path('locked.csv'), 0);
  await assert.rejects(fixtures.open('locked.csv'), { code: unreadable, message: /permission is denied/ });
});

test('a damaged page is found by file and column', async () => {
  const damaged = Buffer.from(goodParquet);
  for (let at = 4; at < 2000; at += 1) damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
  fixtures.write({ 'parts/1.parquet': goodParquet, 'parts/2.parquet': damaged });
  const dataset = await fixtures.open('parts');
  await assert.rejects(fixtures.rows(dataset));
  const defect = await dataset.findDefect();
  assert.equal(defect?.code, unreadable);
  assert.match(defect?.params.detail ?? '', /2\.parquet is damaged Parquet: the pages of column "id"/);
});

test('a good file has no defect', async () => {
  const dataset = await fixtures.open('good.parquet');
  assert.equal(await dataset.findDefect(), null);
});

test('rows of the data never get into a message', async () => {
  for (const [name, { files, open, reading = [] }] of Object.entries(badInputs)) {
    const secret = 'canary-7741';
    const planted = Object.fromEntries(
      Object.entries(files).map(([file, content]) => [
        file,
        typeof content === 'string' ? content.replaceAll(/\b[1-9x]\b/g, secret) : content,
      ]),
    );
    fixtures.write(planted);
    const detail = await fixtures.open(open, ...reading).then(
      () => '',
      (error: AppError) => error.params.detail,
    );
    assert.ok(!detail.includes(secret), `${name}: ${detail}`);
  }
});

test('a link or a path out of the allowed roots is refused', async () => {
  fixtures.write({ 'inside/a.csv': 'a\n1\n', 'outside/b.csv': 'a\n1\n' });
  symlinkSync(fixtures.path('outside/b.csv'), fixtures.path('inside/link.csv'));
  const roots = [fixtures.path('inside')];
  const refused = { code: 'data_access_refused' };
  await assert.rejects(locateFiles(fixtures.path('inside/link.csv'), roots), refused);
  await assert.rejects(locateFiles(fixtures.path('inside/../outside/b.csv'), roots), refused);
  await assert.rejects(locateFiles(fixtures.path('inside'), roots), refused);
  await assert.rejects(locateFiles(fixtures.path('*/b.csv'), roots), refused);
  const { files } = await locateFiles(fixtures.path('inside/a.csv'), roots);
  assert.equal(files.length, 1);
});

test('a link inside the roots is followed to the real file', async () => {
  fixtures.write({ 'real/a.csv': 'a\n1\n' });
  symlinkSync(fixtures.path('real/a.csv'), fixtures.path('real/link.csv'));
  const { files } = await locateFiles(fixtures.path('real'), [fixtures.path('real')]);
  assert.deepEqual(
    files.map((file) => file.split('/').at(-1)),
    ['a.csv'],
  );
});
