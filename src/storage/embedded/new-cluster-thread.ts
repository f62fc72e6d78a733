import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * Makes an empty cluster in the directory `workerData`, in a thread of its own: initdb blocks it for seconds. Without
 * fsync: the whole directory is synced once, before it counts.
 */
const engine = await PGlite.create({
  dataDir: workerData,
  // 1 MB segments in place of 16: less to write at first start, and shorter pauses when a new segment is filled.
  initDbStartParams: ['--wal-segsize=1'],
});
// No database is ever made from these: without them a cluster has 370 files in place of 970, which halves a first start.
await engine.exec('UPDATE pg_database SET datistemplate = false');
await engine.exec('DROP DATABASE template0');
await engine.exec('DROP DATABASE template1');
// The one session is everybody's: what one transaction left in pg_temp, the next would find.
await engine.exec('REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC');
await engine.close();
