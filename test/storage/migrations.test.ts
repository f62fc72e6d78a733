import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { StartRefusal } from '../../src/domain/start-refusal.ts';
import { openEmbeddedDatabase } from '../../src/storage/embedded/embedded-database.ts';
import { migrateDatabase, migrateWithin } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migrations.ts';
import { describeSchema } from '../../src/storage/migrations/schema-snapshot.ts';
import { openStorage } from '../../src/storage/storage.ts';
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
        (error) => error instanceof StartRefusal && message.test(error.message),
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
  await assert.rejects(openStorage({ embedded: { dataDir } }), StartRefusal);
});

test('the service does not serve a database that is not as its version needs it', {
  skip: withoutPostgres,
}, async () => {
  const databaseUrl = serviceUrl ?? '';
  const refused = async (change: string, undo: string, message: RegExp) => {
    await admin(change);
    await assert.rejects(openStorage({ databaseUrl }), (error) => {
      assert.ok(error instanceof StartRefusal);
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

describe('an ordinary login', { skip: withoutPostgres }, () => {
  /** An empty database, and a login that may create a schema in it. */
  async function withMigrator(
    fn: (url: string, superuser: pg.Client, login: string) => Promise<void>,
  ): Promise<void> {
    const database = await createTestDatabase();
    const superuser = new pg.Client({ connectionString: database.url });
    await superuser.connect();
    const login = `plumbline_migrator_${randomBytes(8).toString('hex')}`;
    const url = new URL(database.url);
    await superuser.query(`CREATE ROLE ${login} LOGIN PASSWORD 'x';
      GRANT CREATE ON DATABASE ${url.pathname.slice(1)} TO ${login}`);
    url.username = login;
    url.password = 'x';
    try {
      await fn(url.href, superuser, login);
    } finally {
      await superuser.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
      await superuser.end();
      await database.drop();
    }
  }

  test('that may create roles migrates an empty database, and so do two at once', () =>
    withMigrator(async (url, superuser, login) => {
      await superuser.query(`ALTER ROLE ${login} CREATEROLE`);
      const reports = await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
      const applied = reports.map((report) => report.applied).toSorted((a, b) => a.length - b.length);
      assert.deepEqual(applied, [[], names]);
      const { rows } = await superuser.query(
        `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace`,
      );
      assert.deepEqual(rows, [{ owner: 'plumbline_owner' }]);
    }));

  test('that may not is told what an administrator has to do, and migrates when it is done', () =>
    withMigrator(async (url, superuser, login) => {
      const remedy = `GRANT plumbline_owner TO ${login}`;
      await assert.rejects(migrateDatabase(url), (error) => {
        assert.ok(error instanceof StartRefusal, String(error));
        assert.ok(error.message.includes(remedy), error.message);
        return true;
      });
      await superuser.query(remedy);
      assert.deepEqual((await migrateDatabase(url)).applied, names);
    }));
});
