import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';

interface DuckDbFailure {
  /** DuckDB's own name of the kind of error: `IO`, `Out of Memory`, `INTERRUPT`. */
  readonly type: string;
  readonly message: string;
}

/**
 * Kinds that are about the data or the limits, not about our SQL. Everything else (a parser, binder or internal error)
 * is a defect of ours and is passed on as it is, with the statement.
 */
const codeByType: Readonly<Record<string, ProblemCode>> = {
  IO: 'dataset_unreadable',
  'Invalid Input': 'dataset_unreadable',
  Invalid: 'dataset_unreadable',
  Serialization: 'dataset_unreadable',
  HTTP: 'dataset_unreadable',
  Permission: 'data_access_refused',
  'Out of Memory': 'engine_resources_exhausted',
  INTERRUPT: 'comparison_cancelled',
};

/** What DuckDB threw, as an error that a caller may see, or as a defect that carries the statement. */
export function duckDbError(thrown: unknown, sql: string): Error {
  const failure = readFailure(thrown);
  const code = failure === null ? undefined : codeByType[failure.type];
  if (failure === null || code === undefined) {
    const message = failure === null ? String(thrown) : `${failure.type}: ${failure.message}`;
    return new Error(`DuckDB refused a statement: ${message}\n${sql}`, { cause: thrown });
  }
  return new AppError(code, { detail: details[code]?.(failure) ?? failure.message }, { cause: thrown });
}

const details: Partial<Record<ProblemCode, (failure: DuckDbFailure) => string>> = {
  dataset_unreadable: (failure) => `The data cannot be read: ${placeOf(failure.message)}.`,
  data_access_refused: (failure) => `${firstLine(failure.message)}. Only the allowed roots can be opened.`,
  engine_resources_exhausted: (failure) =>
    `DuckDB ran out of memory or spill space: ${firstLine(failure.message)}. Raise the memory limit or the spill size.`,
  comparison_cancelled: () => 'The comparison was interrupted.',
};

/**
 * The parts of a reader's message that say where the fault is. DuckDB goes on to quote the offending line, and rows
 * must not get into messages, so only lines of a known form are taken over.
 */
function placeOf(message: string): string {
  const lines = message.split('\n');
  const file = lines.find((line) => line.startsWith('  file = '))?.slice('  file = '.length);
  const expected = lines.find((line) => line.startsWith('Expected Number of Columns: '));
  const encoding = lines.find((line) => line.startsWith('Invalid unicode'));
  return [firstLine(message), expected, encoding, file === undefined ? undefined : `in file ${file}`]
    .filter((part) => part !== undefined)
    .map((part) => part.trim().replace(/[.:]+$/, ''))
    .join('; ');
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
