import { AppError } from '../../domain/app-error.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import { identifier, textLiteral } from '../../engine/dialects/trino/lexical.ts';
import type { SchemaPath } from './table-path.ts';
import type { AnswerColumn } from './trino-client.ts';
import type { TrinoSession } from './trino-session.ts';

/** How a catalog answers for what has no versions, or does not tell them: views, and users who may read the rows alone. */
const withoutVersions: readonly ProblemCode[] = [
  'table_not_found',
  'table_access_denied',
  'dataset_unreadable',
];

/**
 * The present version of a table, as text that stands after FROM: whatever is written to it later, statements that name
 * the version do not see. Null where there is none; then each statement sees the table as it is at its own moment.
 */
export async function pinVersion(
  session: TrinoSession,
  keepsSnapshots: KeepsSnapshots,
  path: SchemaPath,
  table: string,
  present: readonly AnswerColumn[],
): Promise<string | null> {
  const named = (name: string) => [path.catalog, path.schema, name].map(identifier).join('.');
  try {
    if (!(await keepsSnapshots(session, path.catalog))) return null;
    // Not the latest snapshot: a table can be set back to an earlier one.
    const [current] = await session.query(
      `SELECT snapshot_id FROM ${named(`${table}$refs`)} WHERE name = 'main'`,
    );
    const snapshot = current?.[0];
    if (snapshot == null) return null;
    const version = `${named(table)} FOR VERSION AS OF ${snapshot}`;
    const { columns } = await session.answer(`SELECT * FROM ${version} LIMIT 0`);
    // A snapshot has the columns of its own time, and those that were added since have no snapshot yet.
    return signature(columns) === signature(present) ? version : null;
  } catch (error) {
    if (error instanceof AppError && withoutVersions.includes(error.code)) return null;
    throw error;
  }
}

/** Whether the tables of a catalog have snapshots. */
export type KeepsSnapshots = (session: TrinoSession, catalog: string) => Promise<boolean>;

/** Asks the cluster once for each catalog: what a catalog is does not change under its name. */
export function catalogsWithSnapshots(): KeepsSnapshots {
  const known = new Map<string, boolean>();
  return async (session, catalog) => {
    const told = known.get(catalog);
    if (told !== undefined) return told;
    const [row] = await session.query(
      `SELECT connector_name FROM system.metadata.catalogs WHERE catalog_name = ${textLiteral(catalog)}`,
    );
    const keeps = row?.[0] === 'iceberg';
    known.set(catalog, keeps);
    return keeps;
  };
}

function signature(columns: readonly AnswerColumn[]): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]));
}
