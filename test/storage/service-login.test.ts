import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { StartRefusal } from '../../src/domain/start-refusal.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';

describe('the login of the service', { skip: onlyPostgresql }, async () => {
  const { admin, adminUrl, serviceUrl } = await openTestStorage();

  async function refused(databaseUrl: string | undefined, message: RegExp): Promise<void> {
    await assert.rejects(openStorage({ databaseUrl }), (error) => {
      assert.ok(error instanceof StartRefusal, String(error));
      assert.match(error.message, message);
      return true;
    });
  }

  /** Roles belong to the whole server, so they do not go with the test's database. */
  async function withLogin(fn: (login: string, group: string, url: string) => Promise<void>): Promise<void> {
    const suffix = randomBytes(8).toString('hex');
    const [login, group] = [`plumbline_login_${suffix}`, `plumbline_group_${suffix}`];
    await admin(`CREATE ROLE ${group} NOLOGIN; CREATE ROLE ${login} LOGIN PASSWORD 'x'`);
    const url = new URL(serviceUrl ?? '');
    url.username = login;
    url.password = 'x';
    try {
      await fn(login, group, url.href);
    } finally {
      await admin(`DROP ROLE ${login}; DROP ROLE ${group}`);
    }
  }

  test('the superuser is refused', () => refused(adminUrl, /it is a superuser.*CREATE ROLE/s));

  test('a database that does not exist is no reason to wait', () => {
    const url = new URL(serviceUrl ?? '');
    url.pathname = '/plumbline_nowhere';
    return refused(url.href, /refuses the login of DATABASE_URL.*plumbline_nowhere/s);
  });

  test('a login that is no member of the service role is told what to do', () =>
    withLogin((login, _, url) => refused(url, new RegExp(`GRANT plumbline_service TO ${login}`))));

  const powers: Record<string, [grant: (login: string, group: string) => string, message: RegExp]> = {
    'bypasses row-level security': [(login) => `ALTER ROLE ${login} BYPASSRLS`, /it bypasses row-level/],
    'may create roles': [(login) => `ALTER ROLE ${login} CREATEROLE`, /it may create roles/],
    'owns the tables': [(login) => `GRANT plumbline_owner TO ${login}`, /plumbline_owner owns the tables/],
    'can become a role that bypasses, without inheriting it': [
      (login, group) =>
        `ALTER ROLE ${login} NOINHERIT; ALTER ROLE ${group} BYPASSRLS; GRANT ${group} TO ${login}`,
      /its role plumbline_group_\w+ bypasses/,
    ],
    'can become the owner through another role': [
      (login, group) => `GRANT plumbline_owner TO ${group}; GRANT ${group} TO ${login}`,
      /plumbline_owner owns the tables/,
    ],
  };
  for (const [name, [grant, message]] of Object.entries(powers)) {
    test(`a login that ${name} is refused`, () =>
      withLogin(async (login, group, url) => {
        await admin(`GRANT plumbline_service TO ${login}`);
        await (await openStorage({ databaseUrl: url })).close();
        await admin(grant(login, group));
        await refused(url, message);
      }));
  }
});
