import type { LogicalType, StructField } from './logical-type.ts';
import { type Parsed, parsed, unreadable } from './parsed.ts';
import { quoteName, readQuotedName } from './quoted-name.ts';

/** The largest precision that a supported system can declare: PostgreSQL's numeric(1000). */
export const maxDecimalPrecision = 1000;
/** Trino's timestamp(12), picoseconds, is the finest of all supported systems. */
export const maxFractionalDigits = 12;

/** Far deeper than any schema; keeps a hostile text from exhausting the stack. */
const maxDepth = 200;

const plainKinds = [
  'boolean',
  'long',
  'double',
  'string',
  'date',
  'uuid',
  'binary',
  'json',
  'unknown',
] as const;
type PlainKind = (typeof plainKinds)[number];

/** A name that stands without quotes in a struct: letters, digits, `_` and `$`, not starting with a digit. */
const bareName = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;

/** The compact text of a type: `decimal(38,10)`, `timestamp(6) zoned`, `list<struct<a long>>`. */
export function printLogicalType(type: LogicalType): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`;
    case 'time':
      return `time(${type.precision})`;
    case 'timestamp':
      return `timestamp(${type.precision}) ${type.zoned ? 'zoned' : 'naive'}`;
    case 'struct':
      return `struct<${type.fields.map((field) => `${printName(field.name)} ${printLogicalType(field.type)}`).join(', ')}>`;
    case 'list':
      return `list<${printLogicalType(type.element)}>`;
    case 'map':
      return `map<${printLogicalType(type.key)}, ${printLogicalType(type.value)}>`;
    default:
      return type.kind;
  }
}

/** Reads what `printLogicalType` writes; white space between the parts is free. */
export function parseLogicalType(text: string): Parsed<LogicalType> {
  const reader = new TypeReader(text);
  try {
    const type = reader.type();
    reader.end();
    return parsed(type);
  } catch (fault) {
    if (fault instanceof Unreadable) return unreadable(fault.position, fault.message);
    throw fault;
  }
}

function printName(name: string): string {
  return bareName.test(name) ? name : quoteName(name);
}

/** Ends the descent at the first fault; never leaves this file. */
class Unreadable extends Error {
  readonly position: number;

  constructor(position: number, detail: string) {
    super(detail);
    this.position = position;
  }
}

class TypeReader {
  readonly #points: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#points = [...text];
  }

  type(): LogicalType {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Unreadable(this.#at, `Types nest at most ${maxDepth} deep.`);
    const type = this.#typeNamed(this.#word());
    this.#depth -= 1;
    return type;
  }

  #typeNamed(word: string): LogicalType {
    const start = this.#at - word.length;
    switch (word) {
      case 'decimal': {
        const [precision = 0, scale = 0] = this.#numbers(2);
        if (precision < 1 || precision > maxDecimalPrecision || scale > precision) {
          throw new Unreadable(
            start,
            `A decimal has a precision of 1 to ${maxDecimalPrecision} and a scale of 0 up to its precision.`,
          );
        }
        return Object.freeze({ kind: 'decimal', precision, scale });
      }
      case 'time':
        return Object.freeze({ kind: 'time', precision: this.#fractionalDigits() });
      case 'timestamp': {
        const precision = this.#fractionalDigits();
        const zoneStart = this.#at;
        const zone = this.#word();
        if (zone !== 'zoned' && zone !== 'naive') {
          throw new Unreadable(zoneStart, 'A timestamp is `zoned` or `naive`: write timestamp(6) zoned.');
        }
        return Object.freeze({ kind: 'timestamp', precision, zoned: zone === 'zoned' });
      }
      case 'struct':
        return Object.freeze({ kind: 'struct', fields: Object.freeze(this.#fields()) });
      case 'list': {
        this.#expect('<');
        const element = this.type();
        this.#expect('>');
        return Object.freeze({ kind: 'list', element });
      }
      case 'map': {
        this.#expect('<');
        const key = this.type();
        this.#expect(',');
        const value = this.type();
        this.#expect('>');
        return Object.freeze({ kind: 'map', key, value });
      }
      default: {
        if (!isPlainKind(word)) throw new Unreadable(start, `There is no type \`${word}\`.`);
        return Object.freeze({ kind: word });
      }
    }
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#points.length) throw new Unreadable(this.#at, 'The type ends before this.');
  }

  #fields(): StructField[] {
    const fields: StructField[] = [];
    this.#expect('<');
    if (this.#accept('>')) return fields;
    do {
      const name = this.#name();
      fields.push(Object.freeze({ name, type: this.type() }));
    } while (this.#accept(','));
    this.#expect('>');
    return fields;
  }

  #fractionalDigits(): number {
    const start = this.#at;
    const [digits = 0] = this.#numbers(1);
    if (digits > maxFractionalDigits) {
      throw new Unreadable(start, `A second has at most ${maxFractionalDigits} fractional digits here.`);
    }
    return digits;
  }

  #numbers(count: number): number[] {
    const numbers: number[] = [];
    this.#expect('(');
    while (numbers.length < count) {
      if (numbers.length > 0) this.#expect(',');
      numbers.push(this.#number());
    }
    this.#expect(')');
    return numbers;
  }

  #number(): number {
    this.#skipSpace();
    const digits = this.#while(/^[0-9]$/);
    // Five digits are more than any limit here, and far below where a number would lose any.
    if (digits === '' || digits.length > 5)
      throw new Unreadable(this.#at, 'A small whole number belongs here.');
    return Number(digits);
  }

  #name(): string {
    this.#skipSpace();
    if (this.#points[this.#at] !== '"') {
      const name = this.#while(/^[\p{L}\p{M}\p{N}_$]$/u);
      if (!bareName.test(name))
        throw new Unreadable(this.#at, 'A field name belongs here; quote it with "…" if it is unusual.');
      return name;
    }
    const quoted = readQuotedName(this.#points, this.#at);
    if (!quoted.ok) throw new Unreadable(quoted.fault.position, quoted.fault.detail);
    this.#at = quoted.value.end;
    return quoted.value.name;
  }

  #word(): string {
    this.#skipSpace();
    return this.#while(/^[a-z]$/);
  }

  #while(pattern: RegExp): string {
    const start = this.#at;
    while (this.#at < this.#points.length && pattern.test(this.#points[this.#at] ?? '')) this.#at += 1;
    return this.#points.slice(start, this.#at).join('');
  }

  #accept(symbol: string): boolean {
    this.#skipSpace();
    if (this.#points[this.#at] !== symbol) return false;
    this.#at += 1;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw new Unreadable(this.#at, `\`${symbol}\` belongs here.`);
  }

  #skipSpace(): void {
    this.#while(/^\s$/);
  }
}

function isPlainKind(word: string): word is PlainKind {
  return (plainKinds as readonly string[]).includes(word);
}
