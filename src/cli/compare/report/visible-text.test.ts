import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { displayWidth, showPair, showValue } from './visible-text.ts';

/** The differing part in brackets. */
function pair(source: string | null, target: string | null, width = 40): readonly [string, string] {
  const { source: a, target: b } = showPair(source, target, width);
  const text = (segments: typeof a) =>
    segments.map((part) => (part.differs ? `[${part.text}]` : part.text)).join('');
  return [text(a), text(b)];
}

test('only the part that differs is marked', () => {
  assert.deepEqual(pair('120.50', '120.05'), ['120.[50]', '120.[05]']);
  assert.deepEqual(pair('1250', '-1250'), ['1250', '[-]1250']);
  assert.deepEqual(pair('aXb', 'aYYb'), ['a[X]b', 'a[YY]b']);
  assert.deepEqual(pair('aa', 'aaa'), ['aa', 'aa[a]']);
});

test('NULL, the empty text and the text NULL are three things', () => {
  assert.deepEqual([showValue(null, 9), showValue('', 9), showValue('NULL', 9)], ['NULL', "''", "'NULL'"]);
  assert.deepEqual(pair('', null), ["['']", '[NULL]']);
  assert.deepEqual(pair('NULL', null), ["['NULL']", '[NULL]']);
});

test('white space that counts can be seen', () => {
  assert.deepEqual(pair('Ann', 'Ann '), ['Ann', 'Ann[·]']);
  assert.deepEqual(pair('a b', 'a\tb'), ['a[·]b', 'a[⇥]b']);
  assert.deepEqual(pair('a b', 'a\u00a0b'), ['a[·]b', 'a[⍽]b']);
  assert.deepEqual(pair('a\nb', 'a\r\nb'), ['a[↵]b', 'a[␍↵]b']);
  assert.equal(showValue('a  b', 9), 'a··b');
});

test('what looks alike is spelt out', () => {
  assert.deepEqual(pair('caf\u00e9', 'cafe\u0301'), ['caf[\\u{e9}]', 'caf[e\\u{301}]']);
  assert.deepEqual(pair('\u212b', '\u00c5'), ['[\\u{212b}]', '[\\u{c5}]']);
});

test('what could steer a terminal becomes visible', () => {
  assert.equal(showValue('\u001b[31mred\u0007', 20), '␛[31mred␇');
  assert.equal(showValue('a\u202eb\u200bc', 30), 'a\\u{202e}b\\u{200b}c');
});

test('a difference far inside a long text is shown', () => {
  const [a, b] = pair(`${'x'.repeat(70_000)}1${'y'.repeat(500)}`, `${'x'.repeat(70_000)}2${'y'.repeat(500)}`);
  assert.match(a, /^…x+\[1\]y+…$/);
  assert.match(b, /^…x+\[2\]y+…$/);
  assert.ok(a.length < 50);
});

test('any two texts that differ are shown differently, or cut off where they do', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      (source, target) => {
        fc.pre(source !== target);
        const [a, b] = pair(source, target);
        assert.notEqual(a, b);
      },
    ),
  );
});

test('wide characters take two columns and marks none', () => {
  assert.equal(displayWidth('abc'), 3);
  assert.equal(displayWidth('日本'), 4);
  assert.equal(displayWidth('e\u0301'), 1);
  assert.equal(displayWidth('👍'), 2);
});
