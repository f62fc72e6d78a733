/** Writes src/storage/migrations/schema.snapshot.txt: what the migrations make of an empty database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase } from '../src/storage/embedded/embedded-database.ts';
import { migrateWithin, type RunStatement } from '../src/storage/migrations/migrate.ts';
import { describeSchema } from '../src/storage/migrations/schema-snapshot.ts';

const directory = mkdtempSync(join(tmpdir(), 'plumbline-snapshot-'));
try {
  const database = await openEmbeddedDatabase({
    dataDir: join(directory, 'database'),
    serviceRole: 'plumbline_service',
  });
  const snapshot = await database.admin.transaction(async (tx) => {
    const run: RunStatement = async (sql, parameters) => (await tx.query(sql, parameters)).rows;
    await migrateWithin(run);
    return await describeSchema(run);
  });
  await database.close();
  writeFileSync(new URL('../src/storage/migrations/schema.snapshot.txt', import.meta.url), snapshot);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
