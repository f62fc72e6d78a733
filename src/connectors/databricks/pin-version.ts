import { pinnedVersion } from '../platform/pinned-version.ts';
import type { DatabricksSession } from './databricks-session.ts';
import type { AnswerColumn } from './statement-client.ts';

/** The present version of a Delta table, as text that stands after FROM; null where it has none. */
export function pinVersion(
  session: DatabricksSession,
  table: string,
  present: readonly AnswerColumn[],
): Promise<string | null> {
  return pinnedVersion(session, present, async () => {
    // The newest comes first. To restore a table makes a version, too.
    const { columns, rows } = await session.answer(`DESCRIBE HISTORY ${table} LIMIT 1`);
    const number = rows[0]?.[columns.findIndex(({ name }) => name === 'version')];
    return number == null ? null : `${table} VERSION AS OF ${number}`;
  });
}
