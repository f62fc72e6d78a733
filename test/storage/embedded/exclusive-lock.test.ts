import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { dataDirectory, prepareDataDirectory } from '../../../src/storage/embedded/data-directory.ts';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { EmbeddedDatabaseInUse } from '../../../src/storage/embedded/embedded-errors.ts';
import { ExclusiveLock } from '../../../src/storage/embedded/exclusive-lock.ts';
import { scratchDirectory, testRole } from '../../support/embedded.ts';

const holderScript = join(import.meta.dirname, 'lock-holder.ts');

/** A process that holds the lock of a directory until it is killed. */
async function holdInAnotherProcess(path: string) {
  const child = spawn(process.execPath, [holderScript, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a second process is refused with the pid of the first and what to do', async () => {
  const directory = prepareDataDirectory(join(scratchDirectory(), 'database'));
  const holder = await holdInAnotherProcess(directory.path);
  await assert.rejects(
    () => openEmbeddedDatabase({ dataDir: directory.path, serviceRole: testRole }),
    (error: unknown) => {
      assert.ok(error instanceof EmbeddedDatabaseInUse);
      assert.equal(error.pid, holder.pid);
      for (const word of [String(holder.pid), 'PLUMBLINE_DATA_DIR', 'DATABASE_URL']) {
        assert.ok(error.message.includes(word), error.message);
      }
      return true;
    },
  );
});

test('the lock dies with a killed process', async () => {
  const directory = prepareDataDirectory(join(scratchDirectory(), 'database'));
  const holder = await holdInAnotherProcess(directory.path);
  assert.throws(() => ExclusiveLock.acquire(directory), EmbeddedDatabaseInUse);
  const exited = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exited;
  ExclusiveLock.acquire(directory).release();
});

test('a second lock is refused within the process too, in this thread and in another', async () => {
  const directory = prepareDataDirectory(join(scratchDirectory(), 'database'));
  const lock = ExclusiveLock.acquire(directory);
  assert.throws(() => ExclusiveLock.acquire(directory), EmbeddedDatabaseInUse);
  const worker = new Worker(holderScript, { argv: [directory.path] });
  const [error] = await once(worker, 'error');
  assert.equal(error.name, 'EmbeddedDatabaseInUse');
  // The refusals closed their descriptors of the file: with bare fcntl locks that would have dropped the first lock.
  const holder = spawn(process.execPath, [holderScript, directory.path], { stdio: 'ignore' });
  const [exitCode] = await once(holder, 'exit');
  assert.notEqual(exitCode, 0);
  lock.release();
  ExclusiveLock.acquire(dataDirectory(directory.path)).release();
});
