import type { SourceKind } from './source.ts';

export const fileFormats = ['csv', 'json', 'parquet'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1'] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** How files are to be read. What is null is detected. */
export interface FileReading {
  readonly format: FileFormat | null;
  readonly encoding: TextEncoding | null;
  readonly delimiter: string | null;
  /** `none`: quotes are ordinary text. */
  readonly quote: string | null;
  readonly escape: string | null;
  readonly header: boolean | null;
  /** Unquoted texts that stand for NULL. */
  readonly nullTexts: readonly string[] | null;
}

export const detectedReading: FileReading = Object.freeze({
  format: null,
  encoding: null,
  delimiter: null,
  quote: null,
  escape: null,
  header: null,
  nullTexts: null,
});

export interface FilesLocator {
  readonly kind: 'files';
  /** Relative to the source's root: a file, a folder or a pattern. */
  readonly path: string;
  readonly reading: FileReading;
}

export interface TableLocator {
  readonly kind: 'table';
  readonly schema: string;
  readonly table: string;
}

/** Where in its source a dataset is. */
export type Locator = FilesLocator | TableLocator;

/** The kind of locator that a source takes. */
export function locatorKindOf(source: SourceKind): Locator['kind'] {
  return source === 'files' ? 'files' : 'table';
}
