import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseUnavailable } from '../../../src/storage/embedded/embedded-errors.ts';
import { createRole, openScratchDatabase, testRole } from '../../support/embedded.ts';

/** No end of their own: one waits, the others compute. */
const endless = [
  'SELECT pg_sleep(3600)',
  'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r',
  'DO $$ BEGIN LOOP END LOOP; END $$',
];
const timeLimit = { code: 'dependency_unavailable', reason: 'timeLimit', status: 503 };

const database = await openScratchDatabase({ serviceLimitMs: 1_000 });
await database.admin.query(
  `${createRole}; CREATE TABLE t (id int PRIMARY KEY); GRANT ALL ON t TO ${testRole}`,
);
const insert = (id: number) =>
  database.service.transaction((tx) => tx.query('INSERT INTO t VALUES ($1)', [id]));
const ids = async () =>
  (await database.admin.query<{ id: number }>('SELECT id FROM t ORDER BY id')).rows.map((row) => row.id);

test('a statement past its limit is a 503, and the next call finds everything that was acknowledged', async () => {
  for (const [index, statement] of endless.entries()) {
    await database.admin.query('SELECT 1');
    await insert(index);
    const failed = database.service.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (100)');
      await tx.query(statement);
    });
    await assert.rejects(failed, timeLimit, statement);
    assert.deepEqual(
      await ids(),
      endless.slice(0, index + 1).map((_, each) => each),
      statement,
    );
  }
});

test('a call that only waits too long is refused and harms nobody', async () => {
  const inside = Promise.withResolvers<void>();
  const slow = database.admin.transaction(async (tx) => {
    inside.resolve();
    await tx.query('SELECT pg_sleep(1.5)');
    await tx.query('INSERT INTO t VALUES (10)');
  });
  await inside.promise;
  await assert.rejects(insert(11), timeLimit);
  await slow;
  assert.deepEqual((await ids()).slice(-1), [10]);
});

test('a transaction that does something else for too long is rolled back, and its handle is dead', async () => {
  await database.admin.query('SELECT 1');
  const resumed = Promise.withResolvers<unknown>();
  const idle = database.service.transaction(async (tx) => {
    await tx.query('INSERT INTO t VALUES (20)');
    await sleep(1_300);
    resumed.resolve(tx.query('INSERT INTO t VALUES (21)'));
  });
  await assert.rejects(idle, timeLimit);
  assert.deepEqual((await ids()).slice(-1), [10]);
  await assert.rejects(resumed.promise, timeLimit);
});

test('a transaction whose beginning came too late leaves nothing open behind it', async () => {
  const hold = database.admin.query('SELECT pg_sleep(0.99)');
  await Promise.allSettled([hold, ...Array.from({ length: 30 }, () => insert(1))]);
  assert.equal((await database.admin.query('SELECT 1 AS n')).rows.length, 1);
});

test('the engine is not killed for a statement that ends within the limit of its own', async () => {
  // The second transaction gets the session when little of its time is left, so its statement outlives its caller.
  await database.admin.query('CREATE TEMP TABLE of_this_session ()');
  const hold = database.admin.query('SELECT pg_sleep(0.9)');
  const late = database.service.transaction((tx) => tx.query('SELECT pg_sleep(0.3)'));
  await hold;
  await assert.rejects(late, timeLimit);
  const { rows } = await database.admin.query(
    "SELECT to_regclass('pg_temp.of_this_session') IS NOT NULL AS same",
  );
  assert.deepEqual(rows, [{ same: true }]);
});

test('a limit that strikes during the commit says that the outcome is not known', async () => {
  await database.admin.query(
    `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER slowly AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slowly()`,
  );
  const error = await insert(30).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof EmbeddedDatabaseUnavailable);
  assert.equal(error.outcomeUnknown, true);
  assert.match(error.message, /not known/);
});
