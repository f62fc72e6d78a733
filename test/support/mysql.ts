import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';

/** A superuser's URL of a real MySQL or MariaDB; `test/support/start-mariadb.ts` starts one and sets it. */
const serverUrl = process.env.TEST_MYSQL_URL;

/** For the `skip` option of a test that needs a real server: the reason, or false when there is one. */
export const withoutMysql: string | false =
  serverUrl === undefined || serverUrl === '' ? 'TEST_MYSQL_URL is not set' : false;

export interface TestMysqlDatabase {
  readonly name: string;
  /** The superuser's URL of a new, empty database of its own. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database on the test server. Drop it after the tests. */
export async function createTestMysqlDatabase(): Promise<TestMysqlDatabase> {
  if (serverUrl === undefined) throw new TypeError('TEST_MYSQL_URL is not set: skip the test instead.');
  const name = `plumbline_test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name}`) };
}

async function onServer(statement: string): Promise<void> {
  const connection = await mysql.createConnection(serverUrl ?? '');
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
