import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CsvDialect } from './csv-dialect.ts';
import { type CsvFault, type CsvScan, CsvScanner } from './csv-scanner.ts';
import { parseRecords } from './parse-records.ts';

function dialect(columns: number, changes: Partial<CsvDialect> = {}): CsvDialect {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  return { delimiter: ',', quote: '"', escape: '"', header: true, columns: names, ...changes };
}

interface Outcome {
  readonly scan: CsvScan | null;
  readonly fault: CsvFault | null;
  readonly copy: string;
}

function scan(text: string, written: CsvDialect, cuts: readonly number[] = []): Outcome {
  const copied: Uint8Array[] = [];
  const copying = new CsvScanner(written, (chunk) => copied.push(Uint8Array.from(chunk)));
  const plain = new CsvScanner(written);
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, start] of places.entries()) {
    const chunk = bytes.subarray(start, places[index + 1] ?? bytes.length);
    if (copying.fault === null) copying.push(chunk);
    if (plain.fault === null) plain.push(chunk);
  }
  const outcome = { scan: copying.end(), fault: copying.fault };
  assert.deepEqual({ scan: plain.end(), fault: plain.fault }, outcome, 'copying changes what is found');
  return { ...outcome, copy: Buffer.concat(copied).toString() };
}

test('counts records, not lines', () => {
  assert.equal(scan('a,b\n1,"x\ny"\n2,z', dialect(2)).scan?.rows, 2);
  assert.equal(scan('a,b\n1,"x ""y"" z"\n', dialect(2)).scan?.rows, 1);
  assert.equal(scan('1,2\n3,4\n', dialect(2, { header: false })).scan?.rows, 2);
});

test('knows how lines end', () => {
  const endings = { lf: 'a\n1\n', crlf: 'a\r\n1\r\n', cr: 'a\r1\r', mixed: 'a\n1\r\n', none: 'a' };
  for (const [ending, text] of Object.entries(endings)) {
    assert.equal(scan(text, dialect(1)).scan?.lineEnding, ending);
  }
});

test('tells what the engine was seen to mistake', () => {
  assert.equal(scan('"a\nb",c\r\n1,2\r\n', dialect(2)).scan?.firstRecordSpansLines, true);
  assert.equal(scan('a,c\r\n"1\n",2\r\n', dialect(2)).scan?.firstRecordSpansLines, false);
  assert.equal(scan('\na,c\n1,2\n', dialect(2)).scan?.startsWithBlankLine, true);
});

test('names the first fault by line and byte', () => {
  const faults: Readonly<Record<string, readonly [string, number, number]>> = {
    'a,b\n1,2\n3\n': ['fieldCount', 3, 8],
    'a,b\n1,2,3\n': ['fieldCount', 2, 4],
    'a,b\n"1\n2",3\n4\n': ['fieldCount', 4, 12],
    'a,b\n1,"2\n3,4\n': ['quoteNotClosed', 2, 4],
    'a,b\n1,"2"3\n': ['textAfterQuote', 2, 4],
    'a,b\n1,2\r3,4\n': ['lineEnding', 2, 4],
    'a,b\r1,2\n': ['lineEnding', 2, 4],
  };
  for (const [text, [kind, line, byte]] of Object.entries(faults)) {
    const { fault } = scan(text, dialect(2));
    assert.deepEqual([fault?.kind, fault?.line, fault?.byte], [kind, line, byte], JSON.stringify(text));
  }
});

test('a backslash escapes where it is declared to', () => {
  const written = dialect(2, { escape: '\\' });
  assert.equal(scan('a,b\n1,"x\\"y,\\\\"\n', written).scan?.rows, 1);
  assert.equal(scan('a,b\n1,"x""y"\n', written).fault?.kind, 'textAfterQuote');
});

test('without quotes they are ordinary text', () => {
  assert.equal(scan('a,b\n"1,2"\n', dialect(2, { quote: null, escape: null })).scan?.rows, 1);
});

test('a copy has one line feed after each record and no blank lines', () => {
  const { copy } = scan('\r\na,b\r\n\r\n1,"x\r\ny"\r\n2,z', dialect(2));
  assert.equal(copy, 'a,b\n1,"x\r\ny"\n2,z');
});

const piece = fc.constantFrom('a', '1', ',', '"', '""', '\n', '\r\n', ' ', 'é', '"x,y"', '"\n"', ',2\n');
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => `h,i\n${pieces.join('')}`);

test('where chunks are cut makes no difference', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (content, cuts) => {
      const [cut, whole] = [scan(content, dialect(2), cuts), scan(content, dialect(2))];
      assert.deepEqual([cut.scan, cut.fault], [whole.scan, whole.fault]);
      if (whole.fault === null) assert.equal(cut.copy, whole.copy);
    }),
  );
});

test('a copy holds the same records', () => {
  const syntax = { delimiter: ',', quote: '"', escape: '"' };
  fc.assert(
    fc.property(text, (content) => {
      const { scan: found, copy } = scan(content, dialect(2));
      fc.pre(found !== null);
      const records = parseRecords(content, syntax, Number.POSITIVE_INFINITY);
      assert.equal(found?.rows, records.length - 1);
      assert.deepEqual(parseRecords(copy, syntax, Number.POSITIVE_INFINITY), records);
    }),
  );
});
