import pg from 'pg';
import { StartRefusal } from '../../domain/start-refusal.ts';
import { type Migration, migrations } from './migrations.ts';
import { type AppliedMigration, compareSchema, standingProblem } from './schema-version.ts';

/** Runs statements in a transaction of a login that may change the schema; several in one text if without parameters. */
export type RunStatement = (sql: string, parameters?: unknown[]) => Promise<unknown[]>;

export interface MigrationReport {
  /** Names of the migrations that were applied now. */
  readonly applied: readonly string[];
  /** The number of the newest migration that the database has now. */
  readonly schemaVersion: number;
}

/**
 * `plumbline migrate`: brings a PostgreSQL database up to date. The login needs CREATE on the database, and either
 * CREATEROLE or membership in a `plumbline_owner` that an administrator has made together with `plumbline_service`.
 */
export async function migrateDatabase(ownerDatabaseUrl: string): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString: ownerDatabaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    const report = await migrateWithin(async (sql, parameters) => (await client.query(sql, parameters)).rows);
    await client.query('COMMIT');
    return report;
  } catch (error) {
    throw rightsRefusal(error, client) ?? error;
  } finally {
    // Ends an unfinished transaction too.
    await client.end();
  }
}

/** Says which rights the login lacks, and how to give them. */
function rightsRefusal(error: unknown, { user, database }: pg.Client): StartRefusal | undefined {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) return undefined;
  return new StartRefusal(
    `The login ${user} may not migrate the database: ${error.message}. An administrator gives it what it needs with: CREATE ROLE plumbline_owner NOLOGIN; CREATE ROLE plumbline_service NOLOGIN; GRANT plumbline_owner TO ${user}; GRANT CREATE ON DATABASE ${database} TO ${user}.`,
  );
}

/**
 * Applies what is missing within one open transaction: a release's migrations come together or not at all. A second
 * migration at the same time waits for the first, then finds nothing to do.
 *
 * Migrations run as the owner, whom forced row-level security hides the rows from: one that changes rows, not only
 * tables, lifts it for its table (NO FORCE) and forces it again.
 */
export async function migrateWithin(
  run: RunStatement,
  known: readonly Migration[] = migrations,
): Promise<MigrationReport> {
  await run('SELECT pg_advisory_xact_lock(1886156141, 1)');
  await prepareDatabase(run);
  await run('SET LOCAL ROLE plumbline_owner');
  await run(`CREATE TABLE IF NOT EXISTS plumbline.schema_migrations (
    number     integer        NOT NULL PRIMARY KEY,
    name       text           NOT NULL,
    checksum   text           NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
  )`);
  await run('GRANT SELECT ON plumbline.schema_migrations TO plumbline_service');

  const standing = compareSchema(known, await readApplied(run));
  if (standing.state === 'newer' || standing.state === 'altered') {
    throw new StartRefusal(standingProblem(standing));
  }
  const pending = standing.state === 'behind' ? standing.pending : [];
  for (const migration of pending) {
    await run(migration.sql);
    await run('INSERT INTO plumbline.schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
  }
  await run('RESET ROLE');
  return { applied: pending.map(({ name }) => name), schemaVersion: known.at(-1)?.number ?? 0 };
}

export async function readApplied(run: RunStatement): Promise<AppliedMigration[]> {
  const rows = await run('SELECT number, name, checksum FROM plumbline.schema_migrations ORDER BY number');
  return rows as AppliedMigration[];
}

/**
 * The roles and the schema. Roles belong to the whole server, so another database's migration may make them at the
 * same moment: losing that race is fine.
 */
async function prepareDatabase(run: RunStatement): Promise<void> {
  for (const role of ['plumbline_owner', 'plumbline_service']) {
    await run(`DO $$
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '${role}') THEN
          CREATE ROLE ${role} NOLOGIN;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END
    $$`);
  }
  await run(`DO $$
    BEGIN
      IF NOT pg_catalog.pg_has_role(current_user, 'plumbline_owner', 'MEMBER') THEN
        EXECUTE format('GRANT plumbline_owner TO %I', current_user);
      END IF;
      IF pg_catalog.to_regnamespace('plumbline') IS NULL THEN
        CREATE SCHEMA plumbline AUTHORIZATION plumbline_owner;
        GRANT USAGE ON SCHEMA plumbline TO plumbline_service;
      END IF;
    END
  $$`);
}
