import type { TextOptions } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { doubleText } from './functions.ts';
import { bytesInput, fixedInput, textInput } from './hashes.ts';
import { call, cast, isMatch, tryCast } from './lexical.ts';
import { doubleValue, withoutLooseZeros } from './read-numbers.ts';
import { isoText, utcWall, withoutLooseFraction } from './timestamps.ts';

/** Unicode's White_Space, as Java's regular expressions spell it. */
const whiteSpace =
  '[\\t\\n\\x0B\\f\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}]';

export function readText(column: Column): Reading {
  const encoding = encodingOf(column);
  return {
    value: (x) =>
      encoding === null ? alike(column.options.text, written(column, x)) : encoded(column, encoding, x),
    fallible: encoding !== null && column.field.logicalType.kind === 'string',
    hashInputs: (_x, v) => textInput(v),
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
  if (options.normalizeUnicode) result = `normalize(${result}, NFC)`;
  if (options.caseInsensitive) result = call('lower', call('upper', result));
  if (options.trimWhitespace) result = `regexp_replace(${result}, '^${whiteSpace}+|${whiteSpace}+\\z', '')`;
  return result;
}

export function isChar(nativeType: string): boolean {
  return /^char\b/i.test(nativeType);
}

/** Only CHAR pads, and only its padding is not part of the value. */
export function unpadded(x: string): string {
  return `regexp_replace(${cast(x, 'VARCHAR')}, ' +\\z', '')`;
}

/** The one text of a value (domain/comparison/canonical-text.ts). */
function written(column: Column, x: string): string {
  const { logicalType, nativeType } = column.field;
  switch (logicalType.kind) {
    case 'string':
      return isChar(nativeType) ? unpadded(x) : cast(x, 'VARCHAR');
    case 'boolean':
    case 'long':
    case 'date':
      return cast(x, 'VARCHAR');
    case 'time':
      return withoutLooseFraction(cast(x, 'VARCHAR'));
    case 'decimal':
      return logicalType.scale === 0 ? cast(x, 'VARCHAR') : withoutLooseZeros(cast(x, 'VARCHAR'));
    case 'double':
      return call(doubleText.name, doubleValue(column, x));
    case 'timestamp':
      return logicalType.zoned ? isoText(utcWall(x, logicalType.precision), true) : isoText(x, false);
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
    if (kind === 'binary') return call('lower', call('to_hex', x));
    const digits = `regexp_replace(${x}, '^(0x|0X|\\\\x)', '')`;
    return `CASE WHEN ${isMatch(digits, '([0-9A-Fa-f]{2})*')} THEN lower(${digits}) END`;
  }
  if (kind === 'binary') return call('to_base64', x);
  const digits = `regexp_replace(${x}, '[\\r\\n]', '')`;
  return `CASE WHEN ${isMatch(digits, base64Shape)} THEN to_base64(from_base64(${digits})) END`;
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

const uuidShape = '\\{?[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}\\}?';

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
    text: (v) => call('lower', call('to_hex', v)),
    position: null,
  };
}
