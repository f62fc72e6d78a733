/** A DuckDB type, taken apart. */
export type NativeType =
  | { readonly kind: 'scalar'; readonly name: string; readonly parameters: readonly number[] }
  | {
      readonly kind: 'struct';
      readonly fields: readonly { readonly name: string; readonly type: NativeType }[];
    }
  | { readonly kind: 'list'; readonly element: NativeType }
  | { readonly kind: 'map'; readonly key: NativeType; readonly value: NativeType };

/** Reads a type as DESCRIBE prints it: `STRUCT(a BIGINT, "b c" VARCHAR[])`, `TIMESTAMP WITH TIME ZONE`. */
export function parseNativeType(text: string): NativeType {
  const reader = new TypeReader(text);
  const type = reader.type();
  if (!reader.atEnd) throw new TypeError(`Not a type of DuckDB as a whole: ${text}`);
  return type;
}

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length;
  }

  type(): NativeType {
    let type = this.#unsuffixed();
    // `INTEGER[]` is a list, `INTEGER[3]` an array of fixed length.
    for (let suffix = this.#take(/\[\d*\]/y); suffix !== null; suffix = this.#take(/\[\d*\]/y)) {
      type = { kind: 'list', element: type };
    }
    return type;
  }

  #unsuffixed(): NativeType {
    if (this.#take(/STRUCT\(/y) !== null) return { kind: 'struct', fields: this.#fields() };
    if (this.#take(/MAP\(/y) !== null) {
      const key = this.type();
      this.#take(/, /y);
      const value = this.type();
      this.#take(/\)/y);
      return { kind: 'map', key, value };
    }
    const name = this.#take(/"(?:[^"]|"")*"|[A-Z_][A-Z0-9_]*(?: [A-Z_][A-Z0-9_]*)*/y);
    if (name === null) throw new TypeError(`Not a type of DuckDB: ${this.#text}`);
    // Values of an ENUM and members of a UNION are of no use here.
    const inParentheses = this.#take(/\((?:[^()']|'(?:[^']|'')*'|\([^()]*\))*\)/y);
    return { kind: 'scalar', name, parameters: (inParentheses?.match(/\d+/g) ?? []).map(Number) };
  }

  #fields() {
    const fields: { name: string; type: NativeType }[] = [];
    do {
      const name = this.#take(/"(?:[^"]|"")*"|[^\s(),"]+/y) ?? '';
      this.#take(/ /y);
      fields.push({ name: unquoted(name), type: this.type() });
    } while (this.#take(/, /y) !== null);
    this.#take(/\)/y);
    return fields;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
