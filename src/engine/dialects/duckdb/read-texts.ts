import type { TextOptions } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { doubleTextFunction, jsonFunction } from './functions.ts';
import { bytesInputs, narrowInputs, textInputs, uuidInputs } from './hash-inputs.ts';
import { call, cast, isMatch, textLiteral, tryCast } from './lexical.ts';
import { withoutLooseZeros } from './read-numbers.ts';
import { isoText, utcWall } from './timestamps.ts';

/** Unicode's White_Space, which is what people mean by it; DuckDB's own trim knows the space alone. */
const whiteSpace =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

export function readText(column: Column): Reading {
  const encoding = encodingOf(column);
  return {
    // Text that spells bytes is brought to its one spelling; letters of base64 in another case are other bytes.
    value: (x) =>
      encoding === null ? alike(column.options.text, written(column, x)) : encoded(column, encoding, x),
    fallible: encoding !== null && column.field.logicalType.kind === 'string',
    hashInputs: (_x, v) => textInputs(v),
    text: (v) => v,
    position: null,
    showsRaw: column.field.logicalType.kind === 'string' && encoding === null && isExact(column.options.text),
  };
}

function isExact({ caseInsensitive, trimWhitespace, normalizeUnicode }: TextOptions): boolean {
  return !caseInsensitive && !trimWhitespace && !normalizeUnicode;
}

/** Case is mapped both ways, because ς and σ share their capital. */
function alike(options: TextOptions, text: string): string {
  let result = text;
  if (options.normalizeUnicode) result = call('nfc_normalize', result);
  if (options.caseInsensitive) result = call('lower', call('upper', result));
  if (options.trimWhitespace) result = call('trim', result, textLiteral(whiteSpace));
  return result;
}

/** The one text of a value (domain/comparison/canonical-text.ts). */
function written(column: Column, x: string): string {
  const { logicalType, nativeType } = column.field;
  switch (logicalType.kind) {
    case 'string':
      // Only CHAR pads, and only its padding is not part of the value.
      return /^(N?CHAR|CHARACTER|BPCHAR)\b(?! VARYING)/i.test(nativeType)
        ? `rtrim(${x}, ' ')`
        : cast(x, 'VARCHAR');
    case 'boolean':
    case 'long':
    case 'date':
    case 'time':
      return cast(x, 'VARCHAR');
    case 'decimal':
      return logicalType.scale === 0 ? cast(x, 'VARCHAR') : withoutLooseZeros(cast(x, 'VARCHAR'));
    case 'double':
      return call(doubleTextFunction.name, cast(x, 'DOUBLE'));
    case 'timestamp':
      return logicalType.zoned ? isoText(utcWall(x), true) : isoText(x, false);
    default:
      return impossible(column);
  }
}

type Encoding = 'hex' | 'base64';

function encodingOf({ field: { binding } }: Column): Encoding | null {
  return binding.format === 'hex' || binding.format === 'base64' ? binding.format : null;
}

const base64Shape = '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';

/** Bytes in one spelling, whether they come as bytes or as text. */
function encoded(column: Column, encoding: Encoding, x: string): string {
  const { kind } = column.field.logicalType;
  if (encoding === 'hex') {
    if (kind === 'binary') return call('lower', call('hex', cast(x, 'BLOB')));
    const digits = `regexp_replace(${x}, '^(0x|0X|\\\\x)', '')`;
    return `CASE WHEN ${isMatch(digits, '([0-9A-Fa-f]{2})*')} THEN lower(${digits}) END`;
  }
  if (kind === 'binary') return call('base64', cast(x, 'BLOB'));
  const digits = `regexp_replace(${x}, '[\\r\\n]', '', 'g')`;
  return `CASE WHEN ${isMatch(digits, base64Shape)} THEN base64(from_base64(${digits})) END`;
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

const uuidShape = '\\{?[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}\\}?';

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
    text: (v) => call('lower', call('hex', v)),
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
