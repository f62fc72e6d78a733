import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { readTextBy } from '../read-text-by.ts';
import { uuidShape } from '../text-shapes.ts';
import { doubleTextFunction, jsonFunction } from './functions.ts';
import { bytesInputs, narrowInputs, textInputs, uuidInputs } from './hash-inputs.ts';
import { call, cast, isMatch, textLiteral, tryCast } from './lexical.ts';
import { withoutLooseZeros } from './read-numbers.ts';
import { isoText, utcWall } from './timestamps.ts';

/** Unicode's White_Space, which is what people mean by it; DuckDB's own trim knows the space alone. */
const whiteSpace =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

export const readText = readTextBy({
  plain: (x) => cast(x, 'VARCHAR'),
  // Only CHAR pads, and only its padding is not part of the value.
  own: (x, nativeType) =>
    /^(N?CHAR|CHARACTER|BPCHAR)\b(?! VARYING)/i.test(nativeType) ? `rtrim(${x}, ' ')` : cast(x, 'VARCHAR'),
  withoutLooseZeros,
  double: (x) => call(doubleTextFunction.name, cast(x, 'DOUBLE')),
  time: (x) => cast(x, 'VARCHAR'),
  timestamp: (x, { zoned }) => (zoned ? isoText(utcWall(x), true) : isoText(x, false)),
  normalized: (text) => call('nfc_normalize', text),
  trimmed: (text) => call('trim', text, textLiteral(whiteSpace)),
  bytes: (x) => cast(x, 'BLOB'),
  hex: hexText,
  base64: (bytes) => call('base64', bytes),
  bytesOfBase64: (text) => call('from_base64', text),
  withoutHexPrefix: (text) => `regexp_replace(${text}, '^(0x|0X|\\\\x)', '')`,
  withoutLineBreaks: (text) => `regexp_replace(${text}, '[\\r\\n]', '', 'g')`,
  isMatch,
  textInput: textInputs,
});

function hexText(bytes: string): string {
  return call('lower', call('hex', bytes));
}

export function readBoolean(): Reading {
  return {
    value: (x) => cast(x, 'BOOLEAN'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => narrowInputs(v),
    text: (v) => cast(v, 'VARCHAR'),
    position: null,
  };
}

export function readUuid(column: Column): Reading {
  const isText = column.field.logicalType.kind === 'string';
  return {
    value: (x) =>
      isText ? `CASE WHEN ${isMatch(x, uuidShape)} THEN ${tryCast(x, 'UUID')} END` : cast(x, 'UUID'),
    fallible: isText,
    showsRaw: !isText,
    hashInputs: (_x, v) => uuidInputs(v),
    text: (v) => cast(v, 'VARCHAR'),
    position: null,
  };
}

export function readBinary(): Reading {
  return {
    value: (x) => cast(x, 'BLOB'),
    fallible: false,
    showsRaw: true,
    hashInputs: (_x, v) => bytesInputs(v),
    text: hexText,
    position: null,
  };
}

/** The same spelling is the same value, so hashing the text as it stands spares reading most of the documents. */
export function readJson(column: Column): Reading {
  return {
    value: (x) => call(jsonFunction.name, cast(x, 'VARCHAR')),
    showsRaw: false,
    fallible: column.field.logicalType.kind === 'string',
    hashInputs: (x) => textInputs(cast(x, 'VARCHAR')),
    text: (v) => v,
    position: null,
  };
}
