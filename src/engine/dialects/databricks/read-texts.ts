import type { TextOptions } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { textInput } from './hashes.ts';
import { call, cast, isMatch, withoutMatches } from './lexical.ts';
import { doubleText } from './number-texts.ts';
import { doubleValue, withoutLooseZeros } from './read-numbers.ts';
import { countOfInstant, countOfWall, isoText } from './timestamps.ts';

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
  if (options.caseInsensitive) result = call('lower', call('upper', result));
  if (options.trimWhitespace) result = withoutMatches(result, `^${whiteSpace}+|${whiteSpace}+\\z`);
  return result;
}

/** A text as it is kept: only CHAR pads, which is not part of the value, and a collation must not decide what is equal. */
export function ownText(nativeType: string, x: string): string {
  if (/^char\b/i.test(nativeType)) return withoutMatches(x, ' +\\z');
  return / collate /i.test(nativeType) ? call('collate', x, "'UTF8_BINARY'") : cast(x, 'STRING');
}

/** The one text of a value (domain/comparison/canonical-text.ts). */
function written(column: Column, x: string): string {
  const { logicalType, nativeType } = column.field;
  switch (logicalType.kind) {
    case 'string':
      return ownText(nativeType, x);
    case 'boolean':
    case 'long':
    case 'date':
      return cast(x, 'STRING');
    case 'decimal':
      return logicalType.scale === 0 ? cast(x, 'STRING') : withoutLooseZeros(cast(x, 'STRING'));
    case 'double':
      return doubleText(doubleValue(column, x));
    case 'timestamp':
      return logicalType.zoned ? isoText(countOfInstant(x), 6, true) : isoText(countOfWall(x), 6, false);
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
    if (kind === 'binary') return hexText(x);
    const digits = withoutMatches(x, '^(0x|0X|\\\\x)');
    return `CASE WHEN ${isMatch(digits, '([0-9A-Fa-f]{2})*')} THEN lower(${digits}) END`;
  }
  if (kind === 'binary') return base64Text(x);
  const digits = withoutMatches(x, '[\\r\\n]');
  return `CASE WHEN ${isMatch(digits, base64Shape)} THEN ${base64Text(`unbase64(${digits})`)} END`;
}

/** Some runtimes break the lines of base64. */
function base64Text(bytes: string): string {
  return withoutMatches(call('base64', bytes), '[\\r\\n]');
}

export function hexText(bytes: string): string {
  return call('lower', call('hex', bytes));
}

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
