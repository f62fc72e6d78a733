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
  versionsOf: VersionsOf,
  path: SchemaPath,
  table: string,
  present: readonly AnswerColumn[],
): Promise<string | null> {
  const named = (name: string) => [path.catalog, path.schema, name].map(identifier).join('.');
  try {
    const versions = await versionsOf(session, path.catalog);
    if (versions === null) return null;
    const [current] = await session.query(
      `SELECT ${versions.present} FROM ${named(`${table}$${versions.table}`)}`,
    );
    const number = current?.[0];
    if (number == null) return null;
    const version = `${named(table)} FOR VERSION AS OF ${number}`;
    const { columns } = await session.answer(`SELECT * FROM ${version} LIMIT 0`);
    // A version has the columns of its own time, and in Iceberg those that were added since have none yet.
    return signature(columns) === signature(present) ? version : null;
  } catch (error) {
    if (error instanceof AppError && withoutVersions.includes(error.code)) return null;
    throw error;
  }
}

/** Where the tables of a catalog tell their versions: a table beside each of them, and what of it is the present one. */
interface Versions {
  readonly table: string;
  readonly present: string;
}

/** By the connector of a catalog. */
const versionsBy: Readonly<Record<string, Versions>> = {
  // Not the latest snapshot: a table can be set back to an earlier one.
  iceberg: { table: 'refs', present: "max(snapshot_id) FILTER (WHERE name = 'main')" },
  // To set a table back makes a version, too.
  delta_lake: { table: 'history', present: 'max(version)' },
};

/** How the tables of a catalog tell their versions; null where they have none. */
export type VersionsOf = (session: TrinoSession, catalog: string) => Promise<Versions | null>;

/** Asks the cluster once for each catalog: what a catalog is does not change under its name. */
export function versionsOfCatalogs(): VersionsOf {
  const known = new Map<string, Versions | null>();
  return async (session, catalog) => {
    const told = known.get(catalog);
    if (told !== undefined) return told;
    const [row] = await session.query(
      `SELECT connector_name FROM system.metadata.catalogs WHERE catalog_name = ${textLiteral(catalog)}`,
    );
    const versions = versionsBy[row?.[0] ?? ''] ?? null;
    known.set(catalog, versions);
    return versions;
  };
}

function signature(columns: readonly AnswerColumn[]): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]));
}
