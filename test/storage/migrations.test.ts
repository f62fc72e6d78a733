import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../src/storage/embedded/embedded-database.ts';
import { migrateDatabase, migrateWithin } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migrations.ts';
import { describeSchema } from '../../src/storage/migrations/schema-snapshot.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { StorageRefusal } from '../../src/storage/storage-refusal.ts';
import { openTestStorage, testedKind } from '../support/databases.ts';
import { createTestDatabase, withoutPostgres } from '../support/postgres.ts';

const { admin, adminTransaction, serviceUrl } = await openTestStorage();
const names = migrations.map(({ name }) => name);

/** Runs `fn` on a changed database, and takes the change back. */
async function having(change: string, fn: (run: typeof admin) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  await assert.rejects(
    adminTransaction(async (run) => {
      await run(change);
      await fn(run);
      throw undo;
    }),
    undo,
  );
}

test('a fresh database looks like the snapshot', async () => {
  const file = new URL('../../src/storage/migrations/schema.snapshot.txt', import.meta.url);
  assert.equal(
    await describeSchema(admin),
    readFileSync(file, 'utf8'),
    'Write the snapshot again (scripts/write-schema-snapshot.ts) and review what changed.',
  );
});

test('the snapshot shows a change of whatever matters', async () => {
  const before = await describeSchema(admin);
  for (const change of [
    'ALTER TABLE plumbline.members ADD COLUMN extra text',
    'ALTER TABLE plumbline.members ALTER COLUMN email TYPE varchar(320)',
    'ALTER TABLE plumbline.members ALTER COLUMN role DROP NOT NULL',
    'ALTER TABLE plumbline.members ALTER COLUMN org_uuid DROP DEFAULT',
    'ALTER TABLE plumbline.members DROP CONSTRAINT members_role_check',
    'DROP INDEX plumbline.members_active_email',
    'ALTER TABLE plumbline.members DISABLE ROW LEVEL SECURITY',
    'ALTER TABLE plumbline.members NO FORCE ROW LEVEL SECURITY',
    'ALTER POLICY tenant ON plumbline.members USING (true)',
    'ALTER POLICY tenant ON plumbline.members TO PUBLIC',
    'GRANT DELETE ON plumbline.members TO plumbline_service',
    'GRANT UPDATE (role) ON plumbline.members TO PUBLIC',
    'GRANT EXECUTE ON FUNCTION plumbline.find_caller TO PUBLIC',
    'ALTER FUNCTION plumbline.find_caller SECURITY INVOKER',
    'ALTER FUNCTION plumbline.find_caller RESET search_path',
    'GRANT CREATE ON SCHEMA plumbline TO plumbline_service',
    'CREATE VIEW plumbline.everybody AS SELECT * FROM plumbline.members',
    'ALTER TABLE plumbline.rate_buckets SET LOGGED',
  ]) {
    await having(change, async (run) => assert.notEqual(await describeSchema(run), before, change));
  }
});

test('migrating again does nothing', async () => {
  const report = await adminTransaction(migrateWithin);
  assert.deepEqual(report, { applied: [], schemaVersion: migrations.length });
});

test('a database that is newer, or was made by an edited migration, is refused', async () => {
  const refused = async (change: string, message: RegExp) => {
    await having(change, async (run) => {
      await assert.rejects(
        migrateWithin(run),
        (error) => error instanceof StorageRefusal && message.test(error.message),
      );
      // Only the transaction that asked is affected: it goes on as the role that it has taken.
      await run('RESET ROLE');
    });
  };
  await refused(
    `INSERT INTO plumbline.schema_migrations VALUES (9999, '9999-tomorrow', 'x')`,
    /9999-tomorrow.*at least as new/s,
  );
  await refused(
    `UPDATE plumbline.schema_migrations SET checksum = 'x' WHERE number = 1`,
    /0001-.*never edited/s,
  );
});

test('migrations come together or not at all', async () => {
  const bad = {
    number: 9999,
    name: '9999-bad',
    sql: 'CREATE TABLE plumbline.half (); SELECT 1 / 0',
    checksum: 'x',
  };
  await assert.rejects(
    adminTransaction((run) => migrateWithin(run, [...migrations, bad])),
    { code: '22012' },
  );
  assert.deepEqual(await admin(`SELECT to_regclass('plumbline.half') AS half`), [{ half: null }]);
  const applied = await admin('SELECT name FROM plumbline.schema_migrations ORDER BY number');
  assert.deepEqual(
    applied.map(({ name }) => name),
    names,
  );
});

const embeddedOnly = testedKind === 'embedded' ? false : 'the embedded database migrates itself';

test('the embedded database migrates itself, and is refused once it is newer', {
  skip: embeddedOnly,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-migrations-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const dataDir = join(directory, 'database');
  const storage = await openStorage({ embedded: { dataDir } });
  await storage.ping();
  await storage.close();
  const embedded = await openEmbeddedDatabase({ dataDir, serviceRole: 'plumbline_service' });
  await embedded.admin.query(`INSERT INTO plumbline.schema_migrations VALUES (9999, '9999-tomorrow', 'x')`);
  await embedded.close();
  await assert.rejects(openStorage({ embedded: { dataDir } }), StorageRefusal);
});

test('the service does not serve a database that is not as its version needs it', {
  skip: withoutPostgres,
}, async () => {
  const databaseUrl = serviceUrl ?? '';
  const refused = async (change: string, undo: string, message: RegExp) => {
    await admin(change);
    await assert.rejects(openStorage({ databaseUrl }), (error) => {
      assert.ok(error instanceof StorageRefusal);
      assert.match(error.message, message);
      return true;
    });
    await admin(undo);
  };
  const newest = migrations.at(-1);
  assert.ok(newest);
  await refused(
    `UPDATE plumbline.schema_migrations SET number = 9999 WHERE number = ${newest.number}`,
    `UPDATE plumbline.schema_migrations SET number = ${newest.number} WHERE number = 9999`,
    /does not know/,
  );
  await refused(
    `DELETE FROM plumbline.schema_migrations WHERE number = ${newest.number}`,
    `INSERT INTO plumbline.schema_migrations VALUES (${newest.number}, '${newest.name}', '${newest.checksum}')`,
    /plumbline migrate/,
  );
  await (await openStorage({ databaseUrl })).close();
});

test('an ordinary login that may create roles migrates an empty database, and so do two at once', {
  skip: withoutPostgres,
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const login = `plumbline_migrator_${process.pid}`;
  const superuser = new pg.Client({ connectionString: database.url });
  await superuser.connect();
  const name = new URL(database.url).pathname.slice(1);
  await superuser.query(
    `CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD 'x'; GRANT CREATE ON DATABASE ${name} TO ${login}`,
  );
  try {
    const url = new URL(database.url);
    url.username = login;
    url.password = 'x';
    const reports = await Promise.all([migrateDatabase(url.href), migrateDatabase(url.href)]);
    const applied = reports.map((report) => report.applied).toSorted((a, b) => a.length - b.length);
    assert.deepEqual(applied, [[], names]);
    const { rows } = await superuser.query(
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace`,
    );
    assert.deepEqual(rows, [{ owner: 'plumbline_owner' }]);
  } finally {
    await superuser.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await superuser.end();
  }
});
