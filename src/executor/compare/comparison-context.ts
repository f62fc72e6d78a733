import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Dialect, RowHashes } from '../../engine/dialects/dialect.ts';
import type { Relation, Row, SqlSession, Statement } from '../../engine/sql-session.ts';
import type { ProgressSpan } from './progress.ts';

/** What every step of a comparison works with. */
export interface ComparisonContext {
  readonly dialect: Dialect;
  readonly hashes: RowHashes;
  readonly session: SqlSession;
  /** What writes evidence files: the engine itself, or a DuckDB beside it. */
  readonly evidenceSession: SqlSession;
  readonly relations: BySide<Relation>;
  /** Where evidence files go; null where none are kept. */
  readonly evidenceDirectory: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Runs a statement as a part of the work that a span of progress stands for. */
export function runStatement(
  { session, signal }: ComparisonContext,
  statement: Statement,
  span: ProgressSpan,
): Promise<readonly Row[]> {
  return session.query(statement, { signal, onProgress: (fraction) => span.report(fraction) });
}

/** The only row of a statement that has exactly one. */
export async function runForOne(
  context: ComparisonContext,
  statement: Statement,
  span: ProgressSpan,
): Promise<Row> {
  const [row] = await runStatement(context, statement, span);
  if (row === undefined) throw new TypeError(`A statement that has one row had none:\n${statement.sql}`);
  return row;
}

/** A count out of a row; counts are whole numbers below 2^53. */
export function countIn(row: Row, name: string): number {
  const cell = row[name];
  const count = Number(cell);
  if (typeof cell !== 'string' || !Number.isSafeInteger(count)) {
    throw new TypeError(`${name} is no count but ${String(cell)}.`);
  }
  return count;
}
