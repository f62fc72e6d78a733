import type { ReadingOptions } from '../reading-options.ts';
import type { CsvDialect } from './csv-dialect.ts';
import { parseRecords, type RecordSyntax } from './parse-records.ts';

/** In the order of preference where several fit equally well. */
const delimiters = [',', '\t', ';', '|'] as const;

/** Records that are looked at; more do not change the answer, and a head of 1 MiB seldom holds many more. */
const sampleRecords = 200;

/** The beginning of a file; `isAll` where it is the whole file. */
export interface TextHead {
  readonly text: string;
  readonly isAll: boolean;
  readonly extension: string;
}

/** How the file is written, by its beginning and by what is declared; null where there is no record at all. */
export function detectDialect(head: TextHead, declared: ReadingOptions): CsvDialect | null {
  const quote = declared.quote !== undefined ? declared.quote : detectQuote(head.text);
  const quoting = {
    quote,
    escape: declared.escape !== undefined ? declared.escape : detectEscape(head.text, quote),
  };
  const delimiter = declared.delimiter ?? detectDelimiter(head, quoting);
  const first = parseRecords(head.text, { delimiter, ...quoting }, 1)[0];
  if (first === undefined) return null;
  const header = declared.header ?? looksLikeHeader(first);
  const columns = first.map((name, index) => (header && name !== '' ? name : `column${index + 1}`));
  return { delimiter, ...quoting, header, columns };
}

/**
 * The delimiter that the first record has, that most records have equally often, and that makes the most fields; in
 * that order. A file without any has a single column.
 */
function detectDelimiter(head: TextHead, quoting: Omit<RecordSyntax, 'delimiter'>): string {
  const preferred = head.extension === 'tsv' || head.extension === 'tab' ? '\t' : ',';
  const rated = delimiters.map((delimiter) => {
    const records = sample(head, { delimiter, ...quoting });
    const fields = records[0]?.length ?? 1;
    const alike = records.filter((record) => record.length === fields).length / Math.max(1, records.length);
    return { delimiter, fields, alike };
  });
  const candidates = rated
    .filter(({ fields }) => fields > 1)
    .sort(
      (a, b) =>
        b.alike - a.alike ||
        Number(b.delimiter === preferred) - Number(a.delimiter === preferred) ||
        b.fields - a.fields,
    );
  return candidates[0]?.delimiter ?? preferred;
}

/** Without the record that the end of the head cuts off. */
function sample(head: TextHead, syntax: RecordSyntax): string[][] {
  const records = parseRecords(head.text, syntax, sampleRecords + 1);
  return head.isAll || records.length > sampleRecords
    ? records.slice(0, sampleRecords)
    : records.slice(0, -1);
}

/** Double quotes, unless there are none and values stand in single ones throughout. */
function detectQuote(text: string): string {
  if (text.includes('"')) return '"';
  const opening = text.match(/(?<=^|[,;\t|\r\n])'/g)?.length ?? 0;
  const closing = text.match(/'(?=$|[,;\t|\r\n])/g)?.length ?? 0;
  const lines = text.match(/\n|\r(?!\n)/g)?.length ?? 1;
  return opening > 0 && opening === closing && opening >= lines / 2 ? "'" : '"';
}

/** A doubled quote, unless the text goes on after `\\"` (a path may end in a backslash) and never writes `""`. */
function detectEscape(text: string, quote: string | null): string | null {
  if (quote === null) return null;
  const inside = '[^,;\\t|\\r\\n]';
  // By its code: any character can be declared to be the quote.
  const mark = `\\x${quote.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const backslashes = new RegExp(`${inside}\\\\${mark}${inside}`).test(text);
  const doubled = new RegExp(`${inside}${mark}${mark}`).test(text);
  return backslashes && !doubled ? '\\' : quote;
}

/** Names are words: a first record with a number, a date or a truth value in it is data. */
function looksLikeHeader(first: readonly string[]): boolean {
  return first.some((field) => field !== '') && !first.some((field) => isDatum(field.trim()));
}

function isDatum(field: string): boolean {
  return (
    /^[+-]?(\d+([.,]\d*)?|\.\d+)([eE][+-]?\d+)?%?$/.test(field) ||
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(field) ||
    /^(true|false)$/i.test(field)
  );
}
