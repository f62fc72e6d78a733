import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { readTextBy } from '../read-text-by.ts';
import { uuidShape, whiteSpace } from '../text-shapes.ts';
import { doubleText } from './functions.ts';
import { bytesInput, fixedInput, textInput } from './hashes.ts';
import { call, cast, isMatch, tryCast } from './lexical.ts';
import { doubleValue, withoutLooseZeros } from './read-numbers.ts';
import { isoText, utcWall, withoutLooseFraction } from './timestamps.ts';

export function isChar(nativeType: string): boolean {
  return /^char\b/i.test(nativeType);
}

/** Only CHAR pads, and only its padding is not part of the value. */
export function unpadded(x: string): string {
  return `regexp_replace(${cast(x, 'VARCHAR')}, ' +\\z', '')`;
}

export const readText = readTextBy({
  plain: (x) => cast(x, 'VARCHAR'),
  own: (x, nativeType) => (isChar(nativeType) ? unpadded(x) : cast(x, 'VARCHAR')),
  withoutLooseZeros,
  double: (x, column) => call(doubleText.name, doubleValue(column, x)),
  time: (x) => withoutLooseFraction(cast(x, 'VARCHAR')),
  timestamp: (x, { zoned, precision }) => (zoned ? isoText(utcWall(x, precision), true) : isoText(x, false)),
  normalized: (text) => `normalize(${text}, NFC)`,
  trimmed: (text) => `regexp_replace(${text}, '^${whiteSpace}+|${whiteSpace}+\\z', '')`,
  bytes: (x) => x,
  hex: hexText,
  base64: (bytes) => call('to_base64', bytes),
  bytesOfBase64: (text) => call('from_base64', text),
  withoutHexPrefix: (text) => `regexp_replace(${text}, '^(0x|0X|\\\\x)', '')`,
  withoutLineBreaks: (text) => `regexp_replace(${text}, '[\\r\\n]', '')`,
  isMatch,
  textInput,
});

function hexText(bytes: string): string {
  return call('lower', call('to_hex', bytes));
}

export function readBoolean(): Reading {
  return {
    value: (x) => cast(x, 'BOOLEAN'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => fixedInput(`CASE WHEN ${v} THEN X'01' WHEN NOT ${v} THEN X'00' END`),
    text: (v) => cast(v, 'VARCHAR'),
    position: null,
  };
}

export function readUuid(column: Column): Reading {
  const isText = column.field.logicalType.kind === 'string';
  const digits = (x: string) => `lower(regexp_replace(${x}, '[{}-]', ''))`;
  const dashed = (x: string) =>
    `regexp_replace(${digits(x)}, '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '$1-$2-$3-$4-$5')`;
  return {
    value: (x) =>
      isText ? `CASE WHEN ${isMatch(x, uuidShape)} THEN ${tryCast(dashed(x), 'UUID')} END` : cast(x, 'UUID'),
    fallible: isText,
    showsRaw: !isText,
    hashInputs: (_x, v) => fixedInput(cast(v, 'VARBINARY')),
    text: (v) => cast(v, 'VARCHAR'),
    position: null,
  };
}

export function readBinary(): Reading {
  return {
    value: (x) => cast(x, 'VARBINARY'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => bytesInput(v),
    text: hexText,
    position: null,
  };
}
