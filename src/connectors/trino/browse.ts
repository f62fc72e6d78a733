import { identifier, textLiteral } from '../../engine/dialects/trino/lexical.ts';
import type { BrowseEntry, BrowsePage, BrowseRequest } from '../connector.ts';
import type { TrinoSession } from './trino-session.ts';

/**
 * Catalogs at the top, schemas below, tables and views below those. The server lists only what the user may see. Names
 * are ordered by code point, and a page begins behind the last name of the one before.
 */
export async function browse(session: TrinoSession, request: BrowseRequest): Promise<BrowsePage> {
  const [catalog, schema, ...deeper] = request.path;
  if (deeper.length > 0) return { entries: [], next: null };
  if (catalog === undefined) return page(session, request, catalogs, () => 'catalog');
  const own = `${identifier(catalog)}.information_schema`;
  if (schema === undefined) {
    const schemas = `SELECT schema_name AS name, '' AS kind FROM ${own}.schemata WHERE schema_name <> 'information_schema'`;
    return page(session, request, schemas, () => 'schema');
  }
  const tables = `SELECT table_name AS name, table_type AS kind FROM ${own}.tables WHERE table_schema = ${textLiteral(schema)}`;
  return page(session, request, tables, (kind) => (kind === 'VIEW' ? 'view' : 'table'));
}

const catalogs = `SELECT catalog_name AS name, '' AS kind FROM system.metadata.catalogs WHERE catalog_name <> 'system'`;

async function page(
  session: TrinoSession,
  { search, after, limit }: BrowseRequest,
  query: string,
  kindOf: (kind: string | null) => BrowseEntry['kind'],
): Promise<BrowsePage> {
  const conditions = [
    ...(search === null ? [] : [`strpos(lower(name), lower(${textLiteral(search)})) > 0`]),
    ...(after === null ? [] : [`name > ${textLiteral(after)}`]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const rows = await session.query(
    `SELECT name, kind FROM (${query})${where} ORDER BY name LIMIT ${limit + 1}`,
  );
  const entries = rows.slice(0, limit).map(([name, kind]) => ({
    name: name ?? '',
    kind: kindOf(kind ?? null),
    readable: true,
    rowEstimate: null,
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.name ?? null) : null };
}
