import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { StartRefusal } from '../../domain/start-refusal.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { migrateWithin } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { type AppliedMigration, compareSchema, standingProblem } from '../migrations/schema-version.ts';
import { columnTypes } from './column-types.ts';
import type { Database } from './database.ts';
import { EmbeddedServiceDatabase } from './embedded.ts';
import { DatabaseUnavailable } from './failures.ts';
import { PostgresqlDatabase } from './postgresql.ts';
import { refusePowerfulLogin } from './service-login.ts';

export interface StorageOptions {
  /** PostgreSQL 15 or later, with the login of the service (never that of the schema's owner). */
  readonly databaseUrl?: string | undefined;
  /** Without `databaseUrl`: the embedded database in this directory. */
  readonly embedded?: { readonly dataDir: string; readonly onProgress?: (text: string) => void } | undefined;
  /** Connections of this replica; PostgreSQL only. */
  readonly poolSize?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

/** Two cores saturate at fewer; a server's default limit of 100 leaves room for several replicas. */
const defaultPoolSize = 10;
/** With the 2 s for a connection, within the 5 s after which a caller must hear of a lost database. */
const defaultStatementTimeoutMs = 2_500;

export async function openDatabase(options: StorageOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return await openPostgresql(options.databaseUrl, options);
  if (options.embedded !== undefined) return await openEmbedded(options.embedded);
  throw new TypeError('openStorage needs databaseUrl or embedded.');
}

async function openPostgresql(databaseUrl: string, options: StorageOptions): Promise<Database> {
  const database = new PostgresqlDatabase({
    databaseUrl,
    poolSize: options.poolSize ?? defaultPoolSize,
    statementTimeoutMs: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
  });
  try {
    await refusePowerfulLogin(database);
    await refuseOtherSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw loginRefusal(error) ?? error;
  }
}

/** A database that turns the login away will do so again: other than one that is down, it is not worth waiting for. */
function loginRefusal(error: unknown): StartRefusal | undefined {
  if (!(error instanceof DatabaseUnavailable && error.cause instanceof pg.DatabaseError)) return undefined;
  // Class 28: not authorised; 3D000: no such database.
  if (!/^28|^3D000$/.test(error.cause.code ?? '')) return undefined;
  return new StartRefusal(
    `PostgreSQL refuses the login of DATABASE_URL: ${error.cause.message}. Check user, password and database name.`,
  );
}

async function openEmbedded(options: NonNullable<StorageOptions['embedded']>): Promise<Database> {
  const embedded = await openEmbeddedDatabase({
    ...options,
    serviceRole: 'plumbline_service',
    types: columnTypes,
  });
  try {
    await embedded.admin.transaction((tx) =>
      migrateWithin(async (sql, parameters) => (await tx.query(sql, parameters)).rows),
    );
    return new EmbeddedServiceDatabase(embedded);
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

/** PostgreSQL is migrated by its owner, and the service must not guess about a schema that it does not know. */
async function refuseOtherSchema(database: Database): Promise<void> {
  const applied = await database.run<AppliedMigration>(
    CompiledQuery.raw('SELECT number, name, checksum FROM plumbline.schema_migrations ORDER BY number'),
  );
  const problem = standingProblem(compareSchema(migrations, applied));
  if (problem !== undefined) throw new StartRefusal(problem);
}
