/** `name` as a quoted identifier. Trino folds the case of all names, quoted ones too. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `text` as a string literal. A backslash is an ordinary character; a NUL has to be spelt. */
export function textLiteral(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' || chr(0) || ')})`;
}

export function cast(expression: string, type: string): string {
  return `CAST(${expression} AS ${type})`;
}

/** NULL where the value does not fit or cannot be read. */
export function tryCast(expression: string, type: string): string {
  return `TRY_CAST(${expression} AS ${type})`;
}

export function call(name: string, ...args: readonly string[]): string {
  return `${name}(${args.join(', ')})`;
}

export function isMatch(text: string, wholeTextPattern: string): string {
  // Java's `$` also matches before a newline at the end of the text; `\z` does not.
  return call('regexp_like', text, textLiteral(`^(?:${wholeTextPattern})\\z`));
}

/** `body` over the value of an expression that is computed once. SQL has no `let`; a lambda over an array of one is. */
export function letBe(name: string, expression: string, body: (name: string) => string): string {
  return `element_at(transform(ARRAY[${expression}], ${name} -> ${body(name)}), 1)`;
}

/** Fails the statement where a row gets here. The words are seen by people and must not be made of values. */
export function refuse(words: string, type: string): string {
  return cast(call('fail', textLiteral(words)), type);
}
