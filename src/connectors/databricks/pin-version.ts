import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import type { DatabricksSession } from './databricks-session.ts';
import type { AnswerColumn } from './statement-client.ts';

/**
 * How a warehouse refuses versions: of views and tables of other formats, to users without the right, and where rows are
 * filtered or columns masked. Anything else, such as a lost connection, is no word about the table.
 */
const refusals: readonly ProblemCode[] = ['table_not_found', 'table_access_denied', 'dataset_unreadable'];

/**
 * The present version of a Delta table, as text that stands after FROM: whatever is written to it later, statements that
 * name the version do not see. Null where there is none; then each statement sees the table as it is at its own moment.
 */
export async function pinVersion(
  session: DatabricksSession,
  table: string,
  present: readonly AnswerColumn[],
): Promise<string | null> {
  try {
    // The newest comes first. To restore a table makes a version, too.
    const history = await session.answer(`DESCRIBE HISTORY ${table} LIMIT 1`);
    const number = history.rows[0]?.[history.columns.findIndex(({ name }) => name === 'version')];
    if (number == null || !/^\d+$/.test(number)) return null;
    const version = `${table} VERSION AS OF ${number}`;
    const { columns } = await session.answer(`SELECT * FROM ${version} LIMIT 0`);
    // A version has the columns of its own time, and the table may have been altered since it was looked at.
    return signature(columns) === signature(present) ? version : null;
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return null;
    throw error;
  }
}

function signature(columns: readonly AnswerColumn[]): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]));
}
