import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDataDirectory } from '../../../src/storage/embedded/data-directory.ts';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { EmbeddedDirectoryUnusable } from '../../../src/storage/embedded/embedded-errors.ts';
import { openScratchDatabase, scratchDirectory, testRole } from '../../support/embedded.ts';

const mode = (path: string) => statSync(path).mode & 0o777;
const asRoot = process.getuid?.() === 0;

test('the directory, and what has to be made on the way to it, is closed to other users', async () => {
  const parent = join(scratchDirectory(), 'a');
  const dataDir = join(parent, 'b');
  await openScratchDatabase({ dataDir });
  assert.equal(mode(parent), 0o700);
  assert.equal(mode(dataDir), 0o700);
  assert.equal(mode(join(dataDir, 'cluster')), 0o700);
});

test('a directory of ours that was opened up is closed again', () => {
  const path = join(scratchDirectory(), 'database');
  mkdirSync(path);
  chmodSync(path, 0o755);
  writeFileSync(join(path, 'lock'), '');
  prepareDataDirectory(path);
  assert.equal(mode(path), 0o700);
});

test("someone else's directory is refused and left as it is", () => {
  const path = scratchDirectory();
  chmodSync(path, 0o755);
  writeFileSync(join(path, 'letter.txt'), '');
  assert.throws(() => prepareDataDirectory(path), EmbeddedDirectoryUnusable);
  assert.equal(mode(path), 0o755);
});

test('a file in the way is an error that says so', () => {
  const file = join(scratchDirectory(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'database')]) {
    assert.throws(() => prepareDataDirectory(path), { name: 'EmbeddedDirectoryUnusable', message: /file/ });
  }
});

test('a directory that may not be written is an error that says so', () => {
  const parent = scratchDirectory();
  chmodSync(parent, 0o555);
  const script = `
    import { prepareDataDirectory } from './src/storage/embedded/data-directory.ts';
    try { prepareDataDirectory(process.env.DIRECTORY); } catch (error) { console.log(error.name, error.message); }`;
  // Root may write anywhere, so root asks in the name of nobody.
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
    env: { DIRECTORY: join(parent, 'database') },
    ...(asRoot ? { uid: 65534, gid: 65534 } : {}),
  });
  assert.match(run.stdout, /^EmbeddedDirectoryUnusable .*may not write/, run.stderr);
});

const noMount = asRoot ? false : 'only root can mount a small disk';

/** Runs `fn` with a disk of so many megabytes; `resize` makes it larger. */
async function withSmallDisk(
  t: TestContext,
  megabytes: number,
  fn: (disk: string, resize: (megabytes: number) => void) => Promise<void>,
): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), 'plumbline-small-disk-'));
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0;
  try {
    if (!mount(`size=${megabytes}m`)) return t.skip('mounting is not permitted here');
    await fn(disk, (larger) => assert.ok(mount(`remount,size=${larger}m`)));
  } finally {
    spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  }
}

test(
  'a full disk at the first start is an error that says so, and leaves nothing half-made',
  { skip: noMount },
  (t) =>
    withSmallDisk(t, 10, async (disk, resize) => {
      const options = { dataDir: join(disk, 'database'), serviceRole: testRole };
      for (let attempt = 0; attempt < 2; attempt++) {
        await assert.rejects(openEmbeddedDatabase(options), {
          name: 'EmbeddedDirectoryUnusable',
          message: /disk is full/,
        });
      }
      resize(100);
      const database = await openEmbeddedDatabase(options);
      await database.close();
    }),
);

test(
  'a disk that fills up is a 503 until there is space again, without a restart or a loss',
  { skip: noMount },
  (t) =>
    withSmallDisk(t, 50, async (disk, resize) => {
      const database = await openEmbeddedDatabase({ dataDir: join(disk, 'database'), serviceRole: testRole });
      await database.admin.query('CREATE TABLE t (id int PRIMARY KEY, text text)');
      let acknowledged = 0;
      const insert = async () => {
        // Half a megabyte that does not compress, so that it needs space in the log and in the table.
        const text = `SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 16000)`;
        await database.admin.query(`INSERT INTO t VALUES ($1, (${text}))`, [acknowledged + 1]);
        acknowledged += 1;
      };
      const full = { code: 'dependency_unavailable', reason: 'diskFull' };
      await assert.rejects(async () => {
        while (acknowledged < 1_000) await insert();
      }, full);
      assert.ok(acknowledged > 0);

      resize(200);
      for (
        let attempt = 0;
        !(await insert().then(
          () => true,
          () => false,
        ));
        attempt++
      ) {
        assert.ok(attempt < 50, 'it does not recover');
        await sleep(200);
      }
      const { rows } = await database.admin.query<{ n: string }>('SELECT count(*) AS n FROM t');
      assert.equal(rows[0]?.n, String(acknowledged));
      await database.close();
    }),
);
