import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
  openEmbeddedDatabase,
} from '../../src/storage/embedded/embedded-database.ts';

/** The role that embedded tests run as; `createRole` makes it. */
export const testRole = 'plumbline_test_service';
export const createRole = `CREATE ROLE ${testRole} NOLOGIN`;

/** A directory of its own, gone when the test is over in which it is called, or all tests if outside one. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-embedded-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * An embedded database of its own, closed and gone when the test is over in which it is called, or all tests if it is
 * called outside one. (Not for a `before` hook, at whose end it would close.)
 */
export async function openScratchDatabase(
  options: Partial<EmbeddedDatabaseOptions> = {},
): Promise<EmbeddedDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-embedded-'));
  const database = await openEmbeddedDatabase({
    dataDir: join(directory, 'database'),
    serviceRole: testRole,
    maintenanceIntervalMs: 0,
    ...options,
  });
  after(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return database;
}
