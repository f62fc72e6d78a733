import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingOptions } from '../reading-options.ts';
import { detectDialect } from './detect-dialect.ts';

function detect(text: string, declared: ReadingOptions = {}, extension = 'csv') {
  return detectDialect({ text, isAll: true, extension }, declared);
}

test('the delimiter is what the first record has and most records have as often', () => {
  const delimiters = {
    'a,b\n1,2\n': ',',
    'a;b\n1,5;2,5\n': ';',
    'a\tb\n1,5\t2\n': '\t',
    'a|b\n1|2\n': '|',
    'name;note\nx;a,b\ny;c\n': ';',
    'a,b\n1,2\n3\n': ',',
    'text\nsome, words\n': ',',
    '"a;b",c\n"1;2",3\n': ',',
  };
  for (const [text, delimiter] of Object.entries(delimiters))
    assert.equal(detect(text)?.delimiter, delimiter, text);
  assert.equal(detect('a b\n1 2\n', {}, 'tsv')?.delimiter, '\t');
  assert.equal(detect('a;b\n1;2\n', { delimiter: ',' })?.columns.length, 1);
});

test('a first record of words is a header, one with a datum in it is data', () => {
  for (const text of ['id,name\n1,x\n', 'a\n', ',a\n0,x\n', 'Q1 2024,total\n1,2\n']) {
    assert.equal(detect(text)?.header, true, text);
  }
  for (const text of ['1,x\n2,y\n', 'x,2024-01-01\n', 'x,true\n', 'x,-1.5e3\n', 'x,12%\n', 'x,.5\n']) {
    assert.equal(detect(text)?.header, false, text);
  }
  assert.equal(detect('1,2\n', { header: true })?.columns[0], '1');
  assert.deepEqual(detect('a,b\n', { header: false })?.columns, ['column1', 'column2']);
});

test('quotes are double unless single ones stand around values throughout', () => {
  assert.equal(detect("'a','b'\n'1','2'\n")?.quote, "'");
  assert.equal(detect("a,b\n'tis,it's\n")?.quote, '"');
  assert.equal(detect('a,b\n"1",2\n')?.quote, '"');
  assert.equal(detect('a,b\n', { quote: null })?.quote, null);
});

test('a backslash is the escape only where the text writes one before a quote', () => {
  assert.equal(detect('a,b\n"x\\"y",2\n')?.escape, '\\');
  assert.equal(detect('a,b\n"x""y",2\n')?.escape, '"');
  assert.equal(detect('a,b\n"C:\\\\",2\n')?.escape, '"');
});

test('a record cut off by the end of the head is not looked at', () => {
  const text = 'a;b\n1,5;2\n3,5';
  assert.equal(detectDialect({ text, isAll: false, extension: 'csv' }, {})?.delimiter, ';');
});

test('nothing is no dialect', () => {
  assert.equal(detect(''), null);
  assert.equal(detect('\n\n'), null);
});
