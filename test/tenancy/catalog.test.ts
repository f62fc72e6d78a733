import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStorage } from '../support/databases.ts';
import { tenancyViolations } from './tenancy-rules.ts';

const { admin, adminTransaction } = await openTestStorage();

test('every table keeps its tenants apart', async () => {
  const tables = await admin(
    `SELECT FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace AND relkind = 'r'`,
  );
  assert.ok(tables.length >= 9, 'the tables are there to be checked');
  assert.deepEqual(await tenancyViolations(admin), []);
});

/** Each gate, and what it must catch. */
const faults: Record<string, string[]> = {
  'CREATE TABLE plumbline.notes (org_uuid uuid)': [
    'notes: org_uuid may be null',
    'notes: row-level security is not enabled',
    'notes: row-level security is not forced',
    'notes: has no policy "tenant"',
  ],
  'CREATE TABLE plumbline.notes (note text)': ['notes: has no org_uuid, and no reason is given'],
  'ALTER TABLE plumbline.members DISABLE ROW LEVEL SECURITY': ['members: row-level security is not enabled'],
  'ALTER TABLE plumbline.members NO FORCE ROW LEVEL SECURITY': ['members: row-level security is not forced'],
  'DROP POLICY tenant ON plumbline.members': ['members: has no policy "tenant"'],
  'ALTER POLICY tenant ON plumbline.members USING (true)': ['members: the policy tenant is not one of ours'],
  'ALTER POLICY tenant ON plumbline.members TO PUBLIC': ['members: the policy tenant is not one of ours'],
  'ALTER POLICY tenant ON plumbline.members WITH CHECK (true)': [
    'members: the policy tenant is not one of ours',
  ],
  'CREATE POLICY also ON plumbline.members TO plumbline_service USING (true)': [
    'members: the policy also is not one of ours',
  ],
  'CREATE UNIQUE INDEX by_email ON plumbline.members (email)': ['key by_email: does not lead with org_uuid'],
  'ALTER TABLE plumbline.members ADD CONSTRAINT by_id UNIQUE (member_uuid, org_uuid)': [
    'key by_id: does not lead with org_uuid',
  ],
  'CREATE TABLE plumbline.other (id uuid PRIMARY KEY); ALTER TABLE plumbline.work ADD CONSTRAINT f FOREIGN KEY (work_uuid) REFERENCES plumbline.other':
    ['other: has no org_uuid, and no reason is given', 'foreign key f: does not lead with org_uuid'],
  'CREATE VIEW plumbline.everybody AS SELECT * FROM plumbline.members': [
    'everybody: a relation of kind v may show rows past the policies of its tables',
  ],
  "CREATE FUNCTION plumbline.peek() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'": [
    'function peek: anybody may execute it',
    'function peek: its search_path is not pinned',
    "function peek: runs with the owner's rights, and no reason is given",
  ],
  'GRANT EXECUTE ON FUNCTION plumbline.purge TO PUBLIC': ['function purge: anybody may execute it'],
  'ALTER FUNCTION plumbline.purge SET search_path = public': [
    'function purge: its search_path is not pinned',
  ],
  'GRANT TRUNCATE ON plumbline.members TO plumbline_service': ['members: plumbline_service has TRUNCATE'],
  'GRANT SELECT ON plumbline.members TO PUBLIC': ['members: PUBLIC has SELECT'],
  'GRANT CREATE ON SCHEMA plumbline TO plumbline_service': ['the schema: plumbline_service has CREATE'],
};

for (const [fault, expected] of Object.entries(faults)) {
  test(`the gate catches: ${fault}`, async () => {
    const undo = new Error('undo');
    await assert.rejects(
      adminTransaction(async (run) => {
        await run('SET LOCAL ROLE plumbline_owner');
        await run(fault);
        await run('RESET ROLE');
        assert.deepEqual(await tenancyViolations(run), expected);
        throw undo;
      }),
      undo,
    );
  });
}
