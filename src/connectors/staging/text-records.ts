import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';

/**
 * Records as `COPY … TO STDOUT` writes them: fields between tabs, a newline behind each record, `\N` for NULL, and a
 * backslash before whatever could be taken for one of these. So a newline always ends a record, and whoever cuts or
 * reads the bytes need not know what is in them. (CSV is a fifth dearer on the server and for the engine alike.)
 */
export const recordFormat = Object.freeze({ delimiter: '\t', nullText: '\\N' });

/**
 * What every record ends with, as an expression of any server: one more field, so that no record is an empty line, which
 * the engine would skip.
 */
export const recordEnd = '1';

const newline = 0x0a;

/** How many of the bytes are up to and with the last end of a record; 0 if none ends here. */
export function lastRecordEnd(bytes: Buffer): number {
  return bytes.lastIndexOf(newline) + 1;
}

/** Letters that stand for characters behind a backslash; NUL is ours, for systems whose texts can hold it. */
const letters: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\0': '0',
};

const escaped = /[\\\b\f\n\r\t\v\0]/g;

/** A value as a field of a record. */
export function fieldOf(value: string | null): string {
  if (value === null) return recordFormat.nullText;
  return value.replace(escaped, (character) => `\\${letters[character] ?? character}`);
}

/**
 * The text that a field stands for, as an expression of the engine. It is cut at doubled backslashes first: then no
 * other can be mistaken, and the pieces are joined by the single ones that were meant.
 */
export function unescaped(raw: string): string {
  const piece = Object.entries(letters).reduce(
    (text, [character, letter]) =>
      `replace(${text}, ${textLiteral(`\\${letter}`)}, chr(${character.charCodeAt(0)}))`,
    'piece',
  );
  const pieces = `list_transform(string_split(${raw}, '\\\\'), lambda piece: ${piece})`;
  return `CASE WHEN contains(${raw}, '\\') THEN array_to_string(${pieces}, '\\') ELSE ${raw} END`;
}
