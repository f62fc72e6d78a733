import type { AdminHandle } from './session-handle.ts';

/**
 * Autovacuum's own thresholds (PostgreSQL's defaults), which nothing acts on here: a single session has no background
 * workers.
 */
const dueTables = `
  SELECT format('%I.%I', stat.schemaname, stat.relname) AS name,
         dead.many OR frozen.long_ago AS vacuum
    FROM pg_catalog.pg_stat_user_tables stat
    JOIN pg_catalog.pg_class class ON class.oid = stat.relid,
         LATERAL (SELECT n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) AS many) dead,
         LATERAL (SELECT n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) AS much) changed,
         LATERAL (SELECT age(relfrozenxid) > 150000000 AS long_ago) frozen
   WHERE dead.many OR changed.much OR frozen.long_ago
   ORDER BY stat.n_dead_tup DESC
   LIMIT 20`;

/** Vacuums and analyses the tables that need it, one call each, so that waiting requests get their turn in between. */
export async function maintain(admin: AdminHandle): Promise<readonly string[]> {
  const due = await admin.query<{ name: string; vacuum: boolean }>(dueTables);
  for (const table of due.rows) {
    await admin.query(table.vacuum ? `VACUUM (ANALYZE) ${table.name}` : `ANALYZE ${table.name}`);
  }
  return due.rows.map((table) => table.name);
}

/** Starts a round each time the interval has passed, unless one is under way; returns how to stop. */
export function scheduleMaintenance(admin: AdminHandle, intervalMs: number): () => void {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    // A round that fails is followed by another; what made it fail shows in the service's calls too.
    await maintain(admin).catch(() => {});
    running = false;
  };
  const timer = setInterval(round, intervalMs).unref();
  return () => clearInterval(timer);
}
