import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRole, openScratchDatabase, testRole } from '../../support/embedded.ts';

const database = await openScratchDatabase();
await database.admin.query(
  `${createRole}; CREATE TABLE t (id int PRIMARY KEY); GRANT ALL ON t TO ${testRole}`,
);

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
    'admin query': () => database.admin.query('SELECT 1'),
    'admin transaction': () => database.admin.transaction(async () => {}),
  };
  for (const [name, misuse] of Object.entries(misuses)) {
    await database.service.transaction(async (tx) => {
      await assert.rejects(misuse, TypeError, name);
      await tx.query('SELECT 1');
    });
  }
});

test('what a transaction started and left behind may use the database once it is over', async () => {
  const later = Promise.withResolvers<unknown>();
  await database.service.transaction(async () => {
    setTimeout(() => later.resolve(database.service.transaction(async () => 'fine')), 10);
  });
  assert.equal(await later.promise, 'fine');
});

test('a transaction commits when its callback resolves and rolls back when it rejects or says so', async () => {
  await database.service.transaction((tx) => tx.query('INSERT INTO t VALUES (10)'));
  const failed = database.service.transaction(async (tx) => {
    await tx.query('INSERT INTO t VALUES (11)');
    throw new RangeError('no');
  });
  await assert.rejects(failed, RangeError);
  await database.service.transaction(async (tx) => {
    await tx.query('INSERT INTO t VALUES (12)');
    await tx.rollback();
  });
  await database.service.transaction(async (tx) => {
    await tx.query('SAVEPOINT a');
    await tx.query('INSERT INTO t VALUES (13)');
    await tx.query('ROLLBACK TO a');
    await tx.query('INSERT INTO t VALUES (14)');
  });
  const { rows } = await database.admin.query('SELECT id FROM t ORDER BY id');
  assert.deepEqual(rows, [{ id: 1 }, { id: 10 }, { id: 14 }]);
});

test('a transaction in which a statement failed does not commit, even if the failure is swallowed', async () => {
  const swallowing = database.service.transaction(async (tx) => {
    await tx.query('INSERT INTO t VALUES (20)');
    await tx.query('INSERT INTO t VALUES (20)').catch(() => {});
  });
  await assert.rejects(swallowing, { code: '25P02' });
  assert.deepEqual((await database.admin.query('SELECT id FROM t WHERE id = 20')).rows, []);
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
