import type { SessionHandle } from './session-handle.ts';

/**
 * Autovacuum's own thresholds (PostgreSQL's defaults), which nothing acts on here: a single session has no background
 * workers.
 */
const dueTables = `
  SELECT format('%I.%I', schemaname, relname) AS name,
         n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) OR age(relfrozenxid) > 150000000 AS vacuum
    FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid
   WHERE n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
      OR n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
      OR age(relfrozenxid) > 150000000
   ORDER BY n_dead_tup DESC
   LIMIT 20`;

/** Vacuums and analyses the tables that need it, one call each, so that waiting requests get their turn in between. */
export async function maintain(admin: SessionHandle): Promise<readonly string[]> {
  const due = await admin.query<{ name: string; vacuum: boolean }>(dueTables);
  for (const table of due.rows) {
    await admin.query(table.vacuum ? `VACUUM (ANALYZE) ${table.name}` : `ANALYZE ${table.name}`);
  }
  return due.rows.map((table) => table.name);
}
