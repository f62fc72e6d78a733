import { AppError } from '../../domain/app-error.ts';

export const fileFormats = ['csv', 'json', 'parquet'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1'] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** How a dataset's files are to be read. What is not declared is detected (docs/explanation/file-datasets.md). */
export interface ReadingOptions {
  readonly format?: FileFormat;
  readonly encoding?: TextEncoding;
  readonly delimiter?: string;
  /** Null: quotes are ordinary text. */
  readonly quote?: string | null;
  readonly escape?: string | null;
  readonly header?: boolean;
  /** Unquoted texts that stand for NULL; the empty one where nothing is declared. */
  readonly nullTexts?: readonly string[];
  /** The IANA zone in which timestamps without an offset are written. */
  readonly zone?: string;
}

export const readingOptionNames = [
  'format',
  'encoding',
  'delimiter',
  'quote',
  'escape',
  'header',
  'null',
  'zone',
] as const;
export type ReadingOptionName = (typeof readingOptionNames)[number];

const namedCharacters: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  space: ' ',
};

/** Options from `name=value` texts, as a person declares them. `null` may be repeated. */
export function parseReadingOptions(declarations: readonly string[]): ReadingOptions {
  let options: ReadingOptions = {};
  for (const declaration of declarations) {
    const equals = declaration.indexOf('=');
    const name = equals < 0 ? declaration : declaration.slice(0, equals);
    if (equals < 0) throw invalid(name, `needs a value: ${name}=…`);
    options = { ...options, ...parseOption(name, declaration.slice(equals + 1), options) };
  }
  return options;
}

function parseOption(name: string, value: string, before: ReadingOptions): ReadingOptions {
  switch (name as ReadingOptionName) {
    case 'format':
      return { format: oneOf(name, value.toLowerCase(), fileFormats) };
    case 'encoding':
      return {
        encoding: oneOf(name, encodingAliases[value.toLowerCase()] ?? value.toLowerCase(), textEncodings),
      };
    case 'delimiter':
      return { delimiter: character(name, value) };
    case 'quote':
      return { quote: value === 'none' ? null : character(name, value) };
    case 'escape':
      return { escape: value === 'none' ? null : character(name, value) };
    case 'header':
      return { header: oneOf(name, value.toLowerCase(), ['yes', 'no']) === 'yes' };
    case 'null':
      return { nullTexts: [...(before.nullTexts ?? []), value] };
    case 'zone':
      return { zone: zone(value) };
    default:
      throw invalid(name, `is not a reading option; there are ${readingOptionNames.join(', ')}`);
  }
}

const encodingAliases: Readonly<Record<string, TextEncoding>> = {
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  cp1252: 'windows-1252',
  latin1: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
};

function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(name, `is "${value}"; it takes ${values.join(', ')}`);
  return found;
}

/** The reader works on bytes, so what structures a record must be one byte in UTF-8, and no line break. */
function character(name: string, value: string): string {
  const text = namedCharacters[value] ?? value;
  const code = text.charCodeAt(0);
  if (text.length !== 1 || code === 0 || code > 0x7f || text === '\n' || text === '\r') {
    throw invalid(
      name,
      `is "${value}"; it takes one ASCII character, or tab, comma, semicolon, pipe or space`,
    );
  }
  return text;
}

function zone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch (cause) {
    throw invalid('zone', `is "${value}"; it takes an IANA time zone such as Europe/Berlin or UTC`, cause);
  }
}

function invalid(name: string, what: string, cause?: unknown): AppError {
  return new AppError('reading_option_invalid', { detail: `The reading option ${name} ${what}.` }, { cause });
}
