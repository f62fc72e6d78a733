import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultTemplate, placeNewCluster } from '../../../src/storage/embedded/cluster-template.ts';
import { prepareDataDirectory } from '../../../src/storage/embedded/data-directory.ts';
import { Engine } from '../../../src/storage/embedded/engine.ts';
import { createRole, openScratchDatabase, scratchDirectory, testRole } from '../../support/embedded.ts';

const database = await openScratchDatabase();
await database.admin.query(`
  ${createRole};
  CREATE TABLE secret (org int, word text);
  INSERT INTO secret VALUES (1, 'ours'), (2, 'theirs');
  ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
  ALTER TABLE secret FORCE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON secret USING (org = current_setting('test.org')::int);
  GRANT SELECT ON secret TO ${testRole}`);

/** insufficient_privilege */
const refused = { code: '42501' };

/** Every way that PostgreSQL has of becoming another user; each would make the session the superuser. */
const waysOut = [
  'RESET ROLE',
  'SET ROLE NONE',
  'SET ROLE postgres',
  'SET LOCAL ROLE postgres',
  'SET SESSION ROLE postgres',
  'SET SESSION AUTHORIZATION postgres',
  'SET SESSION AUTHORIZATION DEFAULT',
  'RESET SESSION AUTHORIZATION',
  "SELECT set_config('role', 'none', true)",
  "SELECT set_config('role', 'postgres', false)",
  "SELECT set_config('session_authorization', 'postgres', false)",
  "DO $$ BEGIN EXECUTE 'RESET ROLE'; END $$",
  'ALTER TABLE secret DISABLE ROW LEVEL SECURITY',
  `ALTER ROLE ${testRole} SUPERUSER`,
  'COPY secret TO PROGRAM $$true$$',
  "SELECT pg_read_file('PG_VERSION')",
];

test('the service sees what the policy lets it see, and the superuser everything', async () => {
  const seen = await database.service.transaction(async (tx) => {
    await tx.query("SELECT set_config('test.org', '1', true)");
    return await tx.query('SELECT word, current_user AS "user" FROM secret');
  });
  assert.deepEqual(seen.rows, [{ word: 'ours', user: testRole }]);
  assert.equal((await database.admin.query('SELECT * FROM secret')).rows.length, 2);
});

for (const way of waysOut) {
  test(`no way out: ${way}`, async () => {
    await assert.rejects(
      database.service.transaction((tx) => tx.query(way)),
      refused,
    );
    await database.service.transaction(async (tx) => {
      await tx.query("SELECT set_config('test.org', '1', true)");
      await tx.query('SAVEPOINT before');
      await assert.rejects(tx.query(way), refused);
      await tx.query('ROLLBACK TO before');
      assert.deepEqual((await tx.query('SELECT word FROM secret')).rows, [{ word: 'ours' }]);
    });
  });
}

test('ending the transaction by hand is no way out either', async () => {
  for (const end of ['COMMIT', 'ROLLBACK', 'END', '/* a comment */ COMMIT', 'ABORT']) {
    await assert.rejects(
      database.service.transaction(async (tx) => {
        await tx.query(end);
        await tx.query('SELECT word FROM secret');
      }),
      TypeError,
      end,
    );
  }
  for (const chain of ['COMMIT AND CHAIN', 'ROLLBACK AND CHAIN']) {
    const { rows } = await database.service.transaction(async (tx) => {
      await tx.query(chain);
      return await tx.query('SELECT current_user AS "user"');
    });
    assert.deepEqual(rows, [{ user: testRole }], chain);
  }
});

test('nothing that the service sets or makes for the session outlives its transaction', async () => {
  await database.service.transaction(async (tx) => {
    await tx.query("SELECT set_config('test.org', '2', false)");
    await tx.query('SET search_path = secret');
  });
  const left = await database.service.transaction((tx) =>
    tx.query(
      `SELECT nullif(current_setting('test.org', true), '') AS org, current_setting('search_path') AS path`,
    ),
  );
  assert.deepEqual(left.rows, [{ org: null, path: 'public' }]);
  for (const statement of ['CREATE TEMP TABLE left_behind ()', 'CREATE TABLE left_behind ()']) {
    await assert.rejects(
      database.service.transaction((tx) => tx.query(statement)),
      refused,
    );
  }
});

test('several statements in one text are refused', async () => {
  await assert.rejects(
    database.service.transaction((tx) => tx.query('ROLLBACK; SELECT word FROM secret')),
    { code: '42601' },
  );
});

test('outside a transaction the service has no way to query, and the engine would refuse it', async () => {
  assert.deepEqual(Object.keys(database.service), ['transaction']);
  const directory = prepareDataDirectory(join(scratchDirectory(), 'database'));
  await placeNewCluster(directory, defaultTemplate(), () => {});
  const engine = await Engine.start({ cluster: directory.cluster, serviceRole: testRole }, () => {});
  const query = { kind: 'query', as: 'service', sql: 'SELECT 1', parameters: [] } as const;
  await assert.rejects(engine.perform(query), TypeError);
  await engine.perform({ kind: 'begin', as: 'admin' });
  await assert.rejects(engine.perform(query), TypeError);
  await engine.perform({ kind: 'close' });
});

test('after the service the session belongs to the superuser again, whatever became of the transaction', async () => {
  await database.service.transaction(async () => {});
  await database.service.transaction((tx) => tx.query('no such statement')).catch(() => {});
  await database.service.transaction((tx) => tx.rollback());
  const { rows } = await database.admin.query('SELECT current_user AS "user"');
  assert.deepEqual(rows, [{ user: 'postgres' }]);
  await database.admin.transaction(async (tx) => {
    await tx.query(`SET LOCAL ROLE ${testRole}`);
    await tx.query('RESET ROLE');
  });
});

test('a role that is missing, or not bound by row-level security, is refused', async () => {
  await database.admin.query(`DROP OWNED BY ${testRole}; DROP ROLE ${testRole}`);
  await assert.rejects(
    database.service.transaction(async () => {}),
    TypeError,
  );
  for (const attribute of ['SUPERUSER', 'BYPASSRLS']) {
    await database.admin.query(`CREATE ROLE ${testRole} ${attribute}`);
    await assert.rejects(
      database.service.transaction(async () => {}),
      TypeError,
      attribute,
    );
    await database.admin.query(`DROP ROLE ${testRole}`);
  }
  await database.admin.query(createRole);
  await database.service.transaction(async () => {});
});
