import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { FileDataset } from '../../../src/connectors/files/file-dataset.ts';
import { printLogicalType } from '../../../src/domain/comparison/logical-type-text.ts';
import { FileFixtures } from './file-fixtures.ts';

const fixtures = await FileFixtures.create();

function schemaOf({ columns }: FileDataset): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, logicalType }) => [name, printLogicalType(logicalType)]));
}

const people = [
  { id: '1', name: 'Zoë', note: 'a,b' },
  { id: '2', name: 'O"Hara', note: null },
  { id: '3', name: '', note: 'two\nlines' },
];
const peopleCsv = 'id,name,note\n1,Zoë,"a,b"\n2,"O""Hara",\n3,"","two\nlines"\n';

/** The same table in every way of writing it. */
const spellings: Readonly<Record<string, readonly [string, string | Uint8Array, ...string[]]>> = {
  LF: ['p.csv', peopleCsv],
  'no line feed at the end': ['p.csv', peopleCsv.slice(0, -1)],
  CRLF: ['p.csv', crlf(peopleCsv)],
  'CR alone': ['p.csv', crlf(peopleCsv).replaceAll('\r\n', '\r')],
  'LF and CRLF mixed': ['p.csv', peopleCsv.replace('note\n', 'note\r\n')],
  'CRLF with a line break in the header': ['p.csv', crlf(peopleCsv), 'header=yes'],
  'blank lines between': ['p.csv', peopleCsv.replace('\n2,', '\n\n\n2,')],
  'blank lines first': ['p.csv', `\n\n${peopleCsv}`],
  'a byte order mark': ['p.csv', `\ufeff${peopleCsv}`],
  'a byte order mark before a quoted name': ['p.csv', `\ufeff${peopleCsv.replace('id,', '"id",')}`],
  semicolons: ['p.csv', peopleCsv.replaceAll(/,(?!b")/g, ';')],
  tabs: ['p.tsv', peopleCsv.replaceAll(/,(?!b")/g, '\t')],
  pipes: ['p.csv', peopleCsv.replaceAll(/,(?!b")/g, '|')],
  'a declared delimiter': ['p.csv', peopleCsv.replaceAll(/,(?!b")/g, '^'), 'delimiter=^'],
  'a declared control character': ['p.csv', peopleCsv.replaceAll(/,(?!b")/g, '\u0001'), 'delimiter=\u0001'],
  'backslashes before quotes': ['p.csv', peopleCsv.replace('O""Hara', 'O\\"Hara')],
  'single quotes': [
    'p.csv',
    "'id','name','note'\n'1','Zoë','a,b'\n'2','O\"Hara',\n'3','','two\nlines'\n",
    "quote='",
  ],
  'no header': ['p.csv', peopleCsv.slice(peopleCsv.indexOf('\n') + 1)],
  'UTF-16 with its mark': [
    'p.csv',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(peopleCsv, 'utf16le')]),
  ],
  'UTF-16 without its mark': ['p.csv', Buffer.from(peopleCsv, 'utf16le')],
  'UTF-16 the other way round': [
    'p.csv',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(peopleCsv, 'utf16le').swap16()]),
  ],
  'Latin-1, declared': ['p.csv', Buffer.from(peopleCsv, 'latin1'), 'encoding=latin-1'],
  'windows-1252, declared': ['p.csv', Buffer.from(peopleCsv, 'latin1'), 'encoding=windows-1252'],
  gzip: ['p.csv.gz', gzipSync(peopleCsv)],
  'gzip of two members': [
    'p.csv.gz',
    Buffer.concat([gzipSync(peopleCsv.slice(0, 20)), gzipSync(peopleCsv.slice(20))]),
  ],
  'gzip under another name': ['p.csv', gzipSync(peopleCsv)],
  zstd: ['p.csv.zst', zstdCompressSync(peopleCsv)],
  'gzip of UTF-16': [
    'p.csv.gz',
    gzipSync(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(peopleCsv, 'utf16le')])),
  ],
  'no extension, declared': ['p', peopleCsv, 'format=csv'],
};

function crlf(text: string): string {
  // The line break inside quotes is the value's own.
  return text.replaceAll('\n', '\r\n').replace('two\r\n', 'two\n');
}

for (const [name, [file, content, ...reading]] of Object.entries(spellings)) {
  test(`CSV in ${name} is read alike`, async () => {
    const folder = name.replaceAll(/\W/g, '_');
    fixtures.write({ [`${folder}/${file}`]: content });
    const dataset = await fixtures.open(`${folder}/${file}`, ...reading);
    assert.equal(dataset.rows, 3);
    const rows = (await fixtures.rows(dataset)).toSorted((a, b) =>
      String(a.id ?? a.column1).localeCompare(String(b.id ?? b.column1)),
    );
    if (name === 'no header') {
      assert.deepEqual(
        rows.map(({ column1, column2, column3 }) => ({ id: column1, name: column2, note: column3 })),
        people,
      );
    } else {
      assert.deepEqual(rows, people);
      assert.deepEqual(schemaOf(dataset), { id: 'long', name: 'string', note: 'string' });
    }
  });
}

test('the euro sign is where windows-1252 has it', async () => {
  fixtures.write({ 'euro.csv': Buffer.from([...Buffer.from('a,b\n1,'), 0x80, 0x0a]) });
  const dataset = await fixtures.open('euro.csv', 'encoding=cp1252');
  assert.deepEqual(await fixtures.rows(dataset), [{ a: '1', b: '€' }]);
});

test('a line break in the header does not make rows disappear', async () => {
  for (const ending of ['\n', '\r\n', '\r']) {
    fixtures.write({ 'head.csv': ['"first\nline",b', '1,2', '3,4', ''].join(ending) });
    const dataset = await fixtures.open('head.csv');
    assert.equal(dataset.rows, 2);
    assert.equal((await fixtures.rows(dataset)).length, 2);
    assert.equal(dataset.columns[0]?.name, 'first\nline');
  }
});

test('names come through as the file writes them', async () => {
  const names = [
    'id',
    'ID',
    'a.b',
    'we"ird',
    '$x',
    'with space',
    ' padded ',
    'select',
    'größe',
    '名前',
    "it's",
    'tab\there',
    'c0',
  ];
  const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  fixtures.write({ 'names.csv': `${header}\n${names.map((_, index) => index).join(',')}\n` });
  const dataset = await fixtures.open('names.csv');
  assert.deepEqual(
    dataset.columns.map(({ name }) => name),
    names,
  );
  const [row] = await fixtures.rows(dataset);
  assert.deepEqual(
    dataset.columns.map(({ column }) => row?.[column]),
    names.map((_, index) => String(index)),
  );
});

test('an unnamed column of a header gets a name by its place', async () => {
  fixtures.write({ 'index.csv': ',a\n0,x\n' });
  const dataset = await fixtures.open('index.csv');
  assert.deepEqual(schemaOf(dataset), { column1: 'long', a: 'string' });
});

test('a single column keeps its blank lines as NULL', async () => {
  fixtures.write({ 'one.csv': 'v\n1\n\n3\n' });
  const dataset = await fixtures.open('one.csv');
  assert.equal(dataset.rows, 3);
  assert.deepEqual((await fixtures.rows(dataset)).map(({ v }) => v).toSorted(), ['1', '3', null]);
});

test('a header alone is a dataset without rows', async () => {
  fixtures.write({ 'header.csv': 'a,b\n' });
  const dataset = await fixtures.open('header.csv');
  assert.equal(dataset.rows, 0);
  assert.deepEqual(
    dataset.columns.map(({ name }) => name),
    ['a', 'b'],
  );
});

test('a value of three million bytes is read', async () => {
  fixtures.write({ 'long.csv': `a,b\n1,${'x'.repeat(3_000_000)}y\n` });
  const [row] = await fixtures.rows(await fixtures.open('long.csv'));
  assert.equal(String(row?.b).length, 3_000_001);
});

test('a folder and a pattern are the rows of all their files, of whatever line ending and packing', async () => {
  fixtures.write({
    'set/1.csv': 'a,b\n1,x\n',
    'set/sub/2.csv': 'a,b\r\n2,y\r\n',
    'set/3.csv.gz': gzipSync('a,b\n3,z\n'),
    'set/empty.csv': '',
    'set/_SUCCESS': '',
    'set/.1.csv.crc': 'x',
    'set/read.me': 'x',
  });
  const dataset = await fixtures.open('set');
  assert.equal(dataset.rows, 3);
  assert.deepEqual((await fixtures.rows(dataset)).map(({ b }) => b).toSorted(), ['x', 'y', 'z']);
  assert.deepEqual(
    dataset.notes.map(({ code }) => code),
    ['files_ignored', 'files_ignored'],
  );
  assert.match(dataset.notes[0]?.detail ?? '', /read\.me/);
  assert.equal((await fixtures.open('set/?.csv*')).rows, 2);
});

test('what stands in the names of folders is a column of its type, in every format', async () => {
  const folders = ['day=2024-01-01/zip=007', 'day=2024-01-02/zip=__HIVE_DEFAULT_PARTITION__'];
  const [first = '', second = ''] = folders;
  fixtures.write({
    [`parted/csv/${first}/a.csv`]: 'a\n1\n',
    [`parted/csv/${second}/a.csv.gz`]: gzipSync('a\n2\n'),
    [`parted/json/${first}/a.ndjson`]: '{"a":1}\n',
    [`parted/json/${second}/b.ndjson`]: '{"a":2}\n',
  });
  await fixtures.parquet(`parted/parquet/${first}/a.parquet`, 'SELECT 1 AS a');
  await fixtures.parquet(`parted/parquet/${second}/a.parquet`, 'SELECT 2 AS a');
  for (const format of ['csv', 'json', 'parquet']) {
    const dataset = await fixtures.open(`parted/${format}`);
    assert.deepEqual(
      dataset.columns.map(({ name, logicalType }) => [name, logicalType.kind]),
      [
        ['a', 'long'],
        ['day', 'date'],
        ['zip', 'string'],
      ],
    );
    const rows = await fixtures.rows(dataset);
    assert.deepEqual(
      rows.toSorted((x, y) => Number(x.a) - Number(y.a)),
      [
        { a: '1', day: '2024-01-01', zip: '007' },
        { a: '2', day: '2024-01-02', zip: null },
      ],
    );
    assert.deepEqual(dataset.notes, []);
  }
});

test('a column of the files is theirs, and folders of only some files are told of', async () => {
  fixtures.write({
    'own/day=1/a.csv': 'a,day\n1,x\n',
    'own/day=2/a.csv': 'a,day\n2,y\n',
    'some/day=1/a.csv': 'a\n1\n',
    'some/b.csv': 'a\n2\n',
    'null/n=1/a.csv': 'a\n1\n',
    'null/n=NULL/a.csv': 'a\n2\n',
  });
  const own = await fixtures.rows(await fixtures.open('own'));
  assert.deepEqual(own.map(({ day }) => day).toSorted(), ['x', 'y']);
  const none = await fixtures.rows(await fixtures.open('null'));
  assert.deepEqual(new Set(none.map(({ n }) => n)), new Set(['1', null]));
  const { notes, columns } = await fixtures.open('some');
  assert.deepEqual([columns.length, notes.map(({ code }) => code)], [1, ['partitions_not_read']]);
  assert.match(notes[0]?.detail ?? '', /some folders is not compared: day\./);
});

test('a name that looks like a pattern is that file and no other', async () => {
  fixtures.write({ 'glob/b*.csv': 'a\n1\n', 'glob/b2.csv': 'a\n2\n', 'glob/[x]{y}?.csv': 'a\n3\n' });
  assert.equal((await fixtures.open('glob/b*.csv')).rows, 1);
  assert.deepEqual(await fixtures.rows(await fixtures.open('glob/[x]{y}?.csv')), [{ a: '3' }]);
  await fixtures.parquet('glob/p[1].parquet', 'SELECT 1 AS a');
  assert.equal((await fixtures.open('glob/p[1].parquet')).rows, 1);
});

const nested = [
  '{"id":1,"big":9007199254740993,"mixed":1,"d":1.5,"s":"x","t":true,"o":{"a":1,"b":{"c":"y"}},"l":[{"k":1},{"k":2}],"n":null}',
  '{"id":2,"big":12345678901234567890,"mixed":"1","d":9007199254740993,"s":"2024-01-01","o":{"a":2},"l":[],"n":null}',
];
const nestedSchema = {
  id: 'long',
  big: 'decimal(20,0)',
  mixed: 'json',
  d: 'decimal(17,1)',
  s: 'string',
  t: 'boolean',
  o: 'struct<a long, b struct<c string>>',
  l: 'list<struct<k long>>',
  n: 'string',
};

test('records of JSON that are more than the memory are read', async () => {
  const narrow = await FileFixtures.create(160 * 1024 ** 2);
  await narrow.written(
    'large.json',
    "SELECT range AS id, repeat('x', 400) AS word, CASE WHEN range % 3 = 0 THEN [range] END AS list FROM range(250000)",
    'json',
  );
  const dataset = await narrow.open('large.json');
  assert.equal(dataset.rows, 250_000);
  assert.deepEqual(schemaOf(dataset), { id: 'long', word: 'string', list: 'list<long>' });
});

for (const [name, file, content] of [
  ['a record a line', 'n.ndjson', `${nested.join('\n')}\n`],
  ['a record a line, named .json', 'n.json', nested.join('\r\n')],
  ['a list', 'n.json', `[${nested.join(',\n')}]`],
  [
    'records over several lines',
    'n.json',
    nested
      .map((record) => JSON.stringify(JSON.parse(record.replace('9007199254740993', '"9"')), null, 2))
      .join('\n'),
  ],
  ['a byte order mark', 'n.ndjson', `\ufeff${nested.join('\n')}`],
  ['gzip', 'n.ndjson.gz', gzipSync(nested.join('\n'))],
  ['zstd', 'n.jsonl.zst', zstdCompressSync(nested.join('\n'))],
  [
    'UTF-16',
    'n.ndjson',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(nested.join('\n'), 'utf16le')]),
  ],
] as const) {
  test(`JSON as ${name} keeps its nesting and its numbers`, async () => {
    const folder = `json_${name.replaceAll(/\W/g, '_')}`;
    fixtures.write({ [`${folder}/${file}`]: content });
    const dataset = await fixtures.open(`${folder}/${file}`);
    assert.equal(dataset.rows, 2);
    if (name === 'records over several lines') return;
    assert.deepEqual(schemaOf(dataset), nestedSchema);
    const [first, second] = (await fixtures.rows(dataset)).toSorted((a, b) => Number(a.id) - Number(b.id));
    assert.equal(first?.big, '9007199254740993');
    assert.equal(second?.big, '12345678901234567890');
    assert.equal(second?.d, '9007199254740993.0');
    assert.deepEqual(
      dataset.columns.find(({ name: own }) => own === 'o')?.children?.map(({ name: own }) => own),
      ['a', 'b'],
    );
    assert.equal(dataset.columns.find(({ name: own }) => own === 'n')?.allNull, true);
  });
}

test('keys that differ only in case, and odd keys, are columns of their own', async () => {
  fixtures.write({ 'case.ndjson': '{"id":1,"ID":2,"":3,"a/b~c":4,"o":{"x":1}}\n{"id":5,"ID":6}\n' });
  const dataset = await fixtures.open('case.ndjson');
  assert.deepEqual(
    dataset.columns.map(({ name }) => name),
    ['id', 'ID', '', 'a/b~c', 'o'],
  );
  const rows = (await fixtures.rows(dataset)).map((row) => dataset.columns.map(({ column }) => row[column]));
  assert.deepEqual(rows.toSorted(), [
    ['1', '2', '3', '4', '{"x":1}'],
    ['5', '6', null, null, null],
  ]);
});

test('members that differ only in case, and objects with data in their keys, stay JSON', async () => {
  const wide = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`k${index}`, index]));
  fixtures.write({ 'members.ndjson': `${JSON.stringify({ o: { a: 1, A: 2 }, wide })}\n` });
  assert.deepEqual(schemaOf(await fixtures.open('members.ndjson')), { o: 'json', wide: 'json' });
});

test('an integer beyond 64 bits inside a list is kept', async () => {
  fixtures.write({ 'inner.ndjson': '{"l":[1,18446744073709551615]}\n' });
  const dataset = await fixtures.open('inner.ndjson');
  assert.deepEqual(schemaOf(dataset), { l: 'list<decimal(38,0)>' });
  assert.deepEqual(await fixtures.rows(dataset), [{ l: '[1, 18446744073709551615]' }]);
});

test('an empty list is a dataset without rows and columns', async () => {
  fixtures.write({ 'none.json': '[]' });
  const dataset = await fixtures.open('none.json');
  assert.deepEqual([dataset.rows, dataset.columns.length], [0, 0]);
});

test('Parquet of every type that the engine writes has its logical type', async () => {
  await fixtures.parquet(
    'types.parquet',
    `SELECT true AS b, 1::TINYINT AS i8, 1::SMALLINT AS i16, 1::INTEGER AS i32, 1::BIGINT AS i64, 1::UTINYINT AS u8,
       1::UINTEGER AS u32, 1::UBIGINT AS u64, 1.5::FLOAT AS f, 1.5::DOUBLE AS d, 1.50::DECIMAL(4,2) AS d4,
       1.5::DECIMAL(18,3) AS d18, 1.5::DECIMAL(38,10) AS d38, 'x' AS s, 'x'::BLOB AS bin, DATE '2024-01-01' AS day,
       TIME '10:00:00' AS t, TIMESTAMP '2024-01-01 10:00:00' AS ts, TIMESTAMP_MS '2024-01-01 10:00:00' AS tms,
       TIMESTAMP_NS '2024-01-01 10:00:00' AS tns, TIMESTAMPTZ '2024-01-01 10:00:00Z' AS tz, uuid() AS u,
       '{}'::JSON AS j, {'a': 1, 'b': [1]} AS st, [1] AS l, MAP {'k': 1} AS m, 'a'::ENUM('a', 'b') AS e`,
  );
  const dataset = await fixtures.open('types.parquet');
  assert.deepEqual(schemaOf(dataset), {
    b: 'boolean',
    i8: 'long',
    i16: 'long',
    i32: 'long',
    i64: 'long',
    u8: 'long',
    u32: 'long',
    u64: 'decimal(20,0)',
    f: 'double',
    d: 'double',
    d4: 'decimal(4,2)',
    d18: 'decimal(18,3)',
    d38: 'decimal(38,10)',
    s: 'string',
    bin: 'binary',
    day: 'date',
    t: 'time(6)',
    ts: 'timestamp(6) naive',
    tms: 'timestamp(3) naive',
    tns: 'timestamp(9) naive',
    tz: 'timestamp(6) zoned',
    u: 'uuid',
    j: 'json',
    st: 'struct<a long, b list<long>>',
    l: 'list<long>',
    m: 'map<string, long>',
    e: 'string',
  });
  assert.equal(dataset.rows, 1);
});

test('Parquet files of one folder must have the same columns', async () => {
  await fixtures.parquet('same/1.parquet', 'SELECT 1 AS a, 2 AS b');
  await fixtures.parquet('same/2.parquet', 'SELECT 3 AS a, 4 AS b');
  assert.equal((await fixtures.open('same')).rows, 2);
  await fixtures.parquet('same/3.parquet', "SELECT 3 AS a, 'x' AS b");
  await assert.rejects(fixtures.open('same'), {
    code: 'dataset_schema_mixed',
    message: /Column 2 .*3\.parquet/,
  });
});
