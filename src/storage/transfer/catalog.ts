import pg from 'pg';
import type { AppliedMigration } from '../migrations/schema-version.ts';
import { type ForeignKey, orderTables } from './table-order.ts';
import type { TransferQuery } from './transfer-database.ts';

/** Which tables of a database are transferred. */
export interface TransferScope {
  readonly schema: string;
  /** Tables that belong to the installation and not to its data. */
  readonly excludedTables: readonly string[];
  /** The migrations that made the schema; an import goes only where they are the same. */
  readonly readSchema: (query: TransferQuery) => Promise<readonly AppliedMigration[]>;
}

export interface Column {
  readonly name: string;
  /** As a cast writes it, for example `character varying(20)`. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  /** Those that can be written: a generated column makes itself. */
  readonly columns: readonly Column[];
  /** Row-level security binds the owner too. */
  readonly forced: boolean;
  /** Triggers of ours that are on: an import must not set them off. */
  readonly triggers: readonly string[];
}

/** A constraint that no order satisfies, and when it is checked. */
export interface CircularKey extends ForeignKey {
  readonly timing: string;
}

export interface Catalog {
  /** In the order in which they can be filled. */
  readonly tables: readonly Table[];
  readonly circular: readonly CircularKey[];
  readonly sequences: readonly string[];
}

export async function readCatalog(query: TransferQuery, scope: TransferScope): Promise<Catalog> {
  const tables = await query<Table>(
    `SELECT c.relname AS name,
            c.relforcerowsecurity AS forced,
            (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                             ORDER BY a.attnum)
               FROM pg_catalog.pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            (SELECT coalesce(json_agg(t.tgname ORDER BY t.tgname), '[]')
               FROM pg_catalog.pg_trigger t
              WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled = 'O') AS triggers
       FROM pg_catalog.pg_class c
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> ALL ($2::text[])
      ORDER BY c.relname COLLATE "C"`,
    [pg.escapeIdentifier(scope.schema), scope.excludedTables],
  );
  const foreignKeys = await query<CircularKey>(
    `SELECT k.conname AS name, f.relname AS from, t.relname AS to,
            CASE WHEN k.condeferred THEN 'DEFERRABLE INITIALLY DEFERRED'
                 WHEN k.condeferrable THEN 'DEFERRABLE INITIALLY IMMEDIATE'
                 ELSE 'NOT DEFERRABLE' END AS timing
       FROM pg_catalog.pg_constraint k
       JOIN pg_catalog.pg_class f ON f.oid = k.conrelid
       JOIN pg_catalog.pg_class t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.conparentid = 0 AND f.relnamespace = to_regnamespace($1)
      ORDER BY f.relname COLLATE "C", k.conname COLLATE "C"`,
    [pg.escapeIdentifier(scope.schema)],
  );
  const sequences = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'S' ORDER BY c.relname COLLATE "C"`,
    [pg.escapeIdentifier(scope.schema)],
  );
  const order = orderTables(
    tables.map((table) => table.name),
    foreignKeys,
  );
  const byName = new Map(tables.map((table) => [table.name, table]));
  return {
    tables: order.tables.flatMap((name) => byName.get(name) ?? []),
    circular: order.circular,
    sequences: sequences.map((sequence) => sequence.name),
  };
}

/** `"schema"."name"` */
export function qualified(scope: TransferScope, name: string): string {
  return `${pg.escapeIdentifier(scope.schema)}.${pg.escapeIdentifier(name)}`;
}
