import { join } from 'node:path';
import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import {
  exportInstallation,
  type InstallationDatabase,
  importInstallation,
} from '../storage/transfer/transfer-installation.ts';

const onTable = (table: string, rows: number) => void process.stderr.write(`  ${table}: ${rows} rows\n`);

/** `plumbline export`. */
export async function exportTo(settings: Settings, path: string): Promise<void> {
  await exportInstallation(installation(settings), { path, onTable, clock: { now: () => new Date() } });
  process.stdout.write(`Exported to ${path}.\n`);
}

/** `plumbline import`. */
export async function importFrom(settings: Settings, path: string): Promise<void> {
  await importInstallation(installation(settings), { path, onTable });
  process.stdout.write(`Imported from ${path}.\n`);
}

/** The login of the service may not read every tenant, so PostgreSQL wants the owner's. */
function installation(settings: Settings): InstallationDatabase {
  const ownerDatabaseUrl = settings.PLUMBLINE_MIGRATION_DATABASE_URL;
  if (ownerDatabaseUrl !== undefined) return { kind: 'postgresql', ownerDatabaseUrl };
  if (settings.DATABASE_URL !== undefined) {
    throw new StartRefusal(
      'Set PLUMBLINE_MIGRATION_DATABASE_URL to the login that owns the schema: that of the service may not read every tenant.',
    );
  }
  return { kind: 'embedded', dataDir: join(settings.PLUMBLINE_DATA_DIR, 'database') };
}
