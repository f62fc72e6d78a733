import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { createRole, openScratchDatabase, testRole } from '../../support/embedded.ts';

interface Schema {
  t: { id: number };
}

const database = await openScratchDatabase();
await database.admin.query(
  `${createRole}; CREATE TABLE t (id int PRIMARY KEY); GRANT ALL ON t TO ${testRole}`,
);
const service = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: database.service }) });

test('a slow statement leaves the event loop free', async () => {
  let ticks = 0;
  let done = false;
  const tick = () => {
    ticks += 1;
    if (!done) setImmediate(tick);
  };
  tick();
  await database.admin.query('SELECT count(*) FROM generate_series(1, 1000000)');
  done = true;
  // On the event loop there would be one or two: the statement would hold it from its start to its end.
  assert.ok(ticks > 100, `${ticks} ticks`);
});

test('a query waits behind an open transaction and sees what it committed', async () => {
  const order: string[] = [];
  const inside = Promise.withResolvers<void>();
  const first = database.service.transaction(async (tx) => {
    await tx.query('INSERT INTO t VALUES (1)');
    inside.resolve();
    await tx.query('SELECT pg_sleep(0.05)');
    order.push('transaction');
  });
  await inside.promise;
  const second = database.admin.query('SELECT id FROM t').then((result) => {
    order.push('query');
    return result.rows;
  });
  assert.equal(database.figures.waiting, 1);
  await first;
  assert.deepEqual(await second, [{ id: 1 }]);
  assert.deepEqual(order, ['transaction', 'query']);
});

test('transactions at the same time run one after the other, and each is whole', async () => {
  await database.admin.query('CREATE TABLE counter AS SELECT 0 AS n; GRANT ALL ON counter TO PUBLIC');
  await Promise.all(
    Array.from({ length: 20 }, () =>
      database.service.transaction(async (tx) => {
        const { rows } = await tx.query<{ n: number }>('SELECT n FROM counter');
        await tx.query('UPDATE counter SET n = $1', [(rows[0]?.n ?? 0) + 1]);
      }),
    ),
  );
  assert.deepEqual((await database.admin.query('SELECT n FROM counter')).rows, [{ n: 20 }]);
});

test('the outer handle inside a transaction throws TypeError at once', async () => {
  const misuses: Record<string, () => Promise<unknown>> = {
    transaction: () => database.service.transaction(async () => {}),
    query: () => database.service.query('SELECT 1'),
    'admin query': () => database.admin.query('SELECT 1'),
    'admin transaction': () => database.admin.transaction(async () => {}),
    exclusive: () => database.service.exclusive(async () => {}),
  };
  for (const [name, misuse] of Object.entries(misuses)) {
    await database.service.transaction(async (tx) => {
      await assert.rejects(misuse, TypeError, name);
      await tx.query('SELECT 1');
    });
  }
});

test('it is noticed through Kysely as well, where the session is reserved first', async () => {
  const withTurn = <T>(fn: () => Promise<T>) =>
    database.service.exclusive(() => service.transaction().execute(fn));
  await assert.rejects(
    withTurn(() => withTurn(async () => {})),
    TypeError,
  );
  await withTurn(async () => {});
});

test('what a transaction started and left behind may use the database once it is over', async () => {
  const later = Promise.withResolvers<unknown>();
  await database.service.transaction(async () => {
    setTimeout(() => later.resolve(database.service.transaction(async () => 'fine')), 10);
  });
  assert.equal(await later.promise, 'fine');
});

test("Kysely's PGlite dialect commits, rolls back and uses savepoints over the handle", async () => {
  await service.transaction().execute((trx) => trx.insertInto('t').values({ id: 10 }).execute());
  await assert.rejects(
    service.transaction().execute(async (trx) => {
      await trx.insertInto('t').values({ id: 11 }).execute();
      throw new RangeError('no');
    }),
    RangeError,
  );
  const controlled = await service.startTransaction().execute();
  const saved = await controlled.savepoint('a').execute();
  await saved.insertInto('t').values({ id: 12 }).execute();
  await saved.rollbackToSavepoint('a').execute();
  await controlled.insertInto('t').values({ id: 13 }).execute();
  await controlled.commit().execute();
  const ids = await service
    .transaction()
    .execute((trx) => trx.selectFrom('t').select('id').orderBy('id').execute());
  assert.deepEqual(ids, [{ id: 1 }, { id: 10 }, { id: 13 }]);
});

test('a transaction in which a statement failed does not commit, even if the failure is swallowed', async () => {
  await assert.rejects(
    service.transaction().execute(async (trx) => {
      await trx.insertInto('t').values({ id: 20 }).execute();
      await trx
        .insertInto('t')
        .values({ id: 20 })
        .execute()
        .catch(() => {});
    }),
    { code: '25P02' },
  );
  await service.transaction().execute(async (trx) => {
    assert.deepEqual((await sql`SELECT id FROM t WHERE id = 20`.execute(trx)).rows, []);
  });
});

test('closing lets what was asked before finish, and refuses what comes after', async () => {
  const doomed = await openScratchDatabase();
  const asked = doomed.admin.query<{ n: number }>('SELECT 1 AS n, pg_sleep(0.05)');
  const waiting = doomed.admin.query<{ n: number }>('SELECT 2 AS n');
  const closing = doomed.close();
  await assert.rejects(doomed.admin.query('SELECT 3'), {
    code: 'dependency_unavailable',
    reason: 'closed',
  });
  assert.equal((await asked).rows[0]?.n, 1);
  assert.equal((await waiting).rows[0]?.n, 2);
  await closing;
  await doomed.close();
});
