import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';

/**
 * How a platform answers for what has no versions, or does not tell them: views, tables of other formats, users who may
 * read the rows alone. Anything else, such as a lost connection, is no word about the table.
 */
const refusals: readonly ProblemCode[] = ['table_not_found', 'table_access_denied', 'dataset_unreadable'];

interface NamedColumn {
  readonly name: string;
  readonly type: string;
}

interface Asked {
  answer(sql: string): Promise<{ readonly columns: readonly NamedColumn[] }>;
}

/**
 * The present version of a table, as text that stands after FROM: whatever is written to it later, statements that name
 * the version do not see. Null where there is none; then each statement sees the table as it is at its own moment.
 */
export async function pinnedVersion(
  session: Asked,
  present: readonly NamedColumn[],
  findVersion: () => Promise<string | null>,
): Promise<string | null> {
  try {
    const version = await findVersion();
    if (version === null) return null;
    const { columns } = await session.answer(`SELECT * FROM ${version} LIMIT 0`);
    // A version has the columns of its own time, and those that were added since may have none yet.
    return signature(columns) === signature(present) ? version : null;
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return null;
    throw error;
  }
}

function signature(columns: readonly NamedColumn[]): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]));
}
