import { identifier, textLiteral } from '../../engine/dialects/trino/lexical.ts';
import { pinnedVersion } from '../platform/pinned-version.ts';
import type { SchemaPath } from './table-path.ts';
import type { AnswerColumn } from './trino-client.ts';
import type { TrinoSession } from './trino-session.ts';

/** The present version of a table, as text that stands after FROM; null where it has none. */
export function pinVersion(
  session: TrinoSession,
  versionsOf: VersionsOf,
  path: SchemaPath,
  table: string,
  present: readonly AnswerColumn[],
): Promise<string | null> {
  const named = (name: string) => [path.catalog, path.schema, name].map(identifier).join('.');
  return pinnedVersion(session, present, async () => {
    const versions = await versionsOf(session, path.catalog);
    if (versions === null) return null;
    const [current] = await session.query(
      `SELECT ${versions.present} FROM ${named(`${table}$${versions.table}`)}`,
    );
    const number = current?.[0];
    return number == null ? null : `${named(table)} FOR VERSION AS OF ${number}`;
  });
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
