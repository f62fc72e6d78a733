/** `name` as a quoted identifier, in every sql_mode. No name of MySQL holds NUL. */
export function identifier(name: string): string {
  if (name.includes('\0')) throw new TypeError('MySQL has no name with a NUL character.');
  return `\`${name.replaceAll('`', '``')}\``;
}

/**
 * `text` as a string literal, in every sql_mode: whether a backslash escapes depends on it, and so a text with one is
 * spelt in hex. Its collation is the binary one of the connection (see `sessionSettings`).
 */
export function textLiteral(text: string): string {
  return /[\\\0]/.test(text)
    ? `_utf8mb4 0x${Buffer.from(text, 'utf8').toString('hex')}`
    : `'${text.replaceAll("'", "''")}'`;
}

export function qualified(schema: string, name: string): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

/** The bytes of a text in UTF-8: compared without collation, so neither case nor trailing spaces are lost. */
export function bytesOf(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}
