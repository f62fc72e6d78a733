import { textLiteral } from '../../engine/dialects/mysql/lexical.ts';
import type { BrowseEntry, BrowsePage, BrowseRequest } from '../connector.ts';
import type { Cells, DatabaseSession } from '../database/database-session.ts';

const systemSchemas = ['information_schema', 'mysql', 'performance_schema', 'sys'];

/** Databases at the top, tables and views below. MySQL shows a user only what there is some right to. */
export async function browse(session: DatabaseSession, request: BrowseRequest): Promise<BrowsePage> {
  const [schema, ...deeper] = request.path;
  if (deeper.length > 0) return { entries: [], next: null };
  const rows = await session.query(
    schema === undefined ? schemasQuery(request) : tablesQuery(schema, request),
  );
  const entries = rows.slice(0, request.limit).map(entryOf);
  const next = rows.length > request.limit ? (entries.at(-1)?.name ?? null) : null;
  return { entries, next };
}

function schemasQuery(request: BrowseRequest): string {
  const hidden = systemSchemas.map(textLiteral).join(', ');
  return `SELECT SCHEMA_NAME, 'SCHEMA', NULL FROM information_schema.SCHEMATA
WHERE LOWER(SCHEMA_NAME) NOT IN (${hidden}) AND ${pageConditions('SCHEMA_NAME', request)}
${pageOrder('SCHEMA_NAME', request)}`;
}

function tablesQuery(schema: string, request: BrowseRequest): string {
  const name = textLiteral(schema);
  return `SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS FROM information_schema.TABLES
WHERE TABLE_SCHEMA = ${name} AND BINARY TABLE_SCHEMA = BINARY ${name} AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
  AND ${pageConditions('TABLE_NAME', request)}
${pageOrder('TABLE_NAME', request)}`;
}

function pageConditions(name: string, { search, after }: BrowseRequest): string {
  const conditions = [
    ...(after === null ? [] : [`BINARY ${name} > BINARY ${textLiteral(after)}`]),
    ...(search === null
      ? []
      : [`LOCATE(BINARY LOWER(${textLiteral(search)}), BINARY LOWER(CONVERT(${name} USING utf8mb4))) > 0`]),
  ];
  return conditions.length === 0 ? 'TRUE' : conditions.join(' AND ');
}

/** One more than the page, to know whether there is another. */
function pageOrder(name: string, { limit }: BrowseRequest): string {
  return `ORDER BY BINARY ${name} LIMIT ${Math.trunc(limit) + 1}`;
}

function entryOf([name, type, rows]: Cells): BrowseEntry {
  return { name: name ?? '', kind: entryKind(type), readable: true, rowEstimate: estimateOf(type, rows) };
}

export function entryKind(type: string | null | undefined): BrowseEntry['kind'] {
  if (type === 'SCHEMA') return 'schema';
  return type === 'VIEW' ? 'view' : 'table';
}

/** A view has none, whatever the catalogue says. */
export function estimateOf(type: string | null | undefined, rows: string | null | undefined): number | null {
  return entryKind(type) === 'table' && rows !== null && rows !== undefined ? Number(rows) : null;
}
