import { textLiteral } from '../../engine/dialects/postgresql/lexical.ts';
import type { BrowseEntry, BrowsePage, BrowseRequest } from '../connector.ts';
import type { Cells, DatabaseSession } from '../database/database-session.ts';

/** Schemas at the top, tables and views below. Partitions are part of their table and not shown. */
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
  return `SELECT n.nspname, 'n', '-1', has_schema_privilege(n.oid, 'USAGE') FROM pg_namespace n
WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND ${pageConditions('n.nspname', request)}
${pageOrder('n.nspname', request)}`;
}

function tablesQuery(schema: string, request: BrowseRequest): string {
  return `SELECT c.relname, c.relkind, c.reltuples, has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = ${textLiteral(schema)} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition AND ${pageConditions('c.relname', request)}
${pageOrder('c.relname', request)}`;
}

function pageConditions(name: string, { search, after }: BrowseRequest): string {
  const bytes = `CAST(${name} AS text) COLLATE "C"`;
  const conditions = [
    ...(after === null ? [] : [`${bytes} > ${textLiteral(after)}`]),
    ...(search === null
      ? []
      : [`position(lower(${textLiteral(search)}) IN lower(CAST(${name} AS text))) > 0`]),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** One more than the page, to know whether there is another. */
function pageOrder(name: string, { limit }: BrowseRequest): string {
  return `ORDER BY CAST(${name} AS text) COLLATE "C" LIMIT ${Math.trunc(limit) + 1}`;
}

function entryOf([name, kind, tuples, readable]: Cells): BrowseEntry {
  return {
    name: name ?? '',
    kind: entryKind(kind),
    readable: readable === 't',
    rowEstimate: estimateOf(tuples),
  };
}

const kinds: Readonly<Record<string, BrowseEntry['kind']>> = {
  n: 'schema',
  r: 'table',
  p: 'partitionedTable',
  f: 'foreignTable',
  v: 'view',
  m: 'materializedView',
};

export function entryKind(relkind: string | null | undefined): BrowseEntry['kind'] {
  return kinds[relkind ?? ''] ?? 'table';
}

/** -1 says that nobody has counted yet. */
export function estimateOf(tuples: string | null | undefined): number | null {
  const estimate = Math.round(Number(tuples ?? -1));
  return estimate < 0 ? null : estimate;
}
