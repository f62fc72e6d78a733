import type { Reading } from '../dialect.ts';
import { readTextBy } from '../read-text-by.ts';
import { whiteSpace } from '../text-shapes.ts';
import { textInput } from './hashes.ts';
import { call, cast, isMatch, withoutMatches } from './lexical.ts';
import { doubleText } from './number-texts.ts';
import { doubleValue, withoutLooseZeros } from './read-numbers.ts';
import { countOfInstant, countOfWall, isoText } from './timestamps.ts';

/** A text as it is kept: only CHAR pads, which is not part of the value, and a collation must not decide what is equal. */
export function ownText(nativeType: string, x: string): string {
  if (/^char\b/i.test(nativeType)) return withoutMatches(x, ' +\\z');
  return / collate /i.test(nativeType) ? call('collate', x, "'UTF8_BINARY'") : cast(x, 'STRING');
}

/** Some runtimes break the lines of base64. */
function base64Text(bytes: string): string {
  return withoutMatches(call('base64', bytes), '[\\r\\n]');
}

export function hexText(bytes: string): string {
  return call('lower', call('hex', bytes));
}

export const readText = readTextBy({
  plain: (x) => cast(x, 'STRING'),
  own: (x, nativeType) => ownText(nativeType, x),
  withoutLooseZeros,
  double: (x, column) => doubleText(doubleValue(column, x)),
  time: null,
  timestamp: (x, { zoned }) =>
    zoned ? isoText(countOfInstant(x), 6, true) : isoText(countOfWall(x), 6, false),
  normalized: null,
  trimmed: (text) => withoutMatches(text, `^${whiteSpace}+|${whiteSpace}+\\z`),
  bytes: (x) => x,
  hex: hexText,
  base64: base64Text,
  bytesOfBase64: (text) => call('unbase64', text),
  withoutHexPrefix: (text) => withoutMatches(text, '^(0x|0X|\\\\x)'),
  withoutLineBreaks: (text) => withoutMatches(text, '[\\r\\n]'),
  isMatch,
  textInput,
});

export function readBoolean(): Reading {
  return {
    value: (x) => cast(x, 'BOOLEAN'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
    text: (v) => cast(v, 'STRING'),
    position: null,
  };
}

export function readBinary(): Reading {
  return {
    value: (x) => cast(x, 'BINARY'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => textInput(call('hex', v)),
    text: hexText,
    position: null,
  };
}
