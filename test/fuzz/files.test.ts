import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { AppError } from '../../src/domain/app-error.ts';
import type { ComparisonSummary } from '../../src/executor/one-shot/comparison-summary.ts';
import { FileFixtures } from '../execution/compare/file-fixtures.ts';
import { compareLocations } from '../support/compare-locations.ts';
import { fuzz } from './fuzz.ts';
import { byteEdits, editBytes } from './mutations.ts';

const fixtures = await FileFixtures.create();
fixtures.write({ 'temp/keep': '' });

const rows = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  name: index % 7 === 0 ? null : `name, "${index}" é`,
  amount: index / 8,
  day: `2024-02-${String((index % 28) + 1).padStart(2, '0')}`,
  isGood: index % 3 === 0,
}));
type Row = (typeof rows)[number];

const columns = ['id', 'name', 'amount', 'day', 'isGood'] as const;
const quoted = (text: string | null) => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);
const cellsOf = (row: Row) => columns.map((name) => (name === 'name' ? quoted(row.name) : String(row[name])));
const csvOf = (cells: readonly (readonly string[])[]) =>
  [columns, ...cells].map((line) => `${line.join(',')}\n`).join('');
const csv = csvOf(rows.map(cellsOf));
const ndjson = rows.map((row) => JSON.stringify(row)).join('\n');
const nested = rows.map((row) => JSON.stringify({ ...row, lines: [{ sku: row.name, tags: { a: row.id } }] }));
const parquetSql = (row: Row) =>
  `(${row.id}, ${row.name === null ? 'NULL' : `'${row.name}'`}, ${row.amount}::DECIMAL(10,3), DATE '${row.day}', ${row.isGood}, [${row.id}, NULL], ${row.amount}::DOUBLE)`;
const parquetRows = `SELECT * FROM (VALUES ${rows.map(parquetSql).join(', ')}) t(id, name, amount, day, isGood, list, ratio)`;
for (const codec of ['uncompressed', 'snappy', 'zstd']) {
  await fixtures.session.query({
    sql: `COPY (${parquetRows}) TO '${fixtures.path(`${codec}.parquet`)}' (FORMAT parquet, COMPRESSION ${codec})`,
  });
}

interface Corpus {
  readonly ending: string;
  readonly content: Buffer;
}
const corpus = (ending: string, content: string | Buffer): Corpus => ({
  ending,
  content: Buffer.from(content),
});
const texts = [
  corpus('.csv', csv),
  corpus('.csv', csv.replaceAll('\n', '\r\n')),
  corpus('.csv', Buffer.from(`\ufeff${csv}`, 'utf16le')),
  corpus('.csv.gz', gzipSync(csv)),
  corpus('.ndjson', ndjson),
  corpus('.ndjson', nested.join('\n')),
  corpus('.json', `[${ndjson.replaceAll('\n', ',\n')}]`),
];
const tables = ['uncompressed', 'snappy', 'zstd'].map((codec) =>
  corpus('.parquet', readFileSync(fixtures.path(`${codec}.parquet`))),
);

/** Far longer than any file here takes, on any machine: beyond, it hangs. */
const hangsAfterMs = 120_000;

let files = 0;

/** What came of comparing two contents, or null where they were refused by a problem that says why. */
async function compared(source: Corpus, target: Corpus): Promise<ComparisonSummary | null> {
  files += 1;
  const names = [
    `case${files % 8}/source${source.ending}`,
    `case${files % 8}/target${target.ending}`,
  ] as const;
  fixtures.write({ [names[0]]: source.content, [names[1]]: target.content });
  try {
    return await compareLocations(
      { source: fixtures.path(names[0]), target: fixtures.path(names[1]) },
      { temporaryDirectory: fixtures.path('temp'), signal: AbortSignal.timeout(hangsAfterMs) },
    );
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assert.notEqual(error.code, 'comparison_cancelled', 'It hangs.');
    assert.ok(error.status < 500, `${error.code}: ${error.message}`);
    return null;
  }
}

for (const [kind, of] of [
  ['CSV and JSON', texts],
  ['Parquet', tables],
] as const) {
  fuzz(`a spoilt file of ${kind} equals its copy, or is refused`, {
    share: 0.001,
    cases: fc.tuple(fc.constantFrom(...of), byteEdits),
    async check([{ ending, content }, edits]) {
      const spoilt = { ending, content: editBytes(content, edits) };
      const summary = await compared(spoilt, spoilt);
      if (summary === null) return;
      assert.equal(summary.different, false, JSON.stringify(summary.comparison));
      assert.equal(summary.rows.source, summary.rows.target);
    },
  });
}

/** Lines of JSON as JavaScript reads them, a member that is missing and one that is null alike; null for none. */
function asRead(content: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => withoutNulls(JSON.parse(line)));
  } catch {
    return null;
  }
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

fuzz('lines of JSON that were spoilt do not equal the good ones, unless they say the same', {
  share: 0.001,
  cases: byteEdits,
  async check(edits) {
    const good = corpus('.ndjson', ndjson);
    const spoilt = { ...good, content: editBytes(good.content, edits) };
    const summary = await compared(good, spoilt);
    if (summary === null || !summary.equal || !summary.complete) return;
    assert.deepEqual(byId(asRead(spoilt.content)), byId(asRead(good.content)));
  },
});

/** Rows are compared by key, in no order. */
function byId(read: unknown): unknown {
  const id = (row: unknown) => (row as { id?: number }).id ?? 0;
  return Array.isArray(read) ? read.toSorted((a, b) => id(a) - id(b)) : read;
}

fuzz('CSV of which one cell was changed does not equal the good one', {
  share: 0.001,
  cases: fc.tuple(
    fc.nat({ max: rows.length - 1 }),
    fc.nat({ max: columns.length - 1 }),
    fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', '0', '1', '1.0', '0.125', 'true', 'null')),
  ),
  async check([row, column, text]) {
    const cells = rows.map(cellsOf);
    const before = cells[row]?.[column] ?? '';
    const changed = cells.map((line, index) => (index === row ? line.with(column, quoted(text)) : line));
    const summary = await compared(corpus('.csv', csv), corpus('.csv', csvOf(changed)));
    if (summary === null || !summary.complete) return;
    assert.equal(summary.equal, saysSame(text, before), `${before} became ${quoted(text)}`);
  },
});

/** Whether the text in quotes means what stood there: in quotes it is never NULL, and it may be a number. */
function saysSame(text: string, before: string): boolean {
  if (before === '') return false;
  if (before.startsWith('"')) return quoted(text) === before;
  return text === before || (/^-?\d*\.?\d+$/.test(text) && Number(text) === Number(before));
}
