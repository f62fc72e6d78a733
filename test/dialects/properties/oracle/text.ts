import type { TextOptions } from '../../../../src/domain/comparison/tolerance.ts';
import type { StoredType, Value } from '../../../support/relations.ts';
import { decimalText, readDecimal } from './rational.ts';
import { dateText, readDate, readTime, readTimestamp, timestampText, timeText } from './time.ts';

/** The one text that a value has (`to_string`); text is its own. */
export function writtenText(value: Value, stored: StoredType): string {
  const notation = String(value);
  switch (stored.kind) {
    case 'integer':
    case 'decimal':
      return present(decimalText(present(readDecimal(notation))));
    case 'float': {
      const number = stored.bits === 32 ? Math.fround(Number(notation)) : Number(notation);
      return Object.is(number, -0) ? '0' : String(number);
    }
    case 'char':
      return notation.replace(/ +$/, '');
    case 'date':
      return dateText(present(readDate(notation)));
    case 'time':
      return timeText(present(readTime(notation)));
    case 'timestamp':
      return timestampText(present(readTimestamp(notation)), stored.zoned);
    case 'boolean':
    case 'text':
      return notation;
    default:
      throw new TypeError(`A value stored as ${stored.kind} has no text.`);
  }
}

/** Bytes, or text that writes bytes, in the one spelling of an encoding; null for text that does not. */
export function encodedText(notation: string, stored: StoredType, encoding: string): string | null {
  const bytes = stored.kind === 'binary' ? Buffer.from(notation, 'hex') : readEncoded(notation, encoding);
  if (bytes === null) return null;
  return encoding === 'hex' ? bytes.toString('hex') : bytes.toString('base64');
}

function readEncoded(text: string, encoding: string): Buffer | null {
  if (encoding === 'hex') {
    const digits = /^(?:0[xX]|\\x)?((?:[0-9a-fA-F]{2})*)$/.exec(text)?.[1];
    return digits === undefined ? null : Buffer.from(digits, 'hex');
  }
  const bare = text.replace(/[\r\n]/g, '');
  const shape = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  return shape.test(bare) ? Buffer.from(bare, 'base64') : null;
}

/** Texts made alike as far as the options ask for it. */
export function alike(
  text: string,
  { normalizeUnicode, trimWhitespace, caseInsensitive }: TextOptions,
): string {
  let result = text;
  if (normalizeUnicode) result = result.normalize('NFC');
  if (trimWhitespace) result = result.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  if (caseInsensitive) result = [...result].map(foldCase).join('');
  return result;
}

/** To the capital and back, one letter for one letter: ς and σ have the same capital, ß has none of its own. */
function foldCase(letter: string): string {
  if (letter === '\u0130') return 'i';
  const one = (mapped: string, otherwise: string) => ([...mapped].length === 1 ? mapped : otherwise);
  const capital = one(letter.toUpperCase(), letter);
  return one(capital.toLowerCase(), capital);
}

function present<T>(value: T | null): T {
  if (value === null) throw new TypeError('A table of a test holds a value that its own type cannot read.');
  return value;
}
