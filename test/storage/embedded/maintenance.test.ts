import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openScratchDatabase, scratchDirectory } from '../../support/embedded.ts';

/** The engine keeps its counts to itself for up to a second. */
const showCounts = 'SELECT pg_stat_force_next_flush()';

test('a round vacuums and analyses the tables that need it, and then there is nothing left to do', async () => {
  const database = await openScratchDatabase();
  await database.admin.query(`
    CREATE TABLE busy (id int);
    CREATE TABLE "Grown ""odd""" (id int);
    CREATE TABLE quiet (id int);
    INSERT INTO busy SELECT generate_series(1, 1000);
    INSERT INTO "Grown ""odd""" SELECT generate_series(1, 1000)`);
  await database.admin.query('DELETE FROM busy WHERE id > 100');
  await database.admin.query(showCounts);
  assert.deepEqual([...(await database.maintain())].sort(), ['public."Grown ""odd"""', 'public.busy']);
  await database.admin.query(showCounts);
  assert.deepEqual(await database.maintain(), []);
  const { rows } = await database.admin.query(
    `SELECT stat.relname, reltuples, n_dead_tup FROM pg_class JOIN pg_stat_user_tables stat ON relid = pg_class.oid
      ORDER BY stat.relname COLLATE "C"`,
  );
  assert.deepEqual(rows, [
    { relname: 'Grown "odd"', reltuples: 1000, n_dead_tup: '0' },
    { relname: 'busy', reltuples: 100, n_dead_tup: '0' },
    { relname: 'quiet', reltuples: -1, n_dead_tup: '0' },
  ]);
});

test('rounds come by themselves, and a request gets its turn in between', async () => {
  const database = await openScratchDatabase({ maintenanceIntervalMs: 20 });
  await database.admin.query('CREATE TABLE busy AS SELECT generate_series(1, 1000) AS id');
  await database.admin.query('DELETE FROM busy');
  await database.admin.query(showCounts);
  for (;;) {
    const { rows } = await database.admin.query<{ done: boolean }>(
      "SELECT last_vacuum IS NOT NULL AS done FROM pg_stat_user_tables WHERE relname = 'busy'",
    );
    if (rows[0]?.done) break;
    await sleep(20);
  }
});

test('the log does not grow without bound: it is checkpointed when it is long', async () => {
  const dataDir = join(scratchDirectory(), 'database');
  const database = await openScratchDatabase({ dataDir });
  await database.admin.query('CREATE TABLE t (text text)');
  for (let round = 0; round < 2; round++) {
    await database.admin.query("INSERT INTO t SELECT repeat('x', 1000) FROM generate_series(1, 40000)");
    await database.admin.query('TRUNCATE t');
    // The length is looked at once a second.
    await sleep(1_050);
    await database.admin.query('SELECT 1');
  }
  const { rows } = await database.admin.query<{ written: string; kept: string }>(
    `SELECT pg_current_wal_lsn() - '0/0' AS written, pg_current_wal_lsn() - redo_lsn AS kept FROM pg_control_checkpoint()`,
  );
  const megabyte = 1024 * 1024;
  assert.ok(Number(rows[0]?.written) > 70 * megabyte, 'enough was written for the test to mean something');
  assert.ok(Number(rows[0]?.kept) < 50 * megabyte, `${rows[0]?.kept} bytes to replay`);
  const segments = readdirSync(join(dataDir, 'cluster', 'pg_wal')).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  );
  assert.ok(segments.length < 70, `${segments.length} segments of 1 MB`);
});
