/**
 * Opens the database in its first argument, reports what it found as one line of JSON, then commits entries for ever and
 * prints the number of each *after* its commit was acknowledged. Meant to be killed.
 *
 * A second argument spoils it, for the controls that show that the tests can fail: `asynchronous` acknowledges commits
 * before they are written, `as-it-comes` runs PGlite without our file system and start parameters.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PGliteTransaction } from 'kysely';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { addEntry, type Ledger, ledgerSchema, readLedger } from './ledger.ts';

const [dataDir = '', spoiling] = process.argv.slice(2);
const ledger = spoiling === 'as-it-comes' ? await asItComes() : await ours();
if (spoiling === 'asynchronous') await ledger.query('SET synchronous_commit = off');
const found = await readLedger(ledger);
// Straight to the descriptor: what was printed has left the process when it dies.
writeSync(1, `${JSON.stringify(found)}\n`);
for (let id = found.last + 1; ; id++) {
  await addEntry(ledger, id);
  writeSync(1, `${id}\n`);
}

async function ours(): Promise<Ledger> {
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody' });
  await database.admin.query(ledgerSchema);
  return database.admin;
}

async function asItComes(): Promise<Ledger> {
  // Made by us and closed, so that the two differ in nothing but how they write.
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody' });
  await database.close();
  const pglite = await PGlite.create(join(dataDir, 'cluster'));
  await pglite.exec(ledgerSchema);
  return {
    query: (sql, parameters) => pglite.query(sql, parameters),
    transaction: (callback) => pglite.transaction((tx) => callback(tx as unknown as PGliteTransaction)),
  };
}
