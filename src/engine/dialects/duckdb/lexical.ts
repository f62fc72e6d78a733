/** `name` as a quoted identifier. DuckDB folds the case of quoted names too, so names that differ only in case must not meet in one scope. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `text` as a string literal; a backslash is an ordinary character in DuckDB. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
