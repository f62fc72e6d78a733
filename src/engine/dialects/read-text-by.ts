import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import type { TextOptions } from '../../domain/comparison/tolerance.ts';
import type { Column } from '../plan/plan.ts';
import type { HashInputs, Reading } from './dialect.ts';
import { impossible } from './impossible.ts';
import { base64Shape, hexShape } from './text-shapes.ts';

/** What engines spell differently about texts. Null: refused before anything runs, by the capabilities. */
export interface TextSpelling {
  /** The text that an engine gives booleans, integers, decimals and dates. */
  plain(x: string): string;
  /** A text as it is kept, without what pads it. */
  own(x: string, nativeType: string): string;
  withoutLooseZeros(text: string): string;
  double(x: string, column: Column): string;
  readonly time: ((x: string) => string) | null;
  timestamp(x: string, type: Extract<LogicalType, { kind: 'timestamp' }>): string;
  readonly normalized: ((text: string) => string) | null;
  trimmed(text: string): string;
  /** A column of bytes. */
  bytes(x: string): string;
  hex(bytes: string): string;
  base64(bytes: string): string;
  bytesOfBase64(text: string): string;
  withoutHexPrefix(text: string): string;
  withoutLineBreaks(text: string): string;
  isMatch(text: string, wholeTextPattern: string): string;
  textInput(text: string): HashInputs;
}

/** Everything that is compared as text: each value by the one text that it has on every engine. */
export function readTextBy(spelling: TextSpelling): (column: Column) => Reading {
  return (column) => {
    const { field, options } = column;
    const encoding = encodingOf(column);
    const isText = field.logicalType.kind === 'string';
    return {
      // Text that spells bytes is brought to its one spelling; letters of base64 in another case are other bytes.
      value: (x) =>
        encoding === null
          ? alike(column, written(column, x, spelling), spelling)
          : encoded(encoding, x, isText, spelling),
      fallible: encoding !== null && isText,
      hashInputs: (_x, v) => spelling.textInput(v),
      text: (v) => v,
      position: null,
      showsRaw: isText && encoding === null && isExact(options.text),
    };
  };
}

type Encoding = 'hex' | 'base64';

function encodingOf({ field: { binding } }: Column): Encoding | null {
  return binding.format === 'hex' || binding.format === 'base64' ? binding.format : null;
}

function isExact({ caseInsensitive, trimWhitespace, normalizeUnicode }: TextOptions): boolean {
  return !caseInsensitive && !trimWhitespace && !normalizeUnicode;
}

/** Case is mapped both ways, because ς and σ share their capital. */
function alike(column: Column, text: string, { normalized, trimmed }: TextSpelling): string {
  const options = column.options.text;
  let result = text;
  if (options.normalizeUnicode) result = normalized?.(result) ?? impossible(column);
  if (options.caseInsensitive) result = `lower(upper(${result}))`;
  if (options.trimWhitespace) result = trimmed(result);
  return result;
}

/** The one text of a value (domain/comparison/canonical-text.ts). */
function written(column: Column, x: string, spelling: TextSpelling): string {
  const { logicalType, nativeType } = column.field;
  switch (logicalType.kind) {
    case 'string':
      return spelling.own(x, nativeType);
    case 'boolean':
    case 'long':
    case 'date':
      return spelling.plain(x);
    case 'time':
      return spelling.time?.(x) ?? impossible(column);
    case 'decimal':
      return logicalType.scale === 0 ? spelling.plain(x) : spelling.withoutLooseZeros(spelling.plain(x));
    case 'double':
      return spelling.double(x, column);
    case 'timestamp':
      return spelling.timestamp(x, logicalType);
    default:
      return impossible(column);
  }
}

/** Bytes in one spelling, whether they come as bytes or as text. */
function encoded(encoding: Encoding, x: string, isText: boolean, spelling: TextSpelling): string {
  const { bytes, hex, base64, bytesOfBase64, withoutHexPrefix, withoutLineBreaks, isMatch } = spelling;
  if (encoding === 'hex') {
    if (!isText) return hex(bytes(x));
    const digits = withoutHexPrefix(x);
    return `CASE WHEN ${isMatch(digits, hexShape)} THEN lower(${digits}) END`;
  }
  if (!isText) return base64(bytes(x));
  const digits = withoutLineBreaks(x);
  return `CASE WHEN ${isMatch(digits, base64Shape)} THEN ${base64(bytesOfBase64(digits))} END`;
}
