import { identifier } from '../../engine/dialects/databricks/lexical.ts';
import type { BrowseEntry, BrowsePage, BrowseRequest } from '../connector.ts';
import type { DatabricksSession } from './databricks-session.ts';

/**
 * Catalogs at the top, schemas below, tables and views below those. The server lists only what the user may see, and in
 * pages of its own making: they are searched and cut here. Names are ordered by code point.
 */
export async function browse(session: DatabricksSession, request: BrowseRequest): Promise<BrowsePage> {
  const [catalog, schema, ...deeper] = request.path;
  if (deeper.length > 0) return { entries: [], next: null };
  if (catalog === undefined) {
    const rows = await session.query('SHOW CATALOGS');
    const names = rows.flatMap(([name]) => (name == null || name === 'system' ? [] : [name]));
    return page(request, names, () => 'catalog');
  }
  if (schema === undefined) {
    const rows = await session.query(`SHOW SCHEMAS IN ${identifier(catalog)}`);
    const names = rows.flatMap(([name]) => (name == null || name === 'information_schema' ? [] : [name]));
    return page(request, names, () => 'schema');
  }
  const place = `${identifier(catalog)}.${identifier(schema)}`;
  const [tables, views] = [
    await session.query(`SHOW TABLES IN ${place}`),
    await session.query(`SHOW VIEWS IN ${place}`),
  ];
  const viewNames = new Set(views.map(([, name]) => name));
  const names = tables.flatMap(([, name, isTemporary]) =>
    name == null || isTemporary === 'true' ? [] : [name],
  );
  return page(request, names, (name) => (viewNames.has(name) ? 'view' : 'table'));
}

function page(
  { search, after, limit }: BrowseRequest,
  names: readonly string[],
  kindOf: (name: string) => BrowseEntry['kind'],
): BrowsePage {
  const wanted = search?.toLowerCase() ?? '';
  const found = names
    .filter((name) => name.toLowerCase().includes(wanted) && (after === null || byCodePoint(name, after) > 0))
    .sort(byCodePoint);
  const entries = found.slice(0, limit).map((name) => ({
    name,
    kind: kindOf(name),
    readable: true,
    rowEstimate: null,
  }));
  return { entries, next: found.length > limit ? (entries.at(-1)?.name ?? null) : null };
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
