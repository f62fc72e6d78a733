/** What structures a record. */
export interface RecordSyntax {
  readonly delimiter: string;
  readonly quote: string | null;
  readonly escape: string | null;
}

/**
 * The first records of a text, blank lines left out. For looking at a file's beginning: it takes whatever it is given
 * and never complains, which is the scanner's part.
 */
export function parseRecords(text: string, syntax: RecordSyntax, limit: number): string[][] {
  const { delimiter, quote, escape: escapedBy } = syntax;
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  let closed = false;
  let recordIsBlank = true;

  const endRecord = () => {
    record.push(field);
    if (!recordIsBlank) records.push(record);
    record = [];
    field = '';
    closed = false;
    recordIsBlank = true;
  };

  for (let at = 0; at < text.length && records.length < limit; at += 1) {
    const char = text[at] as string;
    if (quoted) {
      const next = text[at + 1];
      if (
        char === escapedBy &&
        next !== undefined &&
        (next === quote || (next === escapedBy && escapedBy !== quote))
      ) {
        field += next;
        at += 1;
      } else if (char === quote) {
        quoted = false;
        closed = true;
      } else field += char;
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      endRecord();
    } else {
      recordIsBlank = false;
      if (char === delimiter) {
        record.push(field);
        field = '';
        closed = false;
      } else if (char === quote && field.trim() === '') {
        field = '';
        quoted = true;
      } else if (!closed) field += char;
    }
  }
  if (records.length < limit && !recordIsBlank) endRecord();
  return records;
}
