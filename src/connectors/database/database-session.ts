import { AppError } from '../../domain/app-error.ts';

/** Cells as the server writes them. */
export type Cells = readonly (string | null)[];

/** Rows that are being sent, as records (`recordFormat`); the reader's pace is the server's. */
export interface SentRecords {
  readonly records: AsyncIterable<Buffer>;
  /** How many rows the server has sent, once all are received. */
  count(): Promise<number>;
}

/** One connection in one read-only transaction that sees the database as it is at its first statement. */
export interface DatabaseSession {
  readonly encrypted: boolean;
  query(sql: string): Promise<readonly Cells[]>;
  /** What a query selects, row by row. */
  send(select: string): SentRecords;
  /** Ends what the server is doing. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** How long a server may take to obey a cancellation, or to say goodbye, before the connection is cut. */
export const graceMs = 2_000;

/** Works with a session of its own. Aborting the signal cancels what the server is doing. */
export async function inSession<T>(
  open: () => Promise<DatabaseSession>,
  signal: AbortSignal | undefined,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  try {
    signal?.throwIfAborted();
    const session = await open();
    const cancel = () => void session.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await work(session);
    } finally {
      signal?.removeEventListener('abort', cancel);
      await session.close();
    }
  } catch (thrown) {
    if (!signal?.aborted) throw thrown;
    throw new AppError(
      'comparison_cancelled',
      { detail: 'Reading the table was cancelled.' },
      { cause: thrown },
    );
  }
}

/** Cells of the row that a query of one row answers. */
export function onlyRow(rows: readonly Cells[]): Cells {
  const [row] = rows;
  if (row === undefined) throw new TypeError('The query answers with one row always.');
  return row;
}
