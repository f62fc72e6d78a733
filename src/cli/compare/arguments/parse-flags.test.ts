import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnList,
  functions,
  ignoreFlag,
  mapFlag,
  mapping,
  memorySize,
  normalisation,
  selection,
  selectionFlag,
  shellWord,
  wholeNumber,
} from './parse-flags.ts';
import { tolerance } from './parse-tolerance.ts';

const refused = { code: 'commander.invalidArgument' };

test('columns are separated by commas, unless in quotes', () => {
  assert.deepEqual(columnList('a, b'), ['a', 'b']);
  assert.deepEqual(columnList('"a,b",c'), ['a,b', 'c']);
  assert.deepEqual(columnList('"say ""hi"""'), ['say "hi"']);
  assert.deepEqual(columnList('c', ['a']), ['a', 'c']);
  assert.throws(() => columnList(' ,'), refused);
});

test('a mapping names both sides', () => {
  assert.deepEqual(mapping('a=b'), [{ source: 'a', target: 'b' }]);
  assert.deepEqual(mapping('"a=b"="c"'), [{ source: 'a=b', target: 'c' }]);
  assert.deepEqual(mapping('x=y', mapping('a=b')).length, 2);
  for (const wrong of ['a', '=b', 'a=']) assert.throws(() => mapping(wrong), refused);
});

test('a choice names the column, the kind and the format', () => {
  assert.deepEqual(selection('a=numeric'), { a: { choiceId: 'asPeerNumeric', format: '' } });
  assert.deepEqual(selection('a=datetime:HH:mm'), { a: { choiceId: 'asPeerDateTime', format: 'HH:mm' } });
  assert.deepEqual(selection('a=b=text'), { 'a=b': { choiceId: 'asText', format: '' } });
  assert.throws(() => selection('a=number'), refused);
});

test('the flag that a report offers is the choice that it means', () => {
  for (const column of ['a', 'with space', 'a=b', 'say "hi"', "it's"]) {
    for (const [choiceId, format] of [
      ['asText', ''],
      ['asPeerDateTime', "dd.MM.yyyy 'at' HH:mm"],
    ] as const) {
      const word = selectionFlag(column, choiceId, format).slice('--as '.length);
      const unshelled = word.startsWith("'") ? word.slice(1, -1).replaceAll(`'\\''`, "'") : word;
      assert.deepEqual(selection(unshelled), { [column]: { choiceId, format } });
    }
  }
});

test('the flags that pair and leave out columns can be read again', () => {
  for (const column of ['a', 'a,b', 'a=b', 'say "hi"', ' padded ']) {
    const word = (flag: string) => {
      const text = flag.slice(flag.indexOf(' ') + 1);
      return text.startsWith("'") ? text.slice(1, -1) : text;
    };
    assert.deepEqual(columnList(word(ignoreFlag(column))), [column]);
    assert.deepEqual(mapping(word(mapFlag(column, 'x,y'))), [{ source: column, target: 'x,y' }]);
  }
});

test('a word is quoted for the shell only if it must be', () => {
  assert.equal(shellWord('a=text'), 'a=text');
  assert.equal(shellWord('a b'), "'a b'");
  assert.equal(shellWord("it's"), `'it'\\''s'`);
});

test('tolerances are exact', () => {
  assert.deepEqual(tolerance('a=0.01'), { a: { kind: 'absolute', amount: '0.01' } });
  assert.deepEqual(tolerance('a=1%'), { a: { kind: 'relative', ratio: '0.01' } });
  assert.deepEqual(tolerance('a=0.07%'), { a: { kind: 'relative', ratio: '0.0007' } });
  assert.deepEqual(tolerance('a=150%'), { a: { kind: 'relative', ratio: '1.50' } });
  assert.deepEqual(tolerance('a=2s'), { a: { kind: 'duration', nanoseconds: '2000000000' } });
  assert.deepEqual(tolerance('a=1.5ms'), { a: { kind: 'duration', nanoseconds: '1500000' } });
  assert.deepEqual(tolerance('a=1d'), { a: { kind: 'duration', nanoseconds: '86400000000000' } });
  for (const wrong of ['a', 'a=', 'a=-1', 'a=x', 'a=1w', 'a=0.5ns', '=1'])
    assert.throws(() => tolerance(wrong), refused);
});

test('functions are known by their codes, in any case', () => {
  assert.deepEqual(functions('count,Sum'), ['COUNT', 'SUM']);
  assert.equal(functions('all').length, 11);
  assert.throws(() => functions('MEDIAN'), refused);
});

test('what to overlook in texts', () => {
  assert.deepEqual(normalisation('a=case,nfc'), {
    a: { caseInsensitive: true, trimWhitespace: false, normalizeUnicode: true },
  });
  assert.throws(() => normalisation('a=accents'), refused);
});

test('sizes in binary and decimal units', () => {
  assert.equal(memorySize('1GiB'), 2 ** 30);
  assert.equal(memorySize('1g'), 2 ** 30);
  assert.equal(memorySize('2GB'), 2e9);
  assert.equal(memorySize('512MiB'), 2 ** 29);
  assert.equal(memorySize('1.5 GiB'), 1.5 * 2 ** 30);
  for (const wrong of ['1', '10KiB', 'lots', '-1GiB', '']) assert.throws(() => memorySize(wrong), refused);
});

test('whole numbers only', () => {
  assert.equal(wholeNumber('0'), 0);
  for (const wrong of ['-1', '1.5', '1e3', '']) assert.throws(() => wholeNumber(wrong), refused);
});
