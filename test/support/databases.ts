import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { columnTypes } from '../../src/storage/databases/column-types.ts';
import type { Database } from '../../src/storage/databases/database.ts';
import { EmbeddedServiceDatabase } from '../../src/storage/databases/embedded.ts';
import { openDatabase } from '../../src/storage/databases/open-database.ts';
import { defaultTemplate } from '../../src/storage/embedded/cluster-template.ts';
import { openEmbeddedDatabase } from '../../src/storage/embedded/embedded-database.ts';
import { migrateDatabase } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migrations.ts';
import { type Storage, storageOver } from '../../src/storage/storage.ts';

export type RunAsAdmin = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A migrated database of its own: PostgreSQL if TEST_POSTGRES_URL names a server, else the embedded one. */
export interface TestStorage {
  readonly storage: Storage;
  /** The same connections, below storage: statements with the rights of the service's role. */
  readonly database: Database;
  /** Statements with all rights, which no code of the service has. */
  readonly admin: RunAsAdmin;
  /** The same in one transaction, which is rolled back if `fn` rejects. */
  readonly adminTransaction: <T>(fn: (run: RunAsAdmin) => Promise<T>) => Promise<T>;
  /** The service's login, over PostgreSQL. */
  readonly serviceUrl: string | undefined;
  /** The superuser's login to the same database, over PostgreSQL. */
  readonly adminUrl: string | undefined;
}

export interface TestStorageOptions {
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

const serverUrl = process.env.TEST_POSTGRES_URL || undefined;
export const testedKind: Storage['kind'] = serverUrl === undefined ? 'embedded' : 'postgresql';

/** For the `skip` option of what only one of the two can do: the reason, or false. */
export const onlyPostgresql = testedKind === 'postgresql' ? false : 'needs several sessions: PostgreSQL only';

/** A template belongs to one state of the schema. */
const schemaHash = createHash('sha256')
  .update(migrations.map(({ checksum }) => checksum).join())
  .digest('hex')
  .slice(0, 16);

/** Opened once for the file that calls it, closed and gone when the tests of the file are over. */
export async function openTestStorage(options: TestStorageOptions = {}): Promise<TestStorage> {
  return serverUrl === undefined ? await openEmbeddedTest() : await openPostgresqlTest(serverUrl, options);
}

async function openEmbeddedTest(): Promise<TestStorage> {
  const template = join(dirname(defaultTemplate()), `test-storage-${schemaHash}`);
  if (!existsSync(template)) await makeEmbeddedTemplate(template);
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-storage-'));
  const dataDir = join(directory, 'database');
  await cp(template, dataDir, { recursive: true });
  const embedded = await openEmbeddedDatabase({
    dataDir,
    serviceRole: 'plumbline_service',
    types: columnTypes,
    maintenanceIntervalMs: 0,
    // How fast the machine is while tests run is not in question.
    serviceLimitMs: 60_000,
  });
  after(async () => {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  });
  const database = new EmbeddedServiceDatabase(embedded);
  const runOver =
    (session: Pick<typeof embedded.admin, 'query'>): RunAsAdmin =>
    async (sql, parameters) =>
      (await session.query<Record<string, unknown>>(sql, parameters)).rows;
  return {
    storage: storageOver(database),
    database,
    admin: runOver(embedded.admin),
    adminTransaction: (fn) => embedded.admin.transaction((tx) => fn(runOver(tx))),
    serviceUrl: undefined,
    adminUrl: undefined,
  };
}

/** Several test files may make it at once: the first to finish wins. Those of other schemas are of no use any more. */
async function makeEmbeddedTemplate(template: string): Promise<void> {
  const unfinished = `${template}.unfinished-${randomBytes(8).toString('hex')}`;
  const database = await openDatabase({ embedded: { dataDir: unfinished } });
  await database.close();
  try {
    await rename(unfinished, template);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
  const folder = dirname(template);
  const old = (await readdir(folder)).filter(
    (name) => /^test-storage-\w+$/.test(name) && !template.endsWith(name),
  );
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

const testLogin = { user: 'plumbline_test_app', password: 'plumbline-test' };

async function openPostgresqlTest(server: string, options: TestStorageOptions): Promise<TestStorage> {
  const name = `plumbline_test_${randomBytes(8).toString('hex')}`;
  await onServer(server, async (client) => {
    const template = await ensurePostgresqlTemplate(server, client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const adminUrl = urlOf(server, name);
  const serviceUrl = urlOf(server, name, testLogin);
  const database = await openDatabase({ databaseUrl: serviceUrl, ...options });
  const admin = new pg.Client({ connectionString: adminUrl, types: columnTypes });
  admin.on('error', () => {});
  await admin.connect();
  after(async () => {
    await database.close();
    await admin.end();
    await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  });
  const run: RunAsAdmin = async (sql, parameters) => (await admin.query(sql, parameters)).rows;
  return {
    storage: storageOver(database),
    database,
    admin: run,
    async adminTransaction(fn) {
      await run('BEGIN');
      try {
        const result = await fn(run);
        await run('COMMIT');
        return result;
      } catch (error) {
        await run('ROLLBACK');
        throw error;
      }
    },
    serviceUrl,
    adminUrl,
  };
}

async function ensurePostgresqlTemplate(server: string, client: pg.Client): Promise<string> {
  const template = `plumbline_template_${schemaHash}`;
  // One test file makes it and the others wait; a half-made one has another name until it is whole.
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrateDatabase(urlOf(server, unfinished));
    await client.query(`DO $$ BEGIN
      CREATE ROLE ${testLogin.user} LOGIN PASSWORD '${testLogin.password}' IN ROLE plumbline_service;
    EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  }
  return template;
}

async function onServer<T>(server: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string, login?: { user: string; password: string }): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  if (login !== undefined) {
    url.username = login.user;
    url.password = login.password;
  }
  return url.href;
}
