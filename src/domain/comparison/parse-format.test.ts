import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { patternLetters } from './format.ts';
import { formatFaults } from './format-faults.ts';
import { parseFormat } from './parse-format.ts';

function pattern(text: string) {
  const read = parseFormat(text);
  assert.ok(read.ok, `${text}: ${read.ok ? '' : read.fault.detail}`);
  assert.equal(read.value.kind, 'pattern');
  return read.value.kind === 'pattern' ? read.value : assert.fail();
}

test('a pattern is a list of tokens, literals joined', () => {
  assert.deepEqual(pattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").tokens, [
    { kind: 'field', letters: 'yyyy' },
    { kind: 'literal', text: '-' },
    { kind: 'field', letters: 'MM' },
    { kind: 'literal', text: '-' },
    { kind: 'field', letters: 'dd' },
    { kind: 'literal', text: 'T' },
    { kind: 'field', letters: 'HH' },
    { kind: 'literal', text: ':' },
    { kind: 'field', letters: 'mm' },
    { kind: 'literal', text: ':' },
    { kind: 'field', letters: 'ss' },
    { kind: 'literal', text: '.' },
    { kind: 'fraction', digits: 3 },
    { kind: 'field', letters: 'XXX' },
  ]);
  assert.deepEqual(pattern("d 'o''clock' '' 年M月yyyy").tokens[1], {
    kind: 'literal',
    text: " o'clock ' 年",
  });
  assert.ok(Object.isFrozen(pattern('yyyyMMdd').tokens[0]));
});

test('it says what a text of it holds', () => {
  const reads = (text: string) => {
    const { reads, precision, zoned } = pattern(text);
    return [reads, precision, zoned];
  };
  assert.deepEqual(reads('yyyyMMdd'), ['date', 0, false]);
  assert.deepEqual(reads('d MMM yy'), ['date', 0, false]);
  assert.deepEqual(reads('hh:mm a'), ['time', 0, false]);
  assert.deepEqual(reads('HH:mm:ss.SSSSSSSSS'), ['time', 9, false]);
  assert.deepEqual(reads('yyyy-MM-dd HH:mm:ss.SZ'), ['timestamp', 1, true]);
});

test('every letter is taken in a pattern that needs it', () => {
  const around: Record<string, (letters: string) => string> = {
    year: (letters) => `${letters}-MM-dd`,
    month: (letters) => `yyyy-${letters}-dd`,
    day: (letters) => `yyyy-MM-${letters}`,
    hour: (letters) => (letters.startsWith('h') ? `${letters}:mm a` : `${letters}:mm`),
    minute: (letters) => `HH:${letters}`,
    second: (letters) => `HH:mm:${letters}`,
    halfDay: (letters) => `hh ${letters}`,
    offset: (letters) => `yyyy-MM-dd HH${letters}`,
  };
  for (const [letters, { part }] of Object.entries(patternLetters)) {
    assert.equal(parseFormat(around[part]?.(letters) ?? '').ok, true, letters);
  }
});

test('named formats are words', () => {
  assert.deepEqual(parseFormat('epoch_us'), { ok: true, value: { kind: 'epoch', unit: 'us' } });
  assert.deepEqual(parseFormat('base64'), { ok: true, value: { kind: 'encoding', encoding: 'base64' } });
});

test('a fault says where it is and what is wrong', () => {
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ['', 0, /empty/],
    ['x'.repeat(65), 64, /at most 64/],
    ['epoch_ns', 0, /epoch_s, epoch_ms and epoch_us/],
    ['Hex', 1, /letter `e` is not supported/],
    ['yyyy-MM-dd EEE', 11, /letter `E` is not supported/],
    ['yyyy-MM-dd HH:mm z', 17, /letter `z` is not supported/],
    ['yyyy-MM-ddTHH', 10, /letter `T` is not supported.*'T'/],
    ['y-MM-dd', 0, /`y` is not supported; write yyyy or yy/],
    ['yyyy-MMMMM-dd', 5, /`MMMMM`/],
    ['HH:m', 3, /write mm/],
    ['HH:mm:ss.SSSSSSSSSS', 9, /nine/],
    ["yyyy-MM-dd 'at", 11, /never closed/],
    ['[yyyy]-MM-dd', 0, /reserved/],
    ['yyyy-MM-dd yyyy', 11, /year is there already/],
    ['yyyyMdd', 5, /Digits follow/],
    ["d'1'MMyyyy", 1, /Digits follow/],
    ['HH:mm X ', 6, /offset needs a date and a time/],
    ['yyyy-MM', 7, /day is missing/],
    ['yyyy-MM-dd mm', 13, /hour is missing/],
    ['HH:ss', 5, /minute is missing/],
    ['HH:mm.SSS', 9, /second is missing/],
    ['hh:mm', 0, /need AM or PM/],
    ['HH:mm a', 6, /take no AM or PM/],
    ['yyyy-MM-dd a', 12, /hour is missing/],
    ['--', 0, /neither a date nor a time/],
    ['😀😀yyyy-MM-dd Q', 13, /letter `Q`/],
  ];
  for (const [text, position, words] of cases) {
    const read = parseFormat(text);
    assert.equal(read.ok ? 'read' : read.fault.position, position, text);
    assert.match(read.ok ? '' : read.fault.detail, words, text);
  }
});

test('any text at all is a format or a fault inside it', () => {
  const text = fc.string({ unit: fc.constantFrom(..."yMdHhmsSaXZQ'[]-: 😀"), maxLength: 20 });
  fc.assert(
    fc.property(text, (written) => {
      const read = parseFormat(written);
      if (read.ok) return;
      assert.ok(read.fault.position >= 0 && read.fault.position <= [...written].length);
      assert.notEqual(read.fault.detail, '');
    }),
    { numRuns: 2000 },
  );
});

test('the formats of a request are checked with their pointers', () => {
  assert.deepEqual(formatFaults(null, null), []);
  assert.deepEqual(formatFaults({ choiceId: 'asText', format: '' }, null), []);
  const faults = formatFaults(
    { choiceId: 'asPeerDateTime', format: 'yyyy-QQ' },
    { source: { transform: 'to_date', format: 'yyyyMMdd' }, target: { transform: 'none', format: 'b' } },
  );
  assert.deepEqual(
    faults.map(({ pointer, position }) => [pointer, position]),
    [
      ['/selection/format', 5],
      ['/storedBinding/target/format', 0],
    ],
  );
});
