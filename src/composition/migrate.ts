import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { migrateDatabase } from '../storage/migrations/migrate.ts';

/** `plumbline migrate`: the embedded database migrates by itself at start, PostgreSQL only when told to. */
export async function runMigrations(settings: Settings): Promise<void> {
  const url = settings.PLUMBLINE_MIGRATION_DATABASE_URL;
  if (url === undefined) {
    throw new StartRefusal(
      'Set PLUMBLINE_MIGRATION_DATABASE_URL to the PostgreSQL login that owns, or shall own, the schema. ' +
        'The embedded database needs no migration by hand.',
    );
  }
  const { applied, schemaVersion } = await migrateDatabase(url);
  const done = applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`;
  process.stdout.write(`${done}. The schema is at version ${schemaVersion}.\n`);
}
