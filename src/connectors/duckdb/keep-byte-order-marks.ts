import dataAccessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';

/**
 * The binding decodes text with a decoder that takes a U+FEFF at its start for a byte order mark and drops it: a text
 * that begins with one would come out equal to one that does not, in MIN and MAX, in our own functions and in evidence.
 * It keeps the decoder in a variable of the module, in whose place this puts one that drops nothing. The version is
 * pinned, and the traps fail if this stops working.
 */
export function keepByteOrderMarks(): void {
  Object.assign(dataAccessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
}
