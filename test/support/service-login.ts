import { migrateDatabase } from '../../src/storage/migrations/migrate.ts';
import type { OwnPostgres } from '../execution/connectors/own-postgres.ts';

/** Migrates the database of a server of one's own, and makes a login for the service: its URL. */
export async function serviceLogin({ url, run }: Pick<OwnPostgres, 'url' | 'run'>): Promise<string> {
  await migrateDatabase(url);
  await run(`CREATE ROLE plumbline_app LOGIN PASSWORD 'plumbline-test' IN ROLE plumbline_service`);
  const service = new URL(url);
  service.username = 'plumbline_app';
  service.password = 'plumbline-test';
  return service.href;
}
