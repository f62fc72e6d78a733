const quote = 0x22;
const newline = 0x0a;

/**
 * Finds where records of CSV end in a stream of bytes: at a newline outside quotes. It counts quotes and looks for
 * newlines with the machine's own search, so that it costs next to nothing beside receiving the bytes.
 */
export class RecordEnds {
  #insideQuotes = false;

  /** Takes the next bytes. Answers how many of them are up to and with the last end of a record; 0 if none ends here. */
  take(bytes: Buffer): number {
    for (let at = bytes.indexOf(quote); at !== -1; at = bytes.indexOf(quote, at + 1)) {
      this.#insideQuotes = !this.#insideQuotes;
    }
    return lastEnd(bytes, this.#insideQuotes);
  }
}

/** Backwards from the end, where it is known whether one is inside quotes. */
function lastEnd(bytes: Buffer, insideAtEnd: boolean): number {
  let inside = insideAtEnd;
  let end = bytes.length - 1;
  while (end >= 0) {
    const lastQuote = bytes.lastIndexOf(quote, end);
    if (!inside) {
      const lastNewline = bytes.lastIndexOf(newline, end);
      if (lastNewline > lastQuote) return lastNewline + 1;
    }
    if (lastQuote === -1) return 0;
    inside = !inside;
    end = lastQuote - 1;
  }
  return 0;
}

/** A value as a field of CSV: NULL is empty, every text is in quotes. */
export function csvField(value: string | null): string {
  if (value === null) return '';
  return `"${value.includes('"') ? value.replaceAll('"', '""') : value}"`;
}
