import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import { ownWords } from '../../engine/dialects/duckdb/lexical.ts';

interface DuckDbFailure {
  /** DuckDB's own name of the kind of error: `IO`, `Out of Memory`, `INTERRUPT`. */
  readonly type: string;
  readonly message: string;
}

interface FailureKind {
  readonly code: ProblemCode;
  readonly detail: (failure: DuckDbFailure) => string;
}

const unreadable: FailureKind = {
  code: 'dataset_unreadable',
  detail: ({ message }) => `The data cannot be read: ${faultIn(message)}.`,
};

const unfit: FailureKind = {
  code: 'dataset_unreadable',
  detail: () =>
    'A value does not fit the type in which it is read or computed. If the data has changed since it was prepared, prepare it again.',
};

/**
 * Kinds that are about the data or the limits, not about our SQL. Everything else (a parser, binder or internal error)
 * is a defect of ours. A message of DuckDB may quote a value of a row, and rows must not get into messages, which the
 * service stores and logs: all that is taken over are names of files and numbers in places where no value can stand.
 */
const kinds: Readonly<Record<string, FailureKind>> = {
  IO: {
    code: 'dataset_unreadable',
    detail: ({ message }) => `The data cannot be read: ${firstLine(message)}.`,
  },
  'Invalid Input': unreadable,
  Invalid: unreadable,
  Serialization: unreadable,
  HTTP: unreadable,
  Conversion: unfit,
  'Out of Range': unfit,
  Permission: {
    code: 'data_access_refused',
    detail: ({ message }) => `${firstLine(message)}. Only the allowed roots can be opened.`,
  },
  'Out of Memory': {
    code: 'engine_resources_exhausted',
    detail: ({ message }) =>
      `DuckDB ran out of memory or spill space: ${firstLine(message)}. Raise the memory limit or the spill size.`,
  },
  INTERRUPT: { code: 'comparison_cancelled', detail: () => 'The comparison was interrupted.' },
};

/** Kinds of defects whose messages quote nothing but the statement. */
const aboutStatements = new Set(['Parser', 'Syntax', 'Binder', 'Catalog', 'Not implemented', 'Settings']);

/** What DuckDB threw, as an error that a caller may see, or as a defect that carries the statement. */
export function duckDbError(thrown: unknown, sql: string): Error {
  const failure = readFailure(thrown);
  const kind = failure === null ? undefined : kinds[failure.type];
  if (failure === null) return new Error(`DuckDB refused a statement: ${thrown}\n${sql}`, { cause: thrown });
  if (kind === undefined) {
    const quoted = aboutStatements.has(failure.type) ? `: ${failure.message}` : '';
    return new Error(`DuckDB refused a statement: ${failure.type}${quoted}\n${sql}`);
  }
  // Without its cause, whose message would be logged with it.
  return new AppError(kind.code, { detail: kind.detail(failure) });
}

interface FaultForm {
  /** From the first character of the message, up to where DuckDB begins to quote. */
  readonly start: RegExp;
  readonly words: (message: string, ...found: readonly string[]) => string;
}

const faultForms: readonly FaultForm[] = [
  {
    start: new RegExp(`^${ownWords}(.*)$`, 's'),
    words: (_message, own = '') => own,
  },
  {
    start: /^CSV Error on Line: (\d+)\n/,
    words: (message, line) => `line ${line}${csvFile(message)}: ${csvFault(message)}`,
  },
  {
    start: /^Malformed JSON in file "([^"\n]*)", at byte (\d+) in (line|record\/value) (\d+): /,
    words: (_message, file, byte, unit, number) =>
      `${file}, byte ${byte} in ${unit === 'line' ? 'line' : 'record'} ${number}: this is not valid JSON`,
  },
  {
    start: /^JSON transform error in file "([^"\n]*)", in (line|record\/value) (\d+): /,
    words: (_message, file, unit, number) =>
      `${file}, ${unit === 'line' ? 'line' : 'record'} ${number}: a value does not fit the structure of the other records`,
  },
  {
    start: /^Invalid string encoding found in Parquet file(?: "([^"\n]*)")?: /,
    words: (_message, file) => `${file ?? 'a Parquet file'} holds a text that is not UTF-8`,
  },
  {
    start: /^No magic bytes found at end of file '([^'\n]*)'/,
    words: (_message, file) => `${file} is not a whole Parquet file`,
  },
  {
    start: /^Cannot change configuration option "\w+" - the configuration has been locked/,
    words: () => 'the configuration of the engine is locked',
  },
];

function faultIn(message: string): string {
  for (const { start, words } of faultForms) {
    const match = start.exec(message);
    if (match !== null) return words(message, ...match.slice(1));
  }
  return 'a file is damaged, or holds what its format does not allow. Get a good copy of it';
}

/** Below the line that it quotes, which may hold line breaks: so the last of its kind is DuckDB's own. */
function csvFile(message: string): string {
  const file = message.split('\n').findLast((line) => line.startsWith('  file = '));
  return file === undefined ? '' : ` of ${file.slice('  file = '.length)}`;
}

function csvFault(message: string): string {
  const counts = /\nExpected Number of Columns: (\d+) Found: (\d+)\n/.exec(message);
  if (counts !== null) return `it has ${counts[2]} fields and the file ${counts[1]} columns`;
  return message.includes('\nInvalid unicode ')
    ? 'its text is not UTF-8'
    : 'the record is not written as CSV is';
}

function firstLine(message: string): string {
  const end = message.indexOf('\n');
  return (end < 0 ? message : message.slice(0, end)).trim().replace(/\.$/, '');
}

/** `errors_as_json` is set for every session, so the message is an object; anything else did not come from DuckDB. */
function readFailure(thrown: unknown): DuckDbFailure | null {
  if (!(thrown instanceof Error)) return null;
  try {
    const parsed: unknown = JSON.parse(thrown.message);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { exception_type: type, exception_message: message } = parsed as Record<string, unknown>;
    return typeof type === 'string' && typeof message === 'string' ? { type, message } : null;
  } catch {
    return null;
  }
}
