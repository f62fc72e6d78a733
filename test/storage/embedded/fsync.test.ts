import assert from 'node:assert/strict';
import { fsyncSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { defaultTemplate, placeNewCluster } from '../../../src/storage/embedded/cluster-template.ts';
import { prepareDataDirectory } from '../../../src/storage/embedded/data-directory.ts';
import {
  DurableFileSystem,
  durableStartParameters,
} from '../../../src/storage/embedded/durable-file-system.ts';
import { openScratchDatabase, scratchDirectory } from '../../support/embedded.ts';

const onLinux = process.platform === 'linux' ? false : 'needs /proc';

test('the engine runs with every setting that durability rests on', async () => {
  const database = await openScratchDatabase();
  const settings = await database.admin.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'data_checksums')`,
  );
  assert.deepEqual(Object.fromEntries(settings.rows.map((row) => [row.name, row.setting])), {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_sync_method: 'fsync',
    data_checksums: 'on',
  });
});

test('a commit syncs the log, a checkpoint the data files', { skip: onLinux }, async () => {
  const directory = prepareDataDirectory(join(scratchDirectory(), 'database'));
  await placeNewCluster(directory, defaultTemplate(), () => {});
  const synced: string[] = [];
  const engine = await PGlite.create({
    fs: new DurableFileSystem(directory.cluster, (descriptor) => {
      synced.push(readlinkSync(`/proc/self/fd/${descriptor}`).slice(directory.cluster.length + 1));
      fsyncSync(descriptor);
    }),
    startParams: durableStartParameters(PGlite.defaultStartParams),
  });
  after(() => engine.close());
  await engine.exec('CREATE TABLE t (id int)');

  for (let id = 0; id < 5; id++) {
    synced.length = 0;
    await engine.query('INSERT INTO t VALUES ($1)', [id]);
    assert.deepEqual(
      synced.map((file) => file.split('/')[0]),
      ['pg_wal'],
      'one commit, one sync of the log',
    );
  }

  synced.length = 0;
  await engine.exec('CHECKPOINT');
  assert.ok(
    synced.some((file) => file.startsWith('base/')),
    synced.join(),
  );
  assert.ok(synced.includes('global/pg_control'), synced.join());
});

test('without our file system nothing is ever synced, which is why it is there', { skip: onLinux }, () => {
  assert.ok(PGlite.defaultStartParams.includes('-F'));
  assert.ok(!durableStartParameters(PGlite.defaultStartParams).includes('-F'));
});
