import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BlobContainer } from '../../../src/executor/evidence/blob-container.ts';
import { BlobEvidenceStore } from '../../../src/executor/evidence/blob-evidence-store.ts';
import { writeManifest } from '../../../src/executor/evidence/evidence-manifest.ts';
import type { EvidenceStore } from '../../../src/executor/evidence/evidence-store.ts';
import { FolderEvidenceStore } from '../../../src/executor/evidence/folder-evidence-store.ts';
import { sweepStore } from '../../../src/executor/evidence/sweep-store.ts';
import { scratch } from '../../support/command.ts';
import { startFakeBlobService } from '../../support/fake-blob-service.ts';

const manifest = { tests: {} };
const { signal } = new AbortController();

/** Each way to keep evidence, with a way to open the same store once more. */
const stores: Record<string, () => Promise<() => Promise<EvidenceStore>>> = {
  async folder() {
    const place = scratch();
    return () => FolderEvidenceStore.open(place, randomUUID());
  },
  async container() {
    const { options } = await startFakeBlobService({ after });
    return () => BlobEvidenceStore.open(new BlobContainer(options), scratch(), randomUUID());
  },
};

async function foldersOf(store: EvidenceStore): Promise<readonly string[]> {
  const folders: string[] = [];
  for await (const folder of store.folders()) folders.push(folder);
  return folders.toSorted();
}

/** Writes an attempt's evidence: as many files as named, with random rows. */
async function keep(store: EvidenceStore, folder: string, files: Record<string, Buffer>): Promise<void> {
  await using writing = await store.begin(folder, signal);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(writing.path, name), content);
  await writeManifest(writing.path, manifest);
  await writing.keep();
}

for (const [name, prepare] of Object.entries(stores)) {
  test(`${name}: whoever opens a store first gives it its id`, async () => {
    const open = await prepare();
    const opened = await Promise.all([open(), open(), open()]);
    const ids = new Set([...opened, await open()].map(({ storeUuid }) => storeUuid));
    assert.equal(ids.size, 1);
  });

  test(`${name}: what is written is there once it is kept, and gone if it is not`, async () => {
    const open = await prepare();
    const [store, other] = [await open(), await open()];
    const rows = randomBytes(10_000);
    {
      await using writing = await store.begin('org/run/work-1', signal);
      writeFileSync(join(writing.path, 'rows.parquet'), rows);
      await writeManifest(writing.path, manifest);
      assert.equal(await other.read('org/run/work-1/rows.parquet', signal), null);
      await writing.keep();
    }
    {
      await using unfinished = await store.begin('org/run/work-2', signal);
      writeFileSync(join(unfinished.path, 'rows.parquet'), rows);
    }
    assert.deepEqual(await foldersOf(other), ['org/run/work-1']);
    let path: string;
    {
      await using stored = await other.read('org/run/work-1/rows.parquet', signal);
      assert.ok(stored !== null);
      path = stored.path;
      assert.deepEqual(readFileSync(path), rows);
      assert.deepEqual(stored.manifest, manifest);
    }
    assert.equal(existsSync(path), name === 'folder', 'no copy of rows stays behind');
    assert.equal(await other.read('org/run/work-1/other.parquet', signal), null);

    await other.remove('org/run/work-1');
    await store.remove('org/run/work-1');
    assert.deepEqual(await foldersOf(store), []);
    assert.equal(await store.read('org/run/work-1/rows.parquet', signal), null);
  });

  test(`${name}: a sweep sees every folder and deletes those that nothing refers to`, async () => {
    const store = await (await prepare())();
    const all = ['a/r1/w-1', 'a/r1/w-10', 'a/r1/w-2', 'a/r2/w-1', 'b/r3/w-1'];
    for (const folder of all) {
      await keep(store, folder, { 'one.parquet': randomBytes(10), 'two.parquet': randomBytes(10) });
    }
    assert.deepEqual(await foldersOf(store), all);
    const service = { sweep: async (folders: readonly string[]) => folders.filter((f) => f.endsWith('-1')) };
    assert.equal(await sweepStore({ store, service }, signal), 3);
    assert.deepEqual(await foldersOf(store), ['a/r1/w-10', 'a/r1/w-2']);
  });

  test(`${name}: no path leads out of the store`, async () => {
    const store = await (await prepare())();
    for (const path of ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.b', '', 'a/b\0']) {
      await assert.rejects(store.begin(path, signal), TypeError, path);
      await assert.rejects(store.read(path, signal), TypeError, path);
      await assert.rejects(store.remove(path), TypeError, path);
    }
  });
}

test('container: files of several blocks come and go whole', async (t) => {
  const { options, asked, blobs } = await startFakeBlobService(t);
  const store = await BlobEvidenceStore.open(new BlobContainer(options), scratch(), randomUUID());
  const rows = randomBytes(20 * 1024 * 1024);
  await keep(store, 'o/r/w-1', { 'rows.parquet': rows, 'empty.parquet': Buffer.alloc(0) });
  assert.equal(asked.filter(({ url }) => url.searchParams.get('comp') === 'block').length, 3);
  assert.deepEqual(blobs.get('o/r/w-1/rows.parquet'), rows);
  await using stored = await store.read('o/r/w-1/rows.parquet', signal);
  assert.deepEqual(readFileSync(stored?.path ?? ''), rows);
});

test('container: the manifest is sent last and deleted first', async (t) => {
  const { options, asked } = await startFakeBlobService(t);
  const store = await BlobEvidenceStore.open(new BlobContainer(options), scratch(), randomUUID());
  await keep(store, 'o/r/w-1', { 'a.parquet': randomBytes(1), 'z.parquet': randomBytes(1) });
  await store.remove('o/r/w-1');
  const named = (method: string) => asked.filter((request) => request.method === method).map((r) => r.name);
  assert.equal(named('PUT').at(-1), 'o/r/w-1/manifest.json');
  assert.equal(named('DELETE')[0], 'o/r/w-1/manifest.json');
});

test('container: what was sent of an interrupted attempt is deleted, here and there', async (t) => {
  const service = await startFakeBlobService(t);
  const drafts = scratch();
  const store = await BlobEvidenceStore.open(new BlobContainer(service.options), drafts, randomUUID());
  const lost = new AbortController();
  const reason = new Error('the lease is lost');
  service.trouble = ({ method, name }) => {
    if (method !== 'PUT' || !name.endsWith('/manifest.json')) return undefined;
    lost.abort(reason);
    return 'silent';
  };
  const attempt = async () => {
    await using writing = await store.begin('o/r/w-1', lost.signal);
    writeFileSync(join(writing.path, 'rows.parquet'), 'rows');
    await writeManifest(writing.path, manifest);
    await writing.keep();
  };
  await assert.rejects(attempt(), reason);
  assert.ok(service.asked.some(({ method, name }) => method === 'PUT' && name === 'o/r/w-1/rows.parquet'));
  assert.deepEqual([...service.blobs.keys()], ['store.json']);
  assert.deepEqual(readdirSync(drafts), []);
});

test('container: what an attempt that was killed has sent is swept, and read by nobody', async (t) => {
  const { options, blobs } = await startFakeBlobService(t);
  const store = await BlobEvidenceStore.open(new BlobContainer(options), scratch(), randomUUID());
  blobs.set('o/r/w-1/rows.parquet', Buffer.from('rows'));
  blobs.set('notes', Buffer.from('of somebody else'));
  blobs.set('o/r/w-1/deeper/rows.parquet', Buffer.from('of somebody else'));
  assert.equal(await store.read('o/r/w-1/rows.parquet', signal), null);
  assert.deepEqual(await foldersOf(store), ['o/r/w-1']);
});

test('container: what is too large is not fetched', async (t) => {
  const service = await startFakeBlobService(t);
  const container = new BlobContainer(service.options);
  service.blobs.set('large', randomBytes(1_000));
  const file = join(scratch(), 'large');
  assert.equal(await container.downloadFile('large', { file, maxBytes: 999 }, signal), 1_000);
  assert.equal(existsSync(file), false);
  mkdirSync(file);
  const onDisk = container.downloadFile('large', { file, maxBytes: 1_000 }, signal);
  await assert.rejects(onDisk, { code: 'EISDIR' }, 'a fault of this machine is not blamed on the service');
});
