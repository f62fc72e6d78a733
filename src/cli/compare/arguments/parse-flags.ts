import { InvalidArgumentError } from 'commander';
import { type choiceIds, type FunctionCode, functionCodes } from '../../../domain/comparison/binding.ts';
import type { Selection } from '../../../domain/comparison/resolution.ts';
import type { TextOptions } from '../../../domain/comparison/tolerance.ts';

/** Each flag's text becomes what it says; what cannot be read is refused with an example. */

/** `a,"b,c"` → `a` and `b,c`. Repeating the flag adds to the list. */
export function columnList(text: string, before: readonly string[] = []): readonly string[] {
  const names = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]+))/g)]
    .map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare?.trim() ?? '')
    .filter((name) => name !== '');
  if (names.length === 0)
    throw new InvalidArgumentError('Give the names of columns, separated by commas: id,line_no.');
  return [...before, ...names];
}

export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** `order_no=orderNumber`; a name that holds `=` is quoted. */
export function mapping(
  text: string,
  before: readonly { readonly source: string; readonly target: string }[] = [],
) {
  const [source, target] = splitAtEquals(text) ?? [];
  if (!source || !target) {
    throw new InvalidArgumentError(
      'Give the column of the source and that of the target: order_no=orderNumber.',
    );
  }
  return [...before, { source, target: unquoted(target) }];
}

const choices: Readonly<Record<string, Selection['choiceId']>> = {
  text: 'asText',
  numeric: 'asPeerNumeric',
  datetime: 'asPeerDateTime',
};

/** `amount=numeric`, `created=datetime:dd.MM.yyyy`, `*=text`. */
export function selection(text: string, before: Readonly<Record<string, Selection>> = {}) {
  const [, column, choice = '', format = ''] = /^(.+?)=(text|numeric|datetime)(?::(.*))?$/s.exec(text) ?? [];
  const choiceId = choices[choice];
  if (column === undefined || choiceId === undefined) {
    throw new InvalidArgumentError(
      'Give a column and how to read it: amount=numeric, code=text, created=datetime:yyyy-MM-dd.',
    );
  }
  return { ...before, [unquoted(column)]: { choiceId, format } };
}

/** The flags that a report offers, each as a shell takes it: the reverse of reading them. */
export function selectionFlag(column: string, choiceId: (typeof choiceIds)[number], format: string): string {
  const choice = Object.keys(choices).find((name) => choices[name] === choiceId) ?? choiceId;
  return `--as ${shellWord(`${nameWord(column)}=${choice}${format === '' ? '' : `:${format}`}`)}`;
}

export function mapFlag(source: string, target: string): string {
  return `--map ${shellWord(`${nameWord(source)}=${nameWord(target)}`)}`;
}

export function ignoreFlag(column: string): string {
  return `--ignore ${shellWord(nameWord(column))}`;
}

/** In quotes where the name holds what separates names. */
function nameWord(column: string): string {
  return /[=",]|^\s|\s$/.test(column) ? `"${column.replaceAll('"', '""')}"` : column;
}

/** A word that a POSIX shell hands over as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const normalisations: readonly string[] = ['case', 'trim', 'nfc'];

/** `name=case,trim`. */
export function normalisation(text: string, before: Readonly<Record<string, TextOptions>> = {}) {
  const [column, rules] = splitAtEquals(text) ?? [];
  const names = rules?.split(',').map((name) => name.trim()) ?? [];
  const unknown = names.find((name) => !normalisations.includes(name));
  if (!column || names.length === 0 || unknown !== undefined) {
    throw new InvalidArgumentError(
      'Give a column and what to overlook: name=case,trim,nfc (letter case, white space at both ends, Unicode forms).',
    );
  }
  const options: TextOptions = {
    caseInsensitive: names.includes('case'),
    trimWhitespace: names.includes('trim'),
    normalizeUnicode: names.includes('nfc'),
  };
  return { ...before, [column]: options };
}

/** `COUNT,SUM`, in any case; `all` for every one. */
export function functions(text: string): readonly FunctionCode[] {
  const names = text.split(',').map((name) => name.trim().toUpperCase());
  if (names.includes('ALL')) return functionCodes;
  return names.map((name) => {
    const code = functionCodes.find((known) => known === name);
    if (code !== undefined) return code;
    throw new InvalidArgumentError(`Give some of ${functionCodes.join(', ')}, or all.`);
  });
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1, m: 2, g: 3, t: 4 };

/** `512MiB`, `1GiB`, `2GB`, `1g`; at least what the engine needs to start. */
export function memorySize(text: string): number {
  const [, amount, prefix = '', binary, b] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)(b?)$/i.exec(text) ?? [];
  const power = units[prefix.toLowerCase()] ?? 0;
  const base = binary === '' && b !== '' ? 1000 : 1024;
  const bytes = Math.floor(Number(amount) * base ** (prefix === '' ? 0 : power));
  if (!(bytes >= leastMemory))
    throw new InvalidArgumentError('Give a size of at least 64 MiB: 512MiB, 1GiB, 4GB.');
  return bytes;
}

/** Below, DuckDB cannot hold the buffers of one scan. */
const leastMemory = 64 * 1024 * 1024;

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

export function oneOf<T extends string>(...values: readonly T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text.toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`Give one of ${values.join(', ')}.`);
    return found;
  };
}

/** At the first `=` outside quotes. */
export function splitAtEquals(text: string): readonly [string, string] | null {
  const [, quoted, bare, rest] = /^(?:"((?:[^"]|"")*)"|([^="]+))=(.*)$/s.exec(text) ?? [];
  const name = quoted?.replaceAll('""', '"') ?? bare;
  return name === undefined || rest === undefined ? null : [name, rest];
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}
