import { parseDecimal, printDecimal } from '../../domain/comparison/exact-decimal.ts';

/** A number as it stands in the text; JavaScript's own would have lost digits. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The one text of a JSON value: keys sorted, no white space, strings escaped one way, numbers in plain notation with
 * every digit. Null for a text that is not JSON. Where an object repeats a key the last one counts, as RFC 8259 notes
 * most readers do.
 */
export function canonicalJson(text: string): string | null {
  try {
    return write(JSON.parse(text, keepNumberText));
  } catch (error) {
    // Not JSON, or nested so deep that it exhausts the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** ECMAScript hands a reviver the source text of every primitive; TypeScript's library does not know yet. */
function keepNumberText(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

function write(value: unknown): string {
  if (value instanceof NumberText) return writeNumber(value.text);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** An exponent too large to write out is kept as it stands: such a number equals only its own spelling. */
function writeNumber(text: string): string {
  const decimal = parseDecimal(text);
  return decimal === null ? text : printDecimal(decimal);
}
