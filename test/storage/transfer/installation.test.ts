import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { migrateWithin } from '../../../src/storage/migrations/migrate.ts';
import { migrations } from '../../../src/storage/migrations/migrations.ts';
import {
  exportInstallation,
  type InstallationDatabase,
  importInstallation,
} from '../../../src/storage/transfer/transfer-installation.ts';
import { scratchDirectory } from '../../support/embedded.ts';
import { createTestDatabase, withoutPostgres } from '../../support/postgres.ts';

const clock = { now: () => new Date(0) };
const directory = scratchDirectory();
const org = '0190a6e1-7c1f-7d2a-b8a6-5f1f0b1c2d3e';
const person = '0190a6e1-7c1f-7d2a-b8a6-5f1f0b1c2d3f';

const rows = `
  INSERT INTO plumbline.organizations (org_uuid, name, directory_id, created_at)
    VALUES ('${org}', E'Contoso "\\u2028" GmbH', 'contoso', '2026-01-31T12:00:00.123Z');
  INSERT INTO plumbline.entitlements (org_uuid, state, trial_started_at, trial_ends_at)
    VALUES ('${org}', 'trial', '2026-01-31T12:00:00Z', '2026-02-14T12:00:00Z');
  INSERT INTO plumbline.members (org_uuid, member_uuid, directory_id, object_id, role, joined_at, version)
    VALUES ('${org}', '${person}', 'contoso', 'olivia', 'owner', '2026-01-31T12:00:00.123Z', 9007199254740993);
  INSERT INTO plumbline.invitations (org_uuid, invitation_uuid, email, email_key, role, status, delivery_state,
      secret_hash, expires_at, created_at, created_by, accepted_at, accepted_by)
    VALUES ('${org}', '${person}', 'Carl@contoso.example', 'carl@contoso.example', 'reader', 'accepted', 'sent',
      repeat('0a', 32), '2026-03-01Z', '2026-02-01Z', 'delegated:olivia', '2026-02-02Z', '${person}')`;

/** An embedded installation with some data, as a release with these migrations would have left it. */
async function installationOf(name: string, release: typeof migrations): Promise<InstallationDatabase> {
  const dataDir = join(directory, name);
  const embedded = await openEmbeddedDatabase({ dataDir, serviceRole: 'plumbline_service' });
  await embedded.admin.transaction(async (tx) => {
    await migrateWithin(async (sql, parameters) => (await tx.query(sql, parameters)).rows, release);
    await tx.query(rows);
  });
  await embedded.close();
  return { kind: 'embedded', dataDir };
}

const newInstallation = (name: string): InstallationDatabase => ({
  kind: 'embedded',
  dataDir: join(directory, name),
});

let exports = 0;
async function exported(database: InstallationDatabase): Promise<string> {
  exports += 1;
  const path = join(directory, `${exports}.export`);
  await exportInstallation(database, { path, clock });
  return path;
}
const content = (path: string) => gunzipSync(readFileSync(path)).toString('utf8');

const original = await exported(await installationOf('original', migrations));

test('an installation moves to a new directory whole, with every table but the two that are not its data', async () => {
  const moved = newInstallation('moved');
  const tables = new Map<string, number>();
  await importInstallation(moved, { path: original, onTable: (table, count) => tables.set(table, count) });
  assert.equal(tables.get('members'), 1);
  assert.ok(!tables.has('schema_migrations') && !tables.has('rate_buckets'));
  assert.equal(content(await exported(moved)), content(original));
});

test('it moves to PostgreSQL and back', { skip: withoutPostgres }, async () => {
  const server = await createTestDatabase();
  after(() => server.drop());
  const over: InstallationDatabase = { kind: 'postgresql', ownerDatabaseUrl: server.url };
  await importInstallation(over, { path: original });
  const there = await exported(over);
  assert.equal(content(there), content(original));
  const back = newInstallation('back');
  await importInstallation(back, { path: there });
  assert.equal(content(await exported(back)), content(original));
});

test('the login of the migrations can do it, a superuser is not needed', {
  skip: withoutPostgres,
}, async () => {
  const server = await createTestDatabase();
  const url = new URL(server.url);
  const login = `mover_${url.pathname.slice(-8)}`;
  const asSuperuser = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await asSuperuser(
    `CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD 'x'; GRANT CREATE ON DATABASE ${url.pathname.slice(1)} TO ${login}`,
  );
  after(async () => {
    await asSuperuser(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await server.drop();
  });
  url.username = login;
  url.password = 'x';
  const over: InstallationDatabase = { kind: 'postgresql', ownerDatabaseUrl: url.href };
  await importInstallation(over, { path: original });
  assert.equal(content(await exported(over)), content(original));
});

test('an export of an older release is imported and then migrated', async () => {
  const older = await exported(await installationOf('older', migrations.slice(0, 1)));
  const newer = newInstallation('newer');
  await importInstallation(newer, { path: older });
  const [header] = content(await exported(newer)).split('\n');
  assert.deepEqual(
    JSON.parse(header ?? '').schema.map((migration: { name: string }) => migration.name),
    migrations.map(({ name }) => name),
  );
});

test('an installation that is in use or has data is not imported into', async () => {
  await assert.rejects(importInstallation(newInstallation('original'), { path: original }), {
    name: 'TransferError',
    problem: 'targetNotEmpty',
  });
});

test('PostgreSQL that was migrated already takes an export of the same release', {
  skip: withoutPostgres,
}, async () => {
  const server = await createTestDatabase();
  after(() => server.drop());
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('BEGIN');
  await migrateWithin(async (sql, parameters) => (await client.query(sql, parameters)).rows);
  await client.query('COMMIT');
  await client.end();
  await importInstallation({ kind: 'postgresql', ownerDatabaseUrl: server.url }, { path: original });
});
