import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { openTestStorage, testedKind } from '../support/databases.ts';
import { newTenant } from '../support/tenants.ts';
import { allRowsOf, seedTenant } from './seeded-tenant.ts';

const { storage, database, admin } = await openTestStorage();
const victim = await seedTenant(storage);
const attacker = await newTenant(storage);

/** Runs statements one after the other in one transaction of the attacker's; says what the last one returned. */
async function attack(statements: readonly string[]): Promise<unknown[]> {
  return await storage.withTenant(attacker.orgUuid, async (tx) => {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await sql.raw(statement).execute(tx)).rows;
    return rows;
  });
}

const tenantTables = Object.keys(await allRowsOf(admin, victim.orgUuid));

test('without a tenant there is an error, and no rows', async () => {
  for (const table of tenantTables) {
    for (const statement of [`SELECT * FROM ${table}`, `UPDATE ${table} SET org_uuid = org_uuid`]) {
      // 42704: never set in this session; 22P02: set before, and empty by now.
      await assert.rejects(
        database.run(CompiledQuery.raw(statement)),
        ({ code }: { code: string }) => code === '42704' || code === '22P02',
        statement,
      );
    }
  }
});

test('whatever a statement asks for, it gets rows of its own tenant only', async () => {
  for (const table of tenantTables) {
    const seen = await attack([
      `SELECT DISTINCT org_uuid FROM ${table} WHERE true OR org_uuid = '${victim.orgUuid}'`,
    ]);
    const foreign = seen.filter((row) => (row as { org_uuid: string }).org_uuid !== attacker.orgUuid);
    assert.deepEqual(foreign, [], table);
  }
});

const org = victim.orgUuid;

/** Each of these must fail. */
const refusals: Record<string, readonly string[]> = {
  'turning row security off': ['SET LOCAL row_security = off', 'SELECT * FROM plumbline.members'],
  'becoming the owner': ['SET LOCAL ROLE plumbline_owner'],
  'becoming the superuser': ['SET LOCAL ROLE postgres'],
  'becoming somebody else for the session': ['SET SESSION AUTHORIZATION postgres'],
  'disabling the policies': ['ALTER TABLE plumbline.members DISABLE ROW LEVEL SECURITY'],
  'not forcing them': ['ALTER TABLE plumbline.members NO FORCE ROW LEVEL SECURITY'],
  'dropping one': ['DROP POLICY tenant ON plumbline.members'],
  'changing one': ['ALTER POLICY tenant ON plumbline.members USING (true)'],
  'adding one': ['CREATE POLICY all_mine ON plumbline.members USING (true)'],
  'taking a table over': ['ALTER TABLE plumbline.members OWNER TO CURRENT_USER'],
  'dropping a table': ['DROP TABLE plumbline.work'],
  'emptying a table': ['TRUNCATE plumbline.work'],
  'deleting what is kept': ['DELETE FROM plumbline.members'],
  'granting itself more': [
    'GRANT ALL ON plumbline.members TO plumbline_service',
    'DELETE FROM plumbline.members',
  ],
  'granting itself a role': ['GRANT plumbline_owner TO plumbline_service'],
  'making a role': ['CREATE ROLE mallory SUPERUSER'],
  'changing its own role': ['ALTER ROLE plumbline_service BYPASSRLS'],
  'making a table in the schema': ['CREATE TABLE plumbline.mine (id int)'],
  'making a function in the schema': [
    `CREATE FUNCTION plumbline.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  ],
  'replacing a function of the owner': [
    `CREATE OR REPLACE FUNCTION plumbline.work_figures() RETURNS TABLE (kind text, state text, count bigint,
       oldest_age_seconds double precision) LANGUAGE sql AS 'SELECT NULL, NULL, NULL, NULL'`,
  ],
  'hanging a trigger on a table': [
    'CREATE FUNCTION pg_temp.spy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'CREATE TRIGGER spy BEFORE INSERT ON plumbline.members FOR EACH ROW EXECUTE FUNCTION pg_temp.spy()',
  ],
  'rewriting the history of the schema': ['UPDATE plumbline.schema_migrations SET number = number'],
  'dropping the schema': ['DROP SCHEMA plumbline CASCADE'],
  'writing to the catalog': [`UPDATE pg_class SET relrowsecurity = false WHERE relname = 'members'`],
  'doing without foreign keys': ['SET LOCAL session_replication_role = replica'],
  'reading files of the server': [`SELECT pg_read_file('PG_VERSION')`],
  'running programs on the server': [`COPY plumbline.rate_buckets TO PROGRAM 'true'`],
  'inserting into another tenant': [
    `INSERT INTO plumbline.operations (org_uuid, operation_uuid, kind, created_at)
     VALUES ('${org}', gen_random_uuid(), 'test', now())`,
  ],
  'moving a row of its own to another tenant': [`UPDATE plumbline.entitlements SET org_uuid = '${org}'`],
  'pointing at a row of another tenant': [
    `INSERT INTO plumbline.work (work_uuid, kind, payload, due_at, max_attempts, operation_uuid)
     VALUES (gen_random_uuid(), 'test', '{}', now(), 1, '${victim.queuedOperation}')`,
  ],
};

for (const [name, statements] of Object.entries(refusals)) {
  test(`${name} is refused`, async () => {
    const before = await allRowsOf(admin, org);
    await assert.rejects(attack(statements), ({ code }: { code: string }) => {
      // Denied by privilege (42501) or by a foreign key (23503); a TypeError is the embedded session's own refusal.
      assert.ok(['42501', '23503', undefined].includes(code), `${code}`);
      return true;
    });
    assert.deepEqual(await allRowsOf(admin, org), before);
  });
}

const foreignMembers = `SELECT * FROM plumbline.members WHERE org_uuid = '${org}'`;

/** Each of these may succeed or fail, and must show nothing. */
const fruitless: Record<string, readonly string[]> = {
  'going back to the role of the session': ['RESET ROLE', foreignMembers],
  'forgetting every setting': ['RESET ALL', foreignMembers],
  'naming the row by its key': [`SELECT * FROM plumbline.members WHERE member_uuid = '${victim.memberUuid}'`],
  'reading through a view of its own': [
    'CREATE TEMP VIEW everybody AS SELECT * FROM plumbline.members',
    `SELECT * FROM everybody WHERE org_uuid = '${org}'`,
  ],
  'changing what it cannot see': [
    `UPDATE plumbline.members SET role = 'owner' WHERE org_uuid = '${org}' RETURNING *`,
  ],
  'locking what it cannot see': [`${foreignMembers} FOR UPDATE`],
};

for (const [name, statements] of Object.entries(fruitless)) {
  test(`${name} shows nothing`, async () => {
    const before = await allRowsOf(admin, org);
    const rows = await attack(statements).catch(() => []);
    assert.deepEqual(rows, []);
    assert.deepEqual(await allRowsOf(admin, org), before);
  });
}

/** The embedded database, whose one session is everybody's, gives the service no temporary tables at all. */
const withoutTemporaryTables = testedKind === 'embedded' && 'the embedded database has no temporary tables';

test('a function in a condition never sees a row that the policy hides', {
  skip: withoutTemporaryTables,
}, async () => {
  const seen = await attack([
    'CREATE TEMP TABLE seen (email text)',
    // The cheaper a condition, the sooner the planner would like to ask it.
    `CREATE FUNCTION pg_temp.spy(email text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
     AS $$ BEGIN INSERT INTO pg_temp.seen VALUES (email); RETURN true; END $$`,
    'SELECT * FROM plumbline.members WHERE pg_temp.spy(email)',
    'SELECT * FROM pg_temp.seen',
  ]);
  assert.equal(seen.length, 1, 'it was asked about the row of its own');
  assert.ok(!JSON.stringify(seen).includes(victim.email));
});

test('an error in a condition tells nothing of a row that the policy hides', async () => {
  const probe = `SELECT 1 / (CASE WHEN email = '${victim.email}' THEN 0 ELSE 1 END) FROM plumbline.members`;
  assert.equal((await attack([probe])).length, 1);
});

test('the functions of the owner cannot be led astray by temporary tables', {
  skip: withoutTemporaryTables,
}, async () => {
  const caller = `SELECT org_uuid FROM plumbline.find_caller('${attacker.directoryId}', NULL)`;
  for (const table of ['organizations', 'entitlements', 'members', 'work']) {
    const rows = await attack([
      'SET LOCAL search_path = pg_temp, plumbline, public',
      `CREATE TEMP TABLE ${table} AS SELECT * FROM plumbline.${table} WITH NO DATA`,
      caller,
    ]);
    assert.deepEqual(rows, [{ org_uuid: attacker.orgUuid }]);
  }
});

test('the figures of the queue name no tenant and show no payload', async () => {
  const columns = Object.keys((await storage.workFigures())[0] ?? {});
  assert.deepEqual(columns.toSorted(), ['count', 'kind', 'oldestAgeSeconds', 'state']);
});
