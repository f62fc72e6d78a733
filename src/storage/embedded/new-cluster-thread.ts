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
await engine.close();
