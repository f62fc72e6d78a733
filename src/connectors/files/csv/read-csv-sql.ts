import { textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { CsvDialect } from './csv-dialect.ts';
import type { LineEnding } from './csv-scanner.ts';

/** A set of files that are written alike. */
export interface CsvFiles {
  readonly paths: readonly string[];
  readonly dialect: CsvDialect;
  readonly nullTexts: readonly string[];
  readonly lineEnding: LineEnding;
  /** Bytes of the longest record. */
  readonly longestRecord: number;
  /** A column for the path of each row's file; null for none. */
  readonly fileColumn: string | null;
}

/** DuckDB's own limit where none is given. */
const defaultLongestRecord = 2_000_000;

/** The name of a column before it has its type and its own name. */
export function rawColumn(index: number): string {
  return `c${index}`;
}

/**
 * The files as texts. Nothing is left to be guessed, nothing that does not fit is skipped or filled up. Names are not
 * taken from the header: DuckDB renames those that differ only in case.
 */
export function readCsvSql(files: CsvFiles): string {
  const { paths, dialect, nullTexts, lineEnding, longestRecord, fileColumn } = files;
  const options: Readonly<Record<string, string>> = {
    auto_detect: 'false',
    header: String(dialect.header),
    columns: `{${dialect.columns.map((_, index) => `${rawColumn(index)}: 'VARCHAR'`).join(', ')}}`,
    delim: textLiteral(dialect.delimiter),
    quote: textLiteral(dialect.quote ?? ''),
    escape: textLiteral(dialect.escape ?? ''),
    nullstr: `[${nullTexts.map(textLiteral).join(', ')}]`,
    // `""` is an empty text, an empty field is NULL.
    allow_quoted_nulls: 'false',
    strict_mode: 'true',
    null_padding: 'false',
    ignore_errors: 'false',
    compression: textLiteral('none'),
    hive_partitioning: 'false',
    // Declaring \r\n makes DuckDB 1.5 read no row at all; it finds that one by itself.
    ...(lineEnding === 'lf' ? { new_line: textLiteral('\\n') } : {}),
    ...(fileColumn === null ? {} : { filename: textLiteral(fileColumn) }),
    ...(longestRecord > defaultLongestRecord ? { max_line_size: String(longestRecord + 1) } : {}),
  };
  const list = `[${paths.map(textLiteral).join(', ')}]`;
  const named = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${[list, ...named].join(', ')})`;
}
