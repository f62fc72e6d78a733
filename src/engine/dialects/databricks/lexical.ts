/** `name` as a quoted identifier. Spark finds names whatever their case, quoted ones too. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/**
 * `text` as a string literal. A backslash escapes, a NUL has to be spelt, and so has `$`: Spark puts the values of its
 * settings in place of `${…}` before it reads a statement, inside of literals too.
 */
export function textLiteral(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('$', '\\u0024')
    .replaceAll('\0', '\\u0000');
  return `'${escaped}'`;
}

export function cast(expression: string, type: string): string {
  return `CAST(${expression} AS ${type})`;
}

/** NULL where the value does not fit or cannot be read. */
export function tryCast(expression: string, type: string): string {
  return `try_cast(${expression} AS ${type})`;
}

export function call(name: string, ...args: readonly string[]): string {
  return `${name}(${args.join(', ')})`;
}

export function isMatch(text: string, wholeTextPattern: string): string {
  // Java's `$` also matches before a newline at the end of the text; `\z` does not.
  return call('rlike', text, textLiteral(`^(?:${wholeTextPattern})\\z`));
}

export function withoutMatches(text: string, pattern: string): string {
  return call('regexp_replace', text, textLiteral(pattern), "''");
}

/** `body` over the value of an expression that is computed once. SQL has no `let`; a lambda over an array of one is. */
export function letBe(name: string, expression: string, body: (name: string) => string): string {
  return `transform(array(${expression}), ${name} -> ${body(name)})[0]`;
}

/** Fails the statement where a row gets here. The words are seen by people and must not be made of values. */
export function refuse(words: string, type: string): string {
  return cast(call('raise_error', textLiteral(words)), type);
}
