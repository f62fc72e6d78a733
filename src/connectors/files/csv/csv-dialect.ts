/** How the text of a CSV file is to be read; detected from its beginning, or declared. */
export interface CsvDialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /** One ASCII character, or null: quotes are ordinary text. */
  readonly quote: string | null;
  /** The quote itself (`""` stands for one), a backslash, or null where there are no quotes. */
  readonly escape: string | null;
  /** Whether the first record names the columns. */
  readonly header: boolean;
  /** Names of the columns, exactly as the file writes them, or `column1`, `column2`, … without a header. */
  readonly columns: readonly string[];
}
