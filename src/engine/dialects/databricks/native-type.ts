/** A type as Spark writes it in SQL: `DECIMAL(10,2)`, `ARRAY<INT>`, ``STRUCT<a: INT, `b c`: STRING NOT NULL>``. */
export interface NativeType {
  /** In small letters. */
  readonly name: string;
  /** What stands in parentheses, such as the digits of a decimal. */
  readonly numbers: readonly number[];
  /** Of elements, of keys and values, or of the members of a struct. */
  readonly inner: readonly { readonly name: string; readonly type: NativeType }[];
}

export function parseNativeType(text: string): NativeType {
  const reader = new TypeReader(text);
  return reader.type();
}

const tokens = /\s*(`(?:[^`]|``)*`|'(?:[^'\\]|\\.)*'|[<>(),:]|[^\s<>(),:`']+)/gy;

class TypeReader {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = [...text.matchAll(tokens)].map(([, token = '']) => token);
  }

  type(): NativeType {
    const name = this.#take().toLowerCase();
    const numbers = this.#peek() === '(' ? this.#numbers() : [];
    const inner = this.#peek() === '<' ? this.#inner(name === 'struct') : [];
    // `INTERVAL DAY TO SECOND`, `STRING COLLATE …`, `NOT NULL COMMENT '…'`: words that belong to the type before them.
    const words: string[] = [];
    while (![undefined, ',', '>', ')'].includes(this.#peek())) words.push(this.#take());
    return name === 'interval'
      ? { name: [name, ...words].join(' ').toLowerCase(), numbers, inner }
      : { name, numbers, inner };
  }

  #numbers(): readonly number[] {
    const numbers: number[] = [];
    while (this.#take() !== ')') {
      const token = this.#peek() ?? ')';
      if (/^\d+$/.test(token)) numbers.push(Number(token));
    }
    return numbers;
  }

  #inner(isStruct: boolean): NativeType['inner'] {
    const inner: { readonly name: string; readonly type: NativeType }[] = [];
    this.#take();
    while (this.#peek() !== undefined && this.#peek() !== '>') {
      if (this.#peek() === ',') this.#take();
      const name = isStruct ? plainName(this.#take()) : '';
      if (isStruct && this.#peek() === ':') this.#take();
      inner.push({ name, type: this.type() });
    }
    this.#take();
    return inner;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next];
  }

  #take(): string {
    const token = this.#tokens[this.#next] ?? '';
    this.#next += 1;
    return token;
  }
}

function plainName(token: string): string {
  return token.startsWith('`') ? token.slice(1, -1).replaceAll('``', '`') : token;
}
