import type { Clock } from '../../domain/clock.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { migrateWithin, type RunStatement, readApplied } from '../migrations/migrate.ts';
import { type Migration, migrations } from '../migrations/migrations.ts';
import type { TransferScope } from './catalog.ts';
import { exportDatabase } from './export-database.ts';
import { readExportHeader } from './export-file.ts';
import { importWithin } from './import-database.ts';
import {
  embeddedTransfer,
  postgresTransfer,
  type TransferDatabase,
  type TransferQuery,
} from './transfer-database.ts';
import { TransferError } from './transfer-error.ts';

/** Where an installation keeps its data. No service may run on the embedded kind meanwhile. */
export type InstallationDatabase =
  /** The login of `plumbline migrate`, not that of the service. */
  | { readonly kind: 'postgresql'; readonly ownerDatabaseUrl: string }
  | { readonly kind: 'embedded'; readonly dataDir: string; readonly onProgress?: (text: string) => void };

export interface TransferOptions {
  /** The file of the export. */
  readonly path: string;
  /** Called when a table is done. */
  readonly onTable?: ((table: string, rows: number) => void) | undefined;
}

const scope: TransferScope = {
  schema: 'plumbline',
  // The first is made by migrating; the second counts requests of the last minutes.
  excludedTables: ['schema_migrations', 'rate_buckets'],
  readSchema: (query) => readApplied(asRunStatement(query)),
};

/** `plumbline export`: writes everything that the installation knows into one new file, as of one moment. */
export async function exportInstallation(
  database: InstallationDatabase,
  options: TransferOptions & { readonly clock: Clock },
): Promise<void> {
  await withDatabase(database, (from) => exportDatabase({ ...options, from, scope }));
}

/**
 * `plumbline import`: makes a new installation of an export, in one transaction. The database is migrated to the schema
 * of the export, filled, then migrated to that of this release: so an export outlives the release that wrote it.
 */
export async function importInstallation(
  database: InstallationDatabase,
  options: TransferOptions,
): Promise<void> {
  const { schema } = await readExportHeader(options.path);
  const thatSchema = schema.map((applied) => knownMigration(options.path, applied));
  await withDatabase(database, (into) =>
    into.transaction(async (query) => {
      const run = asRunStatement(query);
      if (await isNew(query)) await migrateWithin(run, thatSchema);
      await importWithin(query, { ...options, scope });
      await migrateWithin(run);
    }),
  );
}

function knownMigration(path: string, applied: Pick<Migration, 'number' | 'name' | 'checksum'>): Migration {
  const known = migrations.find(
    ({ number, checksum }) => number === applied.number && checksum === applied.checksum,
  );
  if (known !== undefined) return known;
  throw new TransferError(
    'schemaDiffers',
    `${path} has migration ${applied.name}, which this release does not know. Import with a release at least as new as the one that exported it.`,
  );
}

async function isNew(query: TransferQuery): Promise<boolean> {
  const [found] = await query<{ migrated: boolean }>(
    "SELECT to_regclass('plumbline.schema_migrations') IS NOT NULL AS migrated",
  );
  return !found?.migrated;
}

/** A day: a transfer has no caller who waits for an answer. */
const transferLimitMs = 24 * 60 * 60 * 1000;

async function withDatabase<T>(
  database: InstallationDatabase,
  fn: (transfer: TransferDatabase) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgresql') return await fn(postgresTransfer(database.ownerDatabaseUrl));
  const embedded = await openEmbeddedDatabase({
    dataDir: database.dataDir,
    serviceRole: 'plumbline_service',
    adminLimitMs: transferLimitMs,
    maintenanceIntervalMs: 0,
    ...(database.onProgress === undefined ? {} : { onProgress: database.onProgress }),
  });
  try {
    return await fn(embeddedTransfer(embedded.admin));
  } finally {
    await embedded.close();
  }
}

function asRunStatement(query: TransferQuery): RunStatement {
  return async (sql, parameters) => [...(await query(sql, parameters))];
}
