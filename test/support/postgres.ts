import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A superuser's URL of a real PostgreSQL; `test/support/start-postgres.ts` starts one and sets it. */
const serverUrl = process.env.TEST_POSTGRES_URL;

/** For the `skip` option of a test that needs a real PostgreSQL: the reason, or false when there is one. */
export const withoutPostgres: string | false =
  serverUrl === undefined || serverUrl === '' ? 'TEST_POSTGRES_URL is not set' : false;

export interface TestDatabase {
  /** The superuser's URL of a new, empty database of its own. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database on the test server. Drop it after the tests: `after(() => database.drop())`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (serverUrl === undefined) throw new TypeError('TEST_POSTGRES_URL is not set: skip the test instead.');
  const name = `plumbline_test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
