import { AppError } from '../../../domain/app-error.ts';
import type { TextSource } from '../text/text-source.ts';
import type { CsvDialect } from './csv-dialect.ts';
import type { CsvFault } from './csv-scanner.ts';

/** A fault of the scanner in words. Never quotes the record: rows must not get into messages. */
export function csvFault(source: TextSource, dialect: CsvDialect, fault: CsvFault): AppError {
  const place = isOfFile(source)
    ? `line ${fault.line}, byte ${source.markBytes + fault.byte}`
    : `line ${fault.line}`;
  return new AppError('dataset_unreadable', {
    detail: `${source.file}, ${place}: ${describe(dialect, fault)}`,
  });
}

/** Bytes of a packed or converted text are not those that an editor shows. */
function isOfFile(source: TextSource): boolean {
  return source.compression === null && source.encoding === 'utf-8';
}

function describe(dialect: CsvDialect, fault: CsvFault): string {
  const delimiter = dialect.delimiter === '\t' ? 'a tab' : `"${dialect.delimiter}"`;
  switch (fault.kind) {
    case 'fieldCount': {
      const cause =
        fault.fields > dialect.columns.length
          ? `A value that holds ${delimiter} must be quoted.`
          : `A value may be missing, or the record may be broken over two lines.`;
      return `the record has ${fault.fields} ${fault.fields === 1 ? 'field' : 'fields'} and the file ${dialect.columns.length} ${dialect.columns.length === 1 ? 'column' : 'columns'} (separated by ${delimiter}). ${cause} Repair the line, or declare the delimiter if it is another.`;
    }
    case 'quoteNotClosed':
      return `a quote (${dialect.quote}) opens a value and nothing closes it. Close it, or declare quote=none if quotes are ordinary text.`;
    case 'textAfterQuote':
      return `a value goes on after its closing quote (${dialect.quote}). Double the quotes inside values, or declare escape=\\ if a backslash escapes them, or quote=none if quotes are ordinary text.`;
    case 'lineEnding':
      return `a carriage return alone ends this line, and other lines end otherwise. Quote the value that holds it, or convert the file to one kind of line ending.`;
  }
}
