/** `name` as a quoted identifier. No name of a catalogue holds NUL, which would end the statement. */
export function identifier(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

/** `text` as a string literal, whatever `standard_conforming_strings` says. */
export function textLiteral(text: string): string {
  const quoted = withoutNul(text).replaceAll("'", "''");
  return text.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}

export function qualified(schema: string, name: string): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

export function cast(expression: string, type: string): string {
  return `CAST(${expression} AS ${type})`;
}

/** A text with NUL equals nothing that PostgreSQL can hold: asking for it is a mistake that was let through. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw new TypeError('PostgreSQL has no text with a NUL character.');
  return text;
}
